// What adds the commands to the command line, and the options that many have in common.
#pragma once

#include "server/commands/line/line.h"

#include <string>
#include <vector>

namespace commands {

// A command whose options are read into `to`, which then is what was chosen.
template <class Arguments>
CLI::App& add_command(Line& line, const std::string& name, const std::string& help, Arguments& to) {
    return *line.app.add_subcommand(name, help)->final_callback([&to, &chosen = line.chosen] { chosen = to; });
}

void add_paths(CLI::App& command, std::vector<std::string>& to, const std::string& help);
void add_cache_folder(CLI::App& app, std::string& to, const std::string& what);
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& to, const std::string& help);
void add_analysing(Line& line, CLI::App& app, Analysing& to);
// The option takes one of these.
void take_one_of(Line& line, CLI::Option* option, std::vector<std::string> words);
[[nodiscard]] std::vector<std::string> codes();  // of all rules

// In the order of the help.
void add_check(Line& line);
void add_fix(Line& line);
void add_rewrite(Line& line);
void add_run(Line& line);
void add_server(Line& line);
void add_mcp(Line& line);
void add_explain(Line& line);
void add_rules(Line& line);
void add_clean(Line& line);
void add_evidence(Line& line);
void add_config(Line& line);
void add_init(Line& line);
void add_why(Line& line);
void add_confirm(Line& line);
void add_profile(Line& line);
void add_dump(Line& line);
void add_telling(Line& line);  // completions, complete, man

}  // namespace commands
