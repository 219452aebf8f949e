// The settings of a project: `graphmend.toml`, or the table [tool.graphmend] of `pyproject.toml`. Used by the commands
// and by the sessions of the server.
#pragma once

#include "analysis/analyze.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace config {

// Codes that are ignored in files that a pattern, as in a .gitignore, fits.
using PerFile = std::map<std::string, std::vector<std::string>>;

struct Settings {
    std::optional<analysis::Version> torch;
    std::optional<analysis::Version> python;
    std::optional<bool> captures_scalars;  // what Dynamo is told, under its own names
    std::optional<bool> captures_shapes;
    std::optional<bool> allows_rnn;
    std::optional<std::vector<std::string>> entries;  // words that `set_entries` knows
    std::optional<std::vector<std::string>> select;
    std::optional<std::vector<std::string>> ignore;
    std::optional<bool> forward_counts;
    std::optional<analysis::Severities> severity;
    std::vector<std::string> knowledge;  // files of rows, see rows.h
    std::vector<std::string> exclude;    // patterns as in a .gitignore, relative to `folder`
    PerFile per_file_ignores;            // likewise
    std::string folder;                  // absolute: where the file lies; empty without a file
};

struct Error {
    std::string path;
    std::uint32_t line = 0;  // 1-based; 0: the whole file
    std::string reason;      // "unknown key `torchversion`"
};

// The nearest file with settings, from the folder upwards; nothing when there is none.
[[nodiscard]] std::optional<std::string> find(const std::string& folder);

[[nodiscard]] std::variant<Settings, Error> load(const std::string& path);

// As above, from the text of the file; its name decides where in it the settings are.
[[nodiscard]] std::variant<Settings, Error> parse(const std::string& path, std::string_view text);

// "compile", "forward", "functions": exactly those are taken as compiled. False if a word is none of these.
bool set_entries(analysis::Options& options, const std::vector<std::string>& words);

// The codes that are ignored in this file, besides those that are anywhere.
[[nodiscard]] std::vector<std::string> ignored_in(const std::string& path, const Settings& settings);

// Whether the text, of a file of this name, has settings; also if it may have some, but cannot be read.
[[nodiscard]] bool has_settings(const std::string& path, const std::string& text);

// What the settings say goes into the options; the rest stays as it is.
void apply(analysis::Options& options, const Settings& settings);
// The first code, or beginning of one, that fits no rule and is probably a slip; `path` is the setting that it stands
// in.
[[nodiscard]] std::optional<Error> unknown_rule(const analysis::Options& options);
[[nodiscard]] std::optional<Error> unknown_rule(const PerFile& ignores);

}  // namespace config
