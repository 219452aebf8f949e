// What the obligations of the rewrites rest on, statement by statement, as `graphmend dump` prints it.
// tests/proofs/judge.py compares the same text with what Python and PyTorch do.
#include "analysis/analyze.h"
#include "analysis/effects/dump.h"
#include "analysis/values/program.h"
#include "tests/support/golden.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>

TEST_CASE("liveness, aliases and effects in tests/proofs are what their files say") {
    for (const auto& path : tests::files_in("tests/proofs", ".py")) {
        if (path.filename() == "judge.py") continue;
        CAPTURE(path.filename().string());
        const auto analysis =
            analysis::analyze(std::make_shared<const text::Source>(path.filename().string(), tests::read(path)), {});
        REQUIRE(analysis.program());
        const auto check = [&](const char* extension, std::string (*print)(const values::Program&)) {
            tests::check_golden(std::filesystem::path(path).replace_extension(extension), print(*analysis.program()));
        };
        check(".liveness", effects::print_liveness);
        check(".aliases", effects::print_aliases);
        check(".effects", transforms::speculation::print_effects);
    }
}
