// What fuzzing found, and what it starts from: tests/fuzz/corpus/TARGET and tests/fuzz/found/TARGET.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/targets.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string program(std::string_view text) {
    std::string fixed;
    return fuzz::program(text, fixed);
}

struct Target {
    std::string_view name;
    std::string (*take)(std::string_view);
    std::uint32_t changes = 5000;  // of what it starts from
};

// A client may wait for a pause to be over, and `graphmend_fuzz` makes programs by the thousand.
constexpr Target targets[] = {{"reader", fuzz::reader}, {"analyze", fuzz::analyze}, {"config", fuzz::config},
                              {"cache", fuzz::cache},   {"lsp", fuzz::lsp, 100},    {"programs", program, 100}};

std::vector<std::filesystem::path> kept_for(std::string_view target) {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {"corpus", "found"}) {
        const std::filesystem::path path = tests::root() / "tests/fuzz" / folder / target;
        if (!std::filesystem::exists(path)) continue;
        for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace

TEST_CASE("what fuzzing found is mended, and every target takes what it starts from") {
    for (const auto& [name, take, changes] : targets) {
        const auto files = kept_for(name);
        CAPTURE(std::string(name));
        CHECK_FALSE(files.empty());
        for (const auto& file : files) {
            CAPTURE(file.filename().string());
            CHECK(take(tests::read(file)) == "");
        }
    }
}

// What libFuzzer does for hours, for a moment and without what it learns on the way.
TEST_CASE("every target takes what becomes of that by chance") {
    for (const auto& [name, take, changes] : targets) {
        std::vector<std::string> kept;
        std::ranges::transform(kept_for(name), std::back_inserter(kept), tests::read);
        for (std::uint32_t seed = 0; seed < changes; ++seed) {
            fuzz::Mutator random(seed);
            const std::string& text = kept[random.below(kept.size())];
            const std::string& other = kept[random.below(kept.size())];
            const std::string changed = seed % 2 == 0 ? random.mutate(text, other) : random.mutate_bytes(text, other);
            CAPTURE(std::string(name));
            CAPTURE(seed);
            CAPTURE(changed);
            CHECK(take(changed) == "");
        }
    }
}
