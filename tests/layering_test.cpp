// The architecture as a test: who may include whom. README.md lists the same invariants in words.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// Each folder uses itself and those before it. Knowledge is in no line of this order: it uses nothing.
constexpr std::array<std::string_view, 43> layers{
    "analysis/text/",
    "analysis/syntax/",
    "analysis/names/",
    "analysis/flow/",
    "analysis/torch/",
    "analysis/values/",
    "analysis/function/",
    "analysis/operations/",
    "analysis/effects/",
    "analysis/rules/",
    "analysis/",
    "transforms/proof/",
    "transforms/edit/",
    // The ground: what a rewrite is asked for, and what it gives.
    "transforms/rewrite.",
    "transforms/established.",
    "transforms/as_made.",
    "transforms/forms.",
    "transforms/study.",
    "transforms/findings.",
    "transforms/look_ahead.",
    "transforms/hygiene.",
    "transforms/advice/",
    "transforms/operation/operation.h",  // the interface; what implements it stands on both that ask it
    "transforms/metadata/",
    "transforms/speculation/",
    "transforms/operation/",
    "transforms/condition/",
    "transforms/scalar_uses/",
    "transforms/if_conversion/read/",
    "transforms/if_conversion/prove/",
    "transforms/if_conversion/write/",
    "transforms/if_conversion/",
    // The rewrites, which do not use each other, apart from `shared`.
    "transforms/masks/",
    "transforms/higher_order/",
    "transforms/in_graph/",
    "transforms/scalars/",
    "transforms/gates/",
    "transforms/outlining/",
    "transforms/epilogue/",
    "transforms/in_memory/",
    "transforms/",
    "server/",
    "tests/",
};
constexpr std::string_view first_rewrites = "transforms/masks/", last_rewrites = "transforms/in_memory/";
// What the second offers, the first uses: an effect is read in one way whether it stays in the graph or moves behind
// it, a check is an assertion whether its number was kept a tensor or not, and so is what may become a function inside
// of a function.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> shared{{
    {"transforms/epilogue/", "transforms/in_graph/"},
    {"transforms/epilogue/", "transforms/scalars/"},
    {"transforms/scalars/", "transforms/in_graph/"},
    {"transforms/outlining/", "transforms/higher_order/"},
    {"transforms/in_memory/", "transforms/in_graph/"},
    {"transforms/in_memory/", "transforms/epilogue/"},
}};
constexpr std::string_view knowledge = "analysis/torch/";
// Reads files: while the program is built, and for the server.
constexpr std::string_view generator = "analysis/torch/embed/";
// All that the server sees of the rewrites.
constexpr std::string_view front_door = "transforms/transforms.h";

// Lines with names of torch APIs that are to become rows: this list can only get shorter.
constexpr std::array<std::pair<std::string_view, int>, 19> names_left{{
    {"analysis/effects/escape.cpp", 1},
    {"analysis/effects/method_target.cpp", 1},
    {"analysis/effects/sign.cpp", 1},
    {"analysis/effects/slot_definitions.cpp", 1},
    {"analysis/function/function_facts.cpp", 3},
    {"analysis/function/in_place_update.cpp", 1},
    {"analysis/operations/cast.cpp", 5},
    {"analysis/operations/constant_tensor.cpp", 1},
    {"analysis/operations/loss.cpp", 2},
    {"analysis/operations/shape_query.cpp", 11},
    {"transforms/hygiene.cpp", 1},
    {"transforms/if_conversion/read/merge_arms.cpp", 2},
    {"transforms/in_graph/capturable.cpp", 1},
    {"transforms/in_graph/check_obligations.cpp", 1},
    {"transforms/metadata/shape_guards.cpp", 1},
    {"transforms/scalar_uses/argument_uses.cpp", 1},
    {"transforms/scalars/stored_numbers.cpp", 1},
    {"transforms/speculation/finfo_limits.cpp", 1},
}};

constexpr std::array<std::string_view, 5> of_the_server{"boost/", "spdlog/", "nlohmann/", "CLI/", "toml++/"};
constexpr std::array<std::string_view, 9> world{"cstdio", "filesystem",   "fstream", "future",  "iostream",
                                                "mutex",  "shared_mutex", "thread",  "unistd.h"};

// The place of a file in `layers`; what is none of the project's is behind all of them.
std::size_t layer_of(std::string_view path) {
    std::size_t layer = 0;
    while (layer < layers.size() && !path.starts_with(layers[layer])) ++layer;
    return layer;
}

bool is_rewrite(std::size_t layer) { return layer_of(first_rewrites) <= layer && layer <= layer_of(last_rewrites); }

bool is_pure(std::string_view path) {
    return (path.starts_with("analysis/") || path.starts_with("transforms/")) && !path.starts_with(generator);
}

