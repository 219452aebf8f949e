#include "server/commands/arguments.h"

#include "analysis/torch/knowledge.h"
#include "server/config/config.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <map>

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

void add_version(CLI::App& app, const std::string& name, std::optional<analysis::Version>& to, const std::string& help) {
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
    add_version(app, "--torch-version", to.torch, "the PyTorch that the code is for; the newest known by default");
    add_version(app, "--python-version", to.python, "the Python that the code is for");
    const auto known = [](const std::string& word) -> std::string {
        analysis::Options ignored;
        return config::set_entries(ignored, {word}) ? "" : "`" + word + "` is none of compile, forward, functions";
    };
    add_list(app, "--entries", to.entries, "what is taken as compiled: compile, forward, functions; the first two by default")
        ->type_name("WORDS")
        ->check(CLI::Validator(known, ""));
    add_list(app, "--select", to.select, "only these rules: codes or their beginnings")->type_name("CODES");
    add_list(app, "--ignore", to.ignore, "not these rules")->type_name("CODES");
    app.add_flag("--isolated", to.isolated, "read no configuration file");
    app.add_option("--jobs", to.jobs, "files looked at at once; as many as the machine has threads by default")
        ->check(CLI::Range(1, 1024).description(""))
        ->type_name("N");
}

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help) {
    return *app.add_subcommand(name, help)->fallthrough(false);
}

void add_paths(CLI::App& app, std::vector<std::string>& to, const std::string& help) {
    app.add_option("PATH", to, help)->type_name("");
}

void add_check(CLI::App& app, Check& to) {
    CLI::App& check = add_command(app, "check", "Find graph breaks");
    add_paths(check, to.paths, "files and folders; - for standard input");
    static const std::map<std::string, Format> formats{
        {"text", Format::text}, {"json", Format::json}, {"sarif", Format::sarif}, {"github", Format::github}};
    const auto take = [&to](const std::string& text) { to.format = formats.at(text); };
    check.add_option_function<std::string>("--output-format", take, "text, json, sarif or github")
        ->check(CLI::IsMember({"text", "json", "sarif", "github"}).description(""))
        ->type_name("FORMAT");
    check.add_option("--stdin-filename", to.stdin_filename, "the name that standard input goes by")->type_name("FILE");
    check.add_flag("--exit-zero", to.exit_zero, "exit with 0 when there are findings, too");
    add_analysing(check, to.analysing);
}

void add_fix(CLI::App& app, Fix& to) {
    CLI::App& fix = add_command(app, "fix", "Rewrite what can be rewritten with the meaning proven to be the same");
    add_paths(fix, to.paths, "files and folders");
    fix.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption, which their title states");
    fix.add_flag("--diff", to.diff, "print the changes as a patch, and change nothing");
    add_analysing(fix, to.analysing);
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

Exit wrong(const std::string& reason) {
    return {.status = 2, .out = "", .err = "graphmend: " + reason + "\nSee `graphmend --help`.\n"};
}

}  // namespace

std::variant<Command, Exit> parse(std::vector<std::string> arguments) {
    spell_out_check(arguments);
    CLI::App app("Find and rewrite what breaks the graphs of torch.compile, without running the program.", "graphmend");
    app.require_subcommand(1);
    bool version = false;
    app.add_flag("--version", version, "print the version, and the PyTorch versions that are known")
        ->trigger_on_parse()
        ->each([](const std::string&) { throw CLI::Success(); });
    Check check;
    Fix fix;
    Explain explain;
    add_check(app, check);
    add_fix(app, fix);
    add_command(app, "explain", "Print the page of a rule")
        .add_option("CODE", explain.code, "such as GM101")
        ->required()
        ->type_name("");
    add_command(app, "rules", "List the rules");
    Serve serve;
    add_command(app, "server", "Serve an editor: the Language Server Protocol on standard input and output")
        .add_flag("-v,--verbose", serve.verbose, "log to standard error");
    app.footer(examples);

    try {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        return Exit{.status = 0, .out = app.help() + "\n", .err = ""};
    } catch (const CLI::Success&) {
        return Exit{.status = 0, .out = version_text(), .err = ""};
    } catch (const CLI::ParseError& error) {
        return wrong(error.what());
    }
    if ((app.got_subcommand("check") && check.paths.empty()) || (app.got_subcommand("fix") && fix.paths.empty()))
        return wrong("no PATH is given; `.` is everything below this folder");
    if (app.got_subcommand("check")) return Command(check);
    if (app.got_subcommand("fix")) return Command(fix);
    if (app.got_subcommand("explain")) return Command(explain);
    if (app.got_subcommand("server")) return Command(serve);
    return Command(Rules{});
}

}  // namespace commands
