// Reads the JSON files of knowledge, for the build step and for users' own rows, and refuses whatever it does not
// understand, by file and line.
#pragma once

#include "analysis/torch/knowledge.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embed {

using Json = nlohmann::json;
using Errors = std::vector<std::string>;  // "functions.json:12: unknown key 'brake'"

inline constexpr torch::Release first_release{0, 0};
inline constexpr torch::Release no_release{99, 0};

// One row of a file.
struct Line {
    std::string where;  // "functions.json:12"
    std::string name;
    torch::Release since = first_release;
    torch::Release until = no_release;
    Json cells;               // without name, since, until and why
    bool has_reason = false;  // a why
};

// Whether the rows of a file have to be sorted by name: ours are, so that they merge and read well.
enum class Order { sorted, any };

// The rows of all files, sorted by name.
[[nodiscard]] std::vector<Line> read_all(std::span<const std::string> paths, Order order, Errors& errors);
[[nodiscard]] std::vector<Line> read_breaks(const std::string& path, Errors& errors);
[[nodiscard]] std::vector<torch::Release> read_releases(const std::string& path, Errors& errors);

// "dim@0 other" -> name, position and what is behind.
struct Parameter {
    std::string name;
    int position = -1;
};
[[nodiscard]] Parameter parameter(std::string_view text);

// The enumerators that a cell may hold, as knowledge.h spells them.
[[nodiscard]] bool is_word(std::string_view column, std::string_view word);

}  // namespace embed
