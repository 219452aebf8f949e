// The architecture as a test: who may include whom. README.md lists the same invariants in words.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// Each folder uses itself and those before it. Knowledge is in no line of this order: it uses nothing.
constexpr std::array<std::string_view, 10> layers{
    "analysis/text/",   "analysis/syntax/",  "analysis/names/", "analysis/flow/", "analysis/torch/",
    "analysis/values/", "analysis/effects/", "analysis/rules/", "analysis/",      "transforms/",
};
constexpr std::string_view knowledge = "analysis/torch/";
// Reads files: while the program is built, and for the server.
constexpr std::string_view generator = "analysis/torch/embed/";

constexpr std::array<std::string_view, 5> of_the_server{"boost/", "spdlog/", "nlohmann/", "CLI/", "toml++/"};
constexpr std::array<std::string_view, 9> world{"cstdio", "filesystem",   "fstream", "future",  "iostream",
                                                "mutex",  "shared_mutex", "thread",  "unistd.h"};

// The place of a file in `layers`; the server is above all of them.
std::size_t layer_of(std::string_view path) {
    std::size_t layer = 0;
    while (layer < layers.size() && !path.starts_with(layers[layer])) ++layer;
    return layer;
}

bool is_pure(std::string_view path) {
    return (path.starts_with("analysis/") || path.starts_with("transforms/")) && !path.starts_with(generator);
}

// Why `path` may not include `header`; empty if it may.
std::string_view objection(std::string_view path, std::string_view header) {
    if (path.starts_with("tests/")) return "";
    const bool of_the_project = layer_of(header) < layers.size() || header.starts_with("server/");
    if (of_the_project) {
        if (layer_of(header) > layer_of(path)) return "an upward include";
        if (path.starts_with(knowledge) && !header.starts_with(knowledge)) return "knowledge uses nothing";
    }
    if (header.starts_with("tests/")) return "nobody uses the tests";
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

std::vector<std::string> violations(const std::string& path, const std::string& text) {
    std::vector<std::string> found;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string where = path + ":" + std::to_string(number) + ": ";
        if (const auto why = objection(path, included(line)); !why.empty()) found.push_back(where + std::string(why));
        const std::string code = line.substr(0, line.find("//"));
        if (path.starts_with("analysis/") && !path.starts_with(knowledge) && code.find("\"torch.") != code.npos) {
            found.push_back(where + "names of APIs are rows in analysis/torch");
        }
    }
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
    CHECK(first_violation("server/main.cpp", "#include <thread>\n#include \"transforms/fix.h\"\n#include <CLI/CLI.hpp>")
              .empty());
    CHECK(first_violation("analysis/values/a.cpp", "#include \"analysis/torch/knowledge.h\"\n// not \"torch.where\"")
              .empty());
}
