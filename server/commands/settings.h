// From the command line and the configuration file to the options of a run. Used by the commands that analyse.
#pragma once

#include "analysis/analyze.h"
#include "server/commands/arguments.h"
#include "server/files/walk.h"
#include "server/modules/view.h"

#include <memory>
#include <span>
#include <string>
#include <variant>

namespace commands {

struct Settings {
    analysis::Options options;
    std::shared_ptr<modules::Modules> modules;
    files::Excludes excludes;
    unsigned jobs = 1;

    // For the analysis of one file, which sees the others through a view of its own.
    [[nodiscard]] analysis::Options options_for(std::shared_ptr<modules::View> view) const;
    [[nodiscard]] analysis::Options options_for_one() const;
};

// The configuration file is looked for from the folder upwards that all paths have in common. A Failure when it is
// wrong, or a rule is not known.
[[nodiscard]] std::variant<Settings, files::Failure> resolve(const Analysing& arguments,
                                                             std::span<const std::string> paths);

}  // namespace commands
