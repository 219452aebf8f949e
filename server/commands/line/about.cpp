#include "server/commands/line/options.h"

#include "server/commands/line/complete.h"

#include <charconv>

// The commands that tell what is known.

namespace commands {

void add_server(Line& line) {
    add_command(line, "server", "Serve an editor: the Language Server Protocol on standard input and output",
                line.serve)
        .add_flag("-v,--verbose", line.serve.verbose, "log to standard error");
}

void add_mcp(Line& line) {
    add_command(line, "mcp", "Serve an agent: the Model Context Protocol on standard input and output", line.mcp);
}

void add_telling(Line& line) {
    CLI::Option* shell =
        add_command(line, "completions", "Print what makes a shell complete the command line", line.completions)
            .add_option("SHELL", line.completions.shell, CLI::detail::join(shells(), ", "))
            ->required()
            ->type_name("");
    take_one_of(line, shell, shells());
    add_command(line, "complete", "What these scripts ask for", line.complete)
        .group("")
        ->add_option("WORD", line.complete.words, "behind `--`: the words so far");
    add_command(line, "man", "Print the page of the manual, for `man -l`", line.man);
}

void add_explain(Line& line) {
    CLI::Option* code = add_command(line, "explain", "Print the page of a rule", line.explain)
                            .add_option("CODE", line.explain.code, "such as GM101")
                            ->required()
                            ->type_name("");
    line.words[code] = codes();
}

void add_rules(Line& line) {
    const auto take = [&to = line.rules](const std::string& format) { to.json = format == "json"; };
    take_one_of(line,
                add_command(line, "rules", "List the rules", line.rules)
                    .add_option_function<std::string>("--output-format", take, "text, json")
                    ->type_name("FORMAT"),
                {"text", "json"});
}

void add_clean(Line& line) {
    add_cache_folder(add_command(line, "clean", "Delete what is kept of earlier runs", line.clean), line.clean.folder,
                     "where it is kept");
}

void add_evidence(Line& line) {
    Evidence& to = line.evidence;
    CLI::App& evidence =
        add_command(line, "evidence", "List what runs of `confirm` have shown of what fixes assume", to);
    evidence.add_option("PATH", to.paths, "files and folders that are meant; all by default")->type_name("");
    evidence.add_flag("--delete", to.forget, "delete all that runs said of these files");
    const auto take = [&to](const std::string& format) { to.json = format == "json"; };
    take_one_of(line,
                evidence.add_option_function<std::string>("--output-format", take, "text, json")->type_name("FORMAT"),
                {"text", "json"});
    add_cache_folder(evidence, to.folder, "where it is kept");
}

void add_init(Line& line) {
    add_command(line, "init", "Write a configuration file to begin with, or a section of pyproject.toml", line.init)
        .add_option("FOLDER", line.init.folder, "where; the working directory by default")
        ->type_name("");
}

void add_dump(Line& line) {
    Dump& to = line.dump;
    CLI::App& dump = add_command(line, "dump", "Print what the analysis makes of a file", to);
    dump.add_option("FILE", to.path, "a Python file")->required()->type_name("");
    struct Choice {
        const char* flag;
        Dump::Form form;
        const char* help;
    };
    CLI::App& forms = *dump.add_option_group("Form")->require_option(1);
    for (const Choice& choice :
         {Choice{"--names", Dump::Form::names, "scopes and what each name stands for"},
          Choice{"--flow", Dump::Form::flow, "control-flow graphs"},
          Choice{"--values", Dump::Form::values, "what is known of each expression that is compiled"},
          Choice{"--events", Dump::Form::events, "what the rules get to see"},
          Choice{"--liveness", Dump::Form::liveness,
                 "variables that are read later, and those that are certainly assigned"},
          Choice{"--aliases", Dump::Form::aliases, "who refers to the tensor of a variable, and where it comes from"},
          Choice{"--effects", Dump::Form::effects,
                 "what writes to tensors, and what may run although it was not chosen"}})
        forms.add_flag_callback(
            choice.flag, [&to, form = choice.form] { to.form = form; }, choice.help);
    add_analysing(line, dump, to.analysing);
}

void add_config(Line& line) {
    Config& to = line.config;
    CLI::App& config = add_command(line, "config", "Print every setting, and where it comes from", to);
    config.add_option("PATH", to.paths, "files and folders whose settings are meant; `.` by default")->type_name("");
    config.add_flag("--schema", to.schema, "print the JSON schema of graphmend.toml and [tool.graphmend]");
    add_analysing(line, config, to.analysing);
}

void add_why(Line& line) {
    Why& to = line.why;
    CLI::App& why = add_command(line, "why", "Say what is known about a line, and why nothing is found there", to);
    const auto take = [&to](const std::string& text) {
        const std::size_t colon = text.rfind(':');
        const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
        const char* end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, to.line).ptr != end || to.line == 0)
            throw CLI::ValidationError("FILE:LINE", "`" + text + "` does not end in a line, like model.py:12");
        to.path = text.substr(0, colon);
    };
    why.add_option_function<std::string>("FILE:LINE", take, "a line of a Python file")->required()->type_name("");
    add_analysing(line, why, to.analysing);
}

}  // namespace commands