// Why a file of the project may not include a header of it; empty if it may.
std::string_view objection_within(std::string_view path, std::string_view header) {
    const std::size_t above = layer_of(path), below = layer_of(header);
    if (below > above) return "an upward include";
    if (path.starts_with(knowledge) && !header.starts_with(knowledge)) return "knowledge uses nothing";
    if (path.starts_with("server/") && header.starts_with("transforms/") && header != front_door)
        return "the server sees transforms/transforms.h alone";
    const bool is_shared = std::ranges::find(shared, std::pair{layers[above], layers[below]}) != shared.end();
    if (is_rewrite(above) && is_rewrite(below) && above != below && !is_shared)
        return "one rewrite does not use another";
    if (!header.starts_with("analysis/")) return "";
    if (path.starts_with("transforms/edit/") && below > layer_of("analysis/names/"))
        return "edits know syntax and names, no values";
    if (path.starts_with("transforms/proof/") && below > layer_of("analysis/text/")) return "a proof is made of words";
    return "";
}

// Why `path` may not include `header`; empty if it may.
std::string_view objection(std::string_view path, std::string_view header) {
    if (path.starts_with("tests/")) return "";
    if (header.starts_with("tests/")) return "nobody uses the tests";
    if (layer_of(path) < layers.size() && layer_of(header) < layers.size())
        if (const std::string_view why = objection_within(path, header); !why.empty()) return why;
    if (header.starts_with("tree_sitter/") && !path.starts_with("analysis/syntax/"))
        return "only syntax sees tree-sitter";
    if (!is_pure(path)) return "";
    for (const std::string_view prefix : of_the_server) {
        if (header.starts_with(prefix)) return "only the server sees this library";
    }
    for (const std::string_view name : world) {
        if (header == name) return "no files, threads or output here";
    }
    return "";
}

std::string_view included(std::string_view line) {
    if (!line.starts_with("#include ")) return "";
    const std::string_view name = line.substr(std::string_view("#include ").size());
    const std::size_t end = name.find_first_of("\">", 1);
    return end == name.npos ? "" : name.substr(1, end - 1);
}

// `analysis/effects/` is `effects`, `transforms/if_conversion/read/` is `transforms::if_conversion`; empty where the
// name of the folder does not tell.
std::string namespace_of(std::string_view path) {
    constexpr std::array<std::string_view, 3> analyses{"analysis/function/", "analysis/operations/",
                                                       "analysis/effects/"};
    for (const std::string_view each : analyses)
        if (path.starts_with(each)) return std::string(each.substr(9, each.size() - 10));
    constexpr std::string_view rewrites = "transforms/";
    if (!path.starts_with(rewrites)) return "";
    const std::string_view inside = path.substr(rewrites.size());
    const std::size_t end = inside.find('/');
    return "transforms" + (end == inside.npos ? "" : "::" + std::string(inside.substr(0, end)));
}

bool names_api(std::string_view path, std::string_view line) {
    const std::string_view code = line.substr(0, line.find("//"));
    return is_pure(path) && !path.starts_with(knowledge) && code.find("\"torch.") != code.npos;
}

std::vector<std::string> violations(const std::string& path, const std::string& text) {
    std::vector<std::string> found;
    std::istringstream lines(text);
    const std::string space = namespace_of(path);
    int number = 0, apis = 0;
    bool is_in_space = space.empty();
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string where = path + ":" + std::to_string(number) + ": ";
        if (const auto why = objection(path, included(line)); !why.empty()) found.push_back(where + std::string(why));
        is_in_space = is_in_space || line == "namespace " + space + " {";
        if (!names_api(path, line)) continue;
        const auto* left = std::ranges::find(names_left, path, &std::pair<std::string_view, int>::first);
        if (++apis > (left == names_left.end() ? 0 : left->second))
            found.push_back(where + "names of APIs are rows in analysis/torch");
    }
    if (!is_in_space && !text.empty() && text.find("namespace ") != text.npos)
        found.push_back(path + ": its namespace is " + space);
    return found;
}
std::vector<std::filesystem::path> sources_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> sources;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (extension == ".h" || extension == ".cpp") sources.push_back(entry.path());
    }
    return sources;
}

std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// "transforms Given" of `struct Given {` in a namespace of a header.
std::vector<std::string> types_in(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream lines(text);
    std::string space;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first, name;
        words >> first >> name;
        if (first == "enum") words >> name;  // enum class
        if (line.starts_with("namespace ")) space = name;
        const bool defines =
            line.starts_with("struct ") || line.starts_with("class ") || line.starts_with("enum class ");
        if (defines && line.find(';') == line.npos) found.push_back(space + " " + name);
    }
    return found;
}

std::string first_violation(const std::string& path, const std::string& text) {
    const auto found = violations(path, text);
    return found.empty() ? "" : found.front();
}

}  // namespace

