#include "server/commands/arguments.h"

#include "analysis/torch/knowledge.h"
#include "server/config/config.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <charconv>

namespace commands {

namespace {

constexpr const char* examples = R"(Examples:
  graphmend check src/                     find graph breaks in every Python file below src/
  graphmend check --output-format sarif .  the same for code scanning
  graphmend check - < model.py             standard input
  graphmend fix --diff src/                show what `graphmend fix src/` would change
  graphmend explain GM101                  what a rule is about, with examples

Exit status: 0 nothing found, 1 findings, 2 something could not be read or understood.)";

std::string version_text() {
    std::string text = "graphmend " GRAPHMEND_VERSION " (torch";
    for (const torch::Release release : torch::releases())
        text += " " + std::to_string(release.major) + "." + std::to_string(release.minor);
    return text + ")\n";
}

void add_version(CLI::App& app, const std::string& name, std::optional<analysis::Version>& to,
                 const std::string& help) {
    const auto take = [&to, name](const std::string& text) {
        to = analysis::parse_version(text);
        if (!to) throw CLI::ValidationError(name, "`" + text + "` is not a version, like 2.13");
    };
    app.add_option_function<std::string>(name, take, help)->type_name("VERSION");
}

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& to, const std::string& help) {
    return app.add_option(name, to, help)->delimiter(',')->allow_extra_args(false)->take_all();
}

void add_analysing(CLI::App& app, Analysing& to) {
    add_version(app, "--torch-version", to.torch,
                "the PyTorch that the code is for; else the installed or required one");
    add_version(app, "--python-version", to.python, "the Python that the code is for; likewise");
    app.add_option("--python", to.interpreter, "the interpreter whose environment is meant; it is not run")
        ->type_name("EXE");
    const auto known = [](const std::string& word) -> std::string {
        analysis::Options ignored;
        return config::set_entries(ignored, {word}) ? "" : "`" + word + "` is none of compile, forward, functions";
    };
    add_list(app, "--entries", to.entries,
             "what is taken as compiled: compile, forward, functions; the first two by default")
        ->type_name("WORDS")
        ->check(CLI::Validator(known, ""));
    app.add_option("--knowledge", to.knowledge, "rows about APIs of your own, in the format of analysis/torch")
        ->type_name("ROWS.json")
        ->allow_extra_args(false)
        ->take_all();
    add_list(app, "--select", to.select, "only these rules: codes or their beginnings")->type_name("CODES");
    add_list(app, "--ignore", to.ignore, "not these rules")->type_name("CODES");
    app.add_flag("--no-cache", to.no_cache, "neither use nor keep results of other runs");
    app.add_option("--cache-dir", to.cache_folder,
                   "where results are kept; else $GRAPHMEND_CACHE_DIR or ~/.cache/graphmend")
        ->type_name("DIR");
    app.add_flag("--isolated", to.isolated, "read no configuration file");
    app.add_option("--jobs", to.jobs, "files looked at at once; as many as the machine has threads by default")
        ->check(CLI::Range(1, 1024).description(""))
        ->type_name("N");
}

// A command whose options are read into `to`, which then is what was `chosen`.
template <class Arguments>
CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help, Arguments& to, Command& chosen) {
    return *app.add_subcommand(name, help)->final_callback([&to, &chosen] { chosen = to; });
}

void add_paths(CLI::App& command, std::vector<std::string>& to, const std::string& help) {
    command.add_option("PATH", to, help)->type_name("");
    // Not `required()`, which would speak up before any word about an option that does not exist.
    command.parse_complete_callback([&to] {
        if (to.empty()) throw CLI::ValidationError("PATH", "none is given; `.` is everything below this folder");
    });
}

void add_format(CLI::App& check, Check& to) {
    std::vector<std::string> names;
    for (const output::Format& format : output::formats()) names.emplace_back(format.name);
    const auto take = [&to](const std::string& name) {
        to.format = &*std::ranges::find(output::formats(), name, &output::Format::name);
    };
    check.add_option_function<std::string>("--output-format", take, CLI::detail::join(names, ", "))
        ->check(CLI::IsMember(names).description(""))
        ->type_name("FORMAT");
}

