// The command line as CLI11 has it: every command with its options. Used by what reads arguments, and by what tells of
// them.
#pragma once

#include "server/commands/arguments.h"

#include <CLI/App.hpp>

#include <map>
#include <string>
#include <vector>

namespace commands {

// What the options of each command are read into, and the command that is chosen.
struct Line {
    Line();
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    CLI::App app;
    std::map<const CLI::Option*, std::vector<std::string>> words{};  // that an option takes, where they are known
    Command chosen{};
    Check check{};
    Fix fix{};
    Rewrite rewrite{};
    Run run{};
    Serve serve{};
    Explain explain{};
    Rules rules{};
    Completions completions{};
    Complete complete{};
    Man man{};
    Mcp mcp{};
    Clean clean{};
    Evidence evidence{};
    Config config{};
    Init init{};
    Dump dump{};
    Why why{};
    Confirm confirm{};
    Profile profile{};
};

}  // namespace commands
