// What fuzzing found, and what it starts from: tests/fuzz/corpus/TARGET and tests/fuzz/found/TARGET.
#include "tests/fuzz/targets.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string program(std::string_view text) {
    std::string fixed;
    return fuzz::program(text, fixed);
}

std::vector<std::filesystem::path> kept_for(const std::string& target) {
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
    using Target = std::string (*)(std::string_view);
    for (const auto& [name, target] : {std::pair<const char*, Target>{"reader", fuzz::reader},
                                       {"analyze", fuzz::analyze},
                                       {"config", fuzz::config},
                                       {"cache", fuzz::cache},
                                       {"lsp", fuzz::lsp},
                                       {"programs", program}}) {
        const auto files = kept_for(name);
        CAPTURE(name);
        CHECK_FALSE(files.empty());
        for (const auto& file : files) {
            CAPTURE(file.filename().string());
            CHECK(target(tests::read(file)) == "");
        }
    }
}
