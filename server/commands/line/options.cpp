#include "server/commands/line/options.h"

#include "analysis/rules/all.h"
#include "server/config/config.h"
#include "server/os/os.h"

#include <utility>

namespace commands {

namespace {

void add_version(CLI::App& app, const std::string& name, std::optional<analysis::Version>& to,
                 const std::string& help) {
    const auto take = [&to, name](const std::string& text) {
        to = analysis::parse_version(text);
        if (!to) throw CLI::ValidationError(name, "`" + text + "` is not a version, like 2.13");
    };
    app.add_option_function<std::string>(name, take, help)->type_name("VERSION");
}

}  // namespace

void add_cache_folder(CLI::App& app, std::string& to, const std::string& what) {
    const std::string help =
        what + "; else $GRAPHMEND_CACHE_DIR or " + std::string(os::told_user_caches()) + "/graphmend";
    app.add_option("--cache-dir", to, help)->type_name("DIR");
}

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& to, const std::string& help) {
    return app.add_option(name, to, help)->delimiter(',')->allow_extra_args(false)->take_all();
}

void take_one_of(Line& line, CLI::Option* option, std::vector<std::string> words) {
    option->check(CLI::IsMember(words).description(""));
    line.words[option] = std::move(words);
}

std::vector<std::string> codes() {
    std::vector<std::string> all;
    for (const rules::Rule* rule : rules::all()) all.emplace_back(rule->code);
    return all;
}

void add_analysing(Line& line, CLI::App& app, Analysing& to) {
    add_version(app, "--torch-version", to.torch,
                "the PyTorch that the code is for; else the installed or required one");
    add_version(app, "--python-version", to.python, "the Python that the code is for; likewise");
    app.add_option("--python", to.interpreter, "the interpreter whose environment is meant; it is not run")
        ->type_name("EXE");
    const auto known = [](const std::string& word) -> std::string {
        analysis::Options ignored;
        return config::set_entries(ignored, {word}) ? "" : "`" + word + "` is none of compile, forward, functions";
    };
    CLI::Option* entries = add_list(app, "--entries", to.entries,
                                    "what is taken as compiled: compile, forward, functions; the first two by default")
                               ->type_name("WORDS")
                               ->check(CLI::Validator(known, ""));
    line.words[entries] = {"compile", "forward", "functions"};
    app.add_option("--knowledge", to.knowledge, "rows about APIs of your own, in the format of analysis/torch")
        ->type_name("ROWS.json")
        ->allow_extra_args(false)
        ->take_all();
    line.words[add_list(app, "--select", to.select, "only these rules: codes or their beginnings")
                   ->type_name("CODES")] = codes();
    line.words[add_list(app, "--ignore", to.ignore, "not these rules")->type_name("CODES")] = codes();
    app.add_flag("--no-cache", to.no_cache, "neither use nor keep results of other runs");
    add_cache_folder(app, to.cache_folder, "where results are kept");
    app.add_flag("--isolated", to.isolated, "read no configuration file");
    app.add_option("--jobs", to.jobs, "files looked at at once; as many as the machine has threads by default")
        ->check(CLI::Range(1, 1024).description(""))
        ->type_name("N");
}

void add_paths(CLI::App& command, std::vector<std::string>& to, const std::string& help) {
    command.add_option("PATH", to, help)->type_name("");
    // Not `required()`, which would speak up before any word about an option that does not exist.
    command.parse_complete_callback([&to] {
        if (to.empty()) throw CLI::ValidationError("PATH", "none is given; `.` is everything below this folder");
    });
}

}  // namespace commands
