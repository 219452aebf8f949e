// Which files below a folder are left out: the patterns of one .gitignore (or of one `exclude` setting), with git's
// meaning. The walk keeps one Ignore per folder and asks from the innermost outwards.
#pragma once

#include "server/files/glob.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace files {

enum class Verdict : bool { taken, ignored };

class Ignore {
  public:
    // The text of a .gitignore.
    explicit Ignore(std::string_view text);

    // What the last pattern that matches says; nothing if none does. `path` is relative to the folder of the patterns,
    // with '/' between names.
    [[nodiscard]] std::optional<Verdict> judge(std::string_view path, bool is_directory) const;
    // Whether the file is ignored, by its own name or by that of a folder above it.
    [[nodiscard]] bool covers(std::string_view path) const;
    [[nodiscard]] bool empty() const { return patterns_.empty(); }

  private:
    struct Pattern {
        bool negated = false;
        bool only_directories = false;
        bool any_folder = false;  // holds no slash: is matched with the last name alone
        std::string prefix;       // the part before the first special character, compared as it is
        std::optional<Glob> rest;
        std::optional<std::string> suffix;  // all there is to a pattern like `*.log`
        [[nodiscard]] bool matches(std::string_view text) const;
    };

    void add(std::string_view line);

    std::vector<Pattern> patterns_;
};

}  // namespace files