// What counts, and what is known.
void add_counting(CLI::App& check, Check& to) {
    CLI::Option* baseline =
        check.add_option("--baseline", to.baseline, "findings of this file are not shown and do not count")
            ->type_name("FILE");
    CLI::Option* write =
        check.add_option("--write-baseline", to.write_baseline, "write the findings of now into such a file")
            ->type_name("FILE");
    CLI::Option* revision =
        check
            .add_option("--diff-base", to.diff_base,
                        "only findings in functions that changed since this revision of git, or that were not there")
            ->type_name("REV");
    write->excludes(baseline)->excludes(revision);
    const auto take = [&to](const std::string& word) { to.exit_severity = *rules::parse_severity(word); };
    check
        .add_option_function<std::string>("--exit-severity", take,
                                          "error, warning or hint: what is less leaves the exit status 0")
        ->check(CLI::IsMember({"error", "warning", "hint"}).description(""))
        ->type_name("LEVEL");
    check.add_flag("--exit-zero", to.exit_zero, "exit with 0 when there are findings, too");
}

void add_check(CLI::App& app, Check& to, Command& chosen) {
    CLI::App& check = add_command(app, "check", "Find graph breaks", to, chosen);
    add_paths(check, to.paths, "files and folders; - for standard input");
    add_format(check, to);
    check.add_option("--stdin-filename", to.stdin_filename, "the name that standard input goes by")->type_name("FILE");
    check.add_flag("--as-fullgraph", to.as_fullgraph, "find what fullgraph=True would reject");
    check.add_flag("--with-confirm", to.with_confirm, "say what the last `graphmend confirm` saw there");
    check.add_flag("--statistics", to.statistics, "print how many there are, by rule, entry point and file, instead")
        ->excludes("--output-format");
    add_counting(check, to);
    add_analysing(check, to.analysing);
}

void add_fix(CLI::App& app, Fix& to, Command& chosen) {
    CLI::App& fix =
        add_command(app, "fix", "Rewrite what can be rewritten with the meaning proven to be the same", to, chosen);
    add_paths(fix, to.paths, "files and folders");
    fix.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption, which their title states");
    fix.add_flag("--runtime", to.runtime, "also rewrites that make the source import graphmend");
    const auto add = [&](const char* name, transforms::Form form, const char* help) {
        return fix.add_flag_callback(
            name, [&to, form] { to.form = form; }, help);
    };
    add("--guarded", transforms::Form::guarded,
        "tests all that a proof asks, in front of the new code, and keeps the old code behind them")
        ->excludes(add("--gated", transforms::Form::gated,
                       "what rests on an assumption stands behind `torch.compiler.is_compiling()`"));
    fix.add_flag("--diff", to.diff, "print the changes as a patch, and change nothing");
    add_analysing(fix, to.analysing);
}

void add_rewrite(CLI::App& app, Rewrite& to, Command& chosen) {
    CLI::App& rewrite =
        add_command(app, "rewrite",
                    "Rewrite modules as `graphmend run` imports them: JSON on standard input and output", to, chosen);
    rewrite.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption");
    add_analysing(rewrite, to.analysing);
}

void add_run(CLI::App& app, Run& to, Command& chosen) {
    CLI::App& run =
        add_command(app, "run", "Run a program, its modules rewritten in memory as it imports them", to, chosen);
    add_list(run, "--packages", to.packages, "packages to rewrite, besides the project")->type_name("NAMES");
    run.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption");
    run.add_flag("--report", to.report, "say at the end what was rewritten, and what was not and why");
    run.add_flag("--async", to.later, "outputs of graphs do not wait for a CUDA device: they come later, in order");
    run.add_option("--cache-dir", to.cache_folder, "keep rewritten modules there")->type_name("FOLDER");
    run.add_option("COMMAND", to.command, "behind `--`: python script.py ARGUMENTS, torchrun ...")->type_name("");
    run.parse_complete_callback([&to] {
        if (to.command.empty()) throw CLI::ValidationError("COMMAND", "none is given; write `-- python script.py`");
    });
}

void add_dump(CLI::App& app, Dump& to, Command& chosen) {
    CLI::App& dump = add_command(app, "dump", "Print what the analysis makes of a file", to, chosen);
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
    add_analysing(dump, to.analysing);
}

void add_config(CLI::App& app, Config& to, Command& chosen) {
    CLI::App& config = add_command(app, "config", "Print every setting, and where it comes from", to, chosen);
    config.add_option("PATH", to.paths, "files and folders whose settings are meant; `.` by default")->type_name("");
    config.add_flag("--schema", to.schema, "print the JSON schema of graphmend.toml and [tool.graphmend]");
    add_analysing(config, to.analysing);
}

