// Which PyTorch and Python the code at a place is for: those that are installed there, else those that the project asks
// for; and where the packages are that it imports. Reads metadata, runs nothing. Used by the commands and by the
// sessions of the server.
#pragma once

#include "analysis/analyze.h"

#include <optional>
#include <string>
#include <vector>

namespace config {

struct Versions {
    std::optional<analysis::Version> torch;
    std::optional<analysis::Version> python;
    std::vector<std::string> packages{};  // folders, in the order in which Python looks into them
};

// From the environment that is active, else `.venv` at the folder or above; what they do not say, from the requirements
// in pyproject.toml and requirements*.txt there.
[[nodiscard]] Versions versions_for(const std::string& folder);

// From the environment of an interpreter, a path or a name on PATH. Nothing if there is no such program.
[[nodiscard]] std::optional<Versions> versions_of(const std::string& interpreter);

// What is known goes into the options.
void apply(analysis::Options& options, const Versions& versions);

}  // namespace config
