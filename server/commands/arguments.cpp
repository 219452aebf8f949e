#include "server/commands/arguments.h"

#include "analysis/torch/knowledge.h"
#include "server/commands/line/line.h"
#include "server/config/config.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

namespace commands {

namespace {

std::string version_text() {
    std::string text = "graphmend " GRAPHMEND_VERSION " (torch";
    for (const torch::Release release : torch::releases())
        text += " " + std::to_string(release.major) + "." + std::to_string(release.minor);
    return text + ")\n";
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

// `graphmend check --entries src`, without words that say what is to be taken as compiled, asks what is.
void spell_out_entries(std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front() != "check") return;
    const auto options_end = std::find(arguments.begin(), arguments.end(), "--");
    const auto option = std::find(arguments.begin(), options_end, "--entries");
    if (option == options_end) return;
    const std::string words = option + 1 == options_end ? "" : option[1];
    const std::string first = words.substr(0, words.find(','));
    if (analysis::Options ignored; !config::set_entries(ignored, {first})) *option = "--list-entries";
}

Exit wrong(const std::string& reason) {
    return {.status = 2, .out = "", .err = "graphmend: " + reason + "\nSee `graphmend --help`.\n"};
}

}  // namespace

std::variant<Command, Exit> parse(std::vector<std::string> arguments) {
    spell_out_check(arguments);
    spell_out_entries(arguments);
    Line line;
    CLI::App& app = line.app;
    if (arguments.empty()) return Exit{.status = 2, .out = "", .err = app.help()};
    const std::string first = arguments.front();
    const auto is_first = [&](const CLI::App* command) { return command->get_name() == first; };
    if (!first.starts_with('-') && app.get_subcommands(is_first).empty())
        return wrong("there is no command `" + first + "`");
    try {
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
        app.parse(arguments);
        if (app.get_subcommands().empty()) return wrong("no command is given");
        return line.chosen;
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