void add_why(CLI::App& app, Why& to, Command& chosen) {
    CLI::App& why =
        add_command(app, "why", "Say what is known about a line, and why nothing is found there", to, chosen);
    const auto take = [&to](const std::string& text) {
        const std::size_t colon = text.rfind(':');
        const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
        const char* end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, to.line).ptr != end || to.line == 0)
            throw CLI::ValidationError("FILE:LINE", "`" + text + "` does not end in a line, like model.py:12");
        to.path = text.substr(0, colon);
    };
    why.add_option_function<std::string>("FILE:LINE", take, "a line of a Python file")->required()->type_name("");
    add_analysing(why, to.analysing);
}

// What confirm and profile have in common. The first word that is no option is the target; all behind it is the
// program's.
void add_program(CLI::App& app, Confirm& to) {
    app.prefix_command();
    app.add_flag("-m", to.is_module, "the target is the name of a module, as for Python");
    app.add_option("--inputs", to.inputs, "what gives the arguments for package.module:name")
        ->type_name("FILE.py:NAME");
    add_list(app, "--packages", to.packages, "installed packages that are looked at like the program itself")
        ->type_name("NAMES");
    app.add_option("--timeout", to.timeout, "seconds after which the program is ended")->type_name("SECONDS");
    app.add_flag("--unsafe", to.unsafe, "also fixes that rest on an assumption, which their title states");
    app.add_flag("--runtime", to.runtime, "also fixes that make the source import graphmend");
    app.add_flag("--json", to.json, "one JSON object on standard output; the program's goes to standard error");
    add_analysing(app, to.analysing);
    app.get_option("--python")->description("the interpreter that runs it; else that of the project's environment");
}

void take_target(const CLI::App& app, Confirm& to) {
    to.arguments = app.remaining();
    if (to.arguments.empty() == to.logs.empty())
        throw CLI::ValidationError(
            "TARGET", to.logs.empty() ? "none is given; `train.py`, say" : "and --from-logs exclude each other");
    if (to.arguments.empty()) return;
    to.target = to.arguments.front();
    to.arguments.erase(to.arguments.begin());
}

void add_confirm(CLI::App& app, Confirm& to, Command& chosen) {
    CLI::App& confirm = *app.add_subcommand("confirm", "Run a program, and tell where its graphs really break");
    confirm.footer(
        "TARGET is a script, a module (-m), or package.module:name: a callable that returns a module, "
        "(module, arguments) or a list of calls. What follows it goes to the program.");
    confirm.add_option("--calls", to.calls, "how often each call of package.module:name is made; 3 by default")
        ->check(CLI::Range(1, 1000000).description(""))
        ->type_name("N");
    confirm.add_flag("--fork", to.fork, "each of these calls in a process of its own, whatever the others do");
    confirm
        .add_option("--from-logs", to.logs, "read what TORCH_TRACE or TORCH_LOGS=graph_breaks recorded; runs nothing")
        ->type_name("DIR");
    confirm.add_flag("--fix", to.fix,
                     "apply fixes in memory, run again, and compare: breaks, results, everything told");
    confirm.add_option("--backend", to.backend, "what compiles: `eager` is the fastest; `own`: what the program says")
        ->type_name("NAME");
    add_program(confirm, to);
    confirm.final_callback([&confirm, &to, &chosen] {
        take_target(confirm, to);
        chosen = to;
    });
}

void add_profile(CLI::App& app, Profile& to, Command& chosen) {
    CLI::App& profile = *app.add_subcommand("profile", "Measure a program before and after its fixes");
    profile.footer("TARGET is package.module:name or file.py:name: a callable that returns (module, arguments).");
    profile
        .add_option("--batch", to.batches, "rows of the tensors that it is called with; several are measured in turn")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("N,...");
    profile.add_option("--mode", to.mode, "of torch.compile: reduce-overhead, max-autotune")->type_name("MODE");
    profile.add_flag("--train", to.train, "measure a step of training: forward, backward, optimizer");
    profile.add_option("--rounds", to.rounds, "of before, after, after, before; 3 by default")
        ->check(CLI::Range(1, 1000).description(""))
        ->type_name("N");
    profile.add_option("--report", to.report, "write a page about it")->type_name("FILE.html");
    profile.add_option("--traces", to.traces, "keep the traces, before.json and after.json, for Perfetto")
        ->type_name("DIR");
    profile.add_flag("!--no-compare", to.compare, "do not look whether it stays the same program");
    to.program.backend = "own";
    profile.add_option("--backend", to.program.backend, "what compiles, if not what the program says")
        ->type_name("NAME");
    add_program(profile, to.program);
    profile.final_callback([&profile, &to, &chosen] {
        take_target(profile, to.program);
        chosen = to;
    });
}

