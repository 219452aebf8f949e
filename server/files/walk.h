// PATHs of the command line -> Python files. A PATH is taken whatever is said about it; below a folder the default
// excludes, the `exclude` setting and every .gitignore are honoured.
#pragma once

#include "server/files/ignore.h"

#include <span>
#include <string>
#include <vector>

namespace files {

struct Failure {
    std::string path;
    std::string reason;  // "Permission denied"
    auto operator<=>(const Failure&) const = default;
};

struct Excludes {
    std::string folder;  // absolute: what the patterns are relative to
    Ignore patterns{""};
};

struct Walk {
    std::vector<std::string> files;  // relative to the working directory, sorted, each once
    std::vector<Failure> failed;     // sorted
    std::size_t left_out = 0;        // files and folders that were ignored or excluded
};

[[nodiscard]] Walk walk(std::span<const std::string> paths, const Excludes& excludes);

// How files are named in all output: relative to the working directory where they lie below it, else absolute.
[[nodiscard]] std::string shown(const std::string& path);

}  // namespace files