TEST_CASE("no folder includes one above it, and each library stays in its place") {
    const std::filesystem::path root = GRAPHMEND_ROOT;
    std::size_t read_files = 0;
    for (const char* const folder : {"analysis", "transforms", "server", "tests"}) {
        for (const auto& source : sources_below(root / folder)) {
            ++read_files;
            for (const auto& violation : violations(source.lexically_relative(root).generic_string(), read(source))) {
                FAIL_CHECK(violation);
            }
        }
    }
    CHECK(read_files > 20);
}

TEST_CASE("names of APIs that are no rows yet become fewer") {
    for (const auto& [path, left] : names_left) {
        std::istringstream lines(read(std::filesystem::path(GRAPHMEND_ROOT) / path));
        int count = 0;
        for (std::string line; std::getline(lines, line);) count += names_api(path, line) ? 1 : 0;
        CHECK_MESSAGE(count == left, path);
    }
}

// The linker takes one of two types of a name for both.
TEST_CASE("no two headers define a type of the same name") {
    const std::filesystem::path root = GRAPHMEND_ROOT;
    std::map<std::string, std::string> known;
    for (const char* const folder : {"analysis", "transforms", "server"})
        for (const auto& source : sources_below(root / folder)) {
            if (source.extension() != ".h") continue;
            for (const std::string& type : types_in(read(source))) {
                const auto [at, is_new] = known.emplace(type, source.generic_string());
                if (!is_new) FAIL_CHECK(type << " is in " << at->second << " and in " << source.generic_string());
            }
        }
    CHECK(known.contains("transforms Fix"));
    CHECK(types_in("namespace a {\nstruct B {\nclass C;\nenum class D : int { e };").front() == "a B");
}

TEST_CASE("the layering test sees what it is there for") {
    CHECK(first_violation("analysis/text/a.h", "\n#include \"analysis/syntax/node.h\"\n") ==
          "analysis/text/a.h:2: an upward include");
    CHECK(first_violation("analysis/rules/a.cpp", "#include \"analysis/analyze.h\"") ==
          "analysis/rules/a.cpp:1: an upward include");
    CHECK(first_violation("transforms/a.cpp", "#include \"server/lsp/a.h\"") ==
          "transforms/a.cpp:1: an upward include");
    CHECK(first_violation("analysis/effects/a.cpp", "#include \"transforms/proof/proof.h\"") ==
          "analysis/effects/a.cpp:1: an upward include");
    CHECK(first_violation("transforms/if_conversion/read/a.h", "#include \"transforms/if_conversion/prove/b.h\"") ==
          "transforms/if_conversion/read/a.h:1: an upward include");
    CHECK(first_violation("transforms/rewrite.h", "#include \"transforms/rewrites.h\"") ==
          "transforms/rewrite.h:1: an upward include");
    CHECK(first_violation("transforms/gates/a.cpp", "#include \"transforms/masks/b.h\"") ==
          "transforms/gates/a.cpp:1: one rewrite does not use another");
    CHECK(first_violation("transforms/edit/a.cpp", "#include \"analysis/values/program.h\"") ==
          "transforms/edit/a.cpp:1: edits know syntax and names, no values");
    CHECK(first_violation("transforms/proof/a.cpp", "#include \"analysis/syntax/node.h\"") ==
          "transforms/proof/a.cpp:1: a proof is made of words");
    CHECK(first_violation("server/a.cpp", "#include \"transforms/edit/edit.h\"") ==
          "server/a.cpp:1: the server sees transforms/transforms.h alone");
    CHECK(first_violation("transforms/masks/a.cpp", "namespace transforms {\n}") ==
          "transforms/masks/a.cpp: its namespace is transforms::masks");
    CHECK(first_violation("transforms/masks/a.cpp", "namespace transforms::masks {\nf(\"torch.where\");") ==
          "transforms/masks/a.cpp:2: names of APIs are rows in analysis/torch");
    CHECK(first_violation("analysis/torch/a.h", "#include \"analysis/text/span.h\"") ==
          "analysis/torch/a.h:1: knowledge uses nothing");
    CHECK(first_violation("server/a.cpp", "#include <tree_sitter/api.h>") ==
          "server/a.cpp:1: only syntax sees tree-sitter");
    CHECK(first_violation("analysis/values/a.cpp", "#include <nlohmann/json.hpp>") ==
          "analysis/values/a.cpp:1: only the server sees this library");
    CHECK(first_violation("transforms/a.cpp", "#include <mutex>") ==
          "transforms/a.cpp:1: no files, threads or output here");
    CHECK(first_violation("analysis/values/a.cpp", "if (name == \"torch.nonzero\")") ==
          "analysis/values/a.cpp:1: names of APIs are rows in analysis/torch");
    CHECK(first_violation("server/main.cpp",
                          "#include <thread>\n#include \"transforms/transforms.h\"\n#include <CLI/CLI.hpp>")
              .empty());
    CHECK(first_violation("analysis/values/a.cpp", "#include \"analysis/torch/knowledge.h\"\n// not \"torch.where\"")
              .empty());
}
