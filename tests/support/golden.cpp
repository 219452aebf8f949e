#include "tests/support/golden.h"

#include <doctest/doctest.h>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tests {
namespace {

std::string first_difference(std::string_view expected, std::string_view got) {
    std::istringstream expected_lines{std::string(expected)};
    std::istringstream got_lines{std::string(got)};
    for (int number = 1;; ++number) {
        std::string old_line;
        std::string new_line;
        const bool more_expected = static_cast<bool>(std::getline(expected_lines, old_line));
        const bool more_got = static_cast<bool>(std::getline(got_lines, new_line));
        if (old_line != new_line || more_expected != more_got)
            return "line " + std::to_string(number) + "\n  expected: " + old_line + "\n  got:      " + new_line;
        if (!more_expected) return "the end of the last line";
    }
}

}  // namespace

std::filesystem::path root() { return GRAPHMEND_ROOT; }

std::vector<std::filesystem::path> files_in(std::string_view folder, std::string_view extension) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(root() / folder))
        if (entry.path().extension() == extension) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

std::string read(const std::filesystem::path& path) {
    std::ifstream in(root() / path, std::ios::binary);
    if (!in) FAIL_CHECK("cannot read ", path.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

bool updating() {
    const char* update = std::getenv("UPDATE");
    return update != nullptr && *update != '\0' && std::string_view(update) != "0";
}

void check_golden(const std::filesystem::path& path, std::string_view text) { check_golden(path, text, read(path)); }

void check_golden(const std::filesystem::path& path, std::string_view text, std::string_view expected) {
    if (expected == text) return;
    if (updating()) return write(path, text);
    FAIL_CHECK(path.filename().string(), " differs at ", first_difference(expected, text), "\n(UPDATE=1 rewrites it)");
}

}  // namespace tests
