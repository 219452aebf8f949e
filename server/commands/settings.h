// From the command line and the configuration file to the options of a run. Used by the commands that analyse.
#pragma once

#include "analysis/analyze.h"
#include "server/commands/arguments.h"
#include "server/config/config.h"
#include "server/files/walk.h"
#include "server/modules/view.h"

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace commands {

// Settings from one place.
struct Layer {
    std::string name;  // "the command line", "pyproject.toml"
    config::Settings settings;
};
// What is nearest to the person is first.
[[nodiscard]] std::variant<std::vector<Layer>, files::Failure> layers(const Analysing& arguments,
                                                                      std::span<const std::string> paths);

struct Settings {
    analysis::Options options;
    std::shared_ptr<modules::Modules> modules;
    files::Excludes excludes;
    config::Settings file;  // of the project
    unsigned jobs = 1;

    // For the analysis of one file, which sees the others through a view of its own.
    [[nodiscard]] analysis::Options options_for(std::shared_ptr<modules::View> view) const;
    [[nodiscard]] analysis::Options options_for_one() const;
    // The same, without the rules that are ignored in this file.
    [[nodiscard]] analysis::Options options_for_one(const std::string& path) const;
};

[[nodiscard]] std::string common_folder(std::span<const std::string> paths);

// The configuration file is looked for from the folder upwards that all paths have in common. A Failure when it is
// wrong, or a rule is not known.
[[nodiscard]] std::variant<Settings, files::Failure> resolve(const Analysing& arguments,
                                                             std::span<const std::string> paths);

}  // namespace commands