// `graphmend --check ...` is `graphmend check ...`.
void spell_out_check(std::vector<std::string>& arguments) {
    const auto options_end = std::find(arguments.begin(), arguments.end(), "--");
    const auto flag = std::find(arguments.begin(), options_end, "--check");
    const bool has_command = !arguments.empty() && !arguments.front().starts_with('-');
    if (flag == options_end || has_command) return;
    arguments.erase(flag);
    arguments.insert(arguments.begin(), "check");
}

// What the options of each command are read into, and the command that is chosen.
struct Commands {
    Command chosen{};
    Check check{};
    Fix fix{};
    Rewrite rewrite{};
    Run run{};
    Serve serve{};
    Explain explain{};
    Rules rules{};
    Clean clean{};
    Config config{};
    Init init{};
    Dump dump{};
    Why why{};
    Confirm confirm{};
    Profile profile{};
};

void add_commands(CLI::App& app, Commands& to) {
    add_check(app, to.check, to.chosen);
    add_fix(app, to.fix, to.chosen);
    add_rewrite(app, to.rewrite, to.chosen);
    add_run(app, to.run, to.chosen);
    add_command(app, "server", "Serve an editor: the Language Server Protocol on standard input and output", to.serve,
                to.chosen)
        .add_flag("-v,--verbose", to.serve.verbose, "log to standard error");
    add_command(app, "explain", "Print the page of a rule", to.explain, to.chosen)
        .add_option("CODE", to.explain.code, "such as GM101")
        ->required()
        ->type_name("");
    add_command(app, "rules", "List the rules", to.rules, to.chosen);
    add_command(app, "clean", "Delete what is kept of earlier runs", to.clean, to.chosen)
        .add_option("--cache-dir", to.clean.folder, "where it is kept; else $GRAPHMEND_CACHE_DIR or ~/.cache/graphmend")
        ->type_name("DIR");
    add_config(app, to.config, to.chosen);
    add_command(app, "init", "Write a configuration file to begin with, or a section of pyproject.toml", to.init,
                to.chosen)
        .add_option("FOLDER", to.init.folder, "where; the working directory by default")
        ->type_name("");
    add_why(app, to.why, to.chosen);
    add_confirm(app, to.confirm, to.chosen);
    add_profile(app, to.profile, to.chosen);
    add_dump(app, to.dump, to.chosen);
}

Exit wrong(const std::string& reason) {
    return {.status = 2, .out = "", .err = "graphmend: " + reason + "\nSee `graphmend --help`.\n"};
}

}  // namespace

std::variant<Command, Exit> parse(std::vector<std::string> arguments) {
    spell_out_check(arguments);
    CLI::App app("Find and rewrite what breaks the graphs of torch.compile, without running the program.", "graphmend");
    app.set_help_flag("-h,--help", "print this help");
    app.add_flag_callback(
        "--version", [] { throw CLI::CallForVersion("", 0); },
        "print the version, and the PyTorch versions that are known");
    Commands to;
    add_commands(app, to);
    app.footer(examples);
    if (arguments.empty()) return Exit{.status = 2, .out = "", .err = app.help()};
    const std::string first = arguments.front();
    const auto is_first = [&](const CLI::App* command) { return command->get_name() == first; };
    if (!first.starts_with('-') && app.get_subcommands(is_first).empty())
        return wrong("there is no command `" + first + "`");
    try {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        app.parse(arguments);
        if (app.get_subcommands().empty()) return wrong("no command is given");
        return to.chosen;
    } catch (const CLI::CallForHelp&) {
        std::string help = app.help();
        help.erase(help.find_last_not_of('\n') + 1);
        return Exit{.status = 0, .out = help + "\n", .err = ""};
    } catch (const CLI::CallForVersion&) {
        return Exit{.status = 0, .out = version_text(), .err = ""};
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
}

}  // namespace commands
