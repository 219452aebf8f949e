// Where a git repository begins, and its own list of excludes. Used by walk.cpp.
#pragma once

#include <optional>
#include <string>

namespace files {

// The nearest folder, from this one upwards, that holds a `.git`. Both are absolute.
[[nodiscard]] std::optional<std::string> repository_root(const std::string& folder);

// The path of `info/exclude`, also of a worktree or submodule, whose `.git` is a file that says where the rest is.
[[nodiscard]] std::optional<std::string> repository_excludes(const std::string& root);

}  // namespace files
