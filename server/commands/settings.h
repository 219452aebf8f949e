// From the command line and the configuration file to the options of a run. Used by the commands that analyse.
#pragma once

#include "analysis/analyze.h"
#include "server/commands/arguments.h"
#include "server/files/walk.h"

#include <span>
#include <string>
#include <variant>

namespace commands {

struct Settings {
    analysis::Options options;
    files::Excludes excludes;
    unsigned jobs = 1;
};

// The configuration file is looked for from the folder upwards that all paths have in common. A Failure when it is
// wrong, or a rule is not known.
[[nodiscard]] std::variant<Settings, files::Failure> resolve(const Analysing& arguments,
                                                             std::span<const std::string> paths);

}  // namespace commands
