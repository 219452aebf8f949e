#include "analysis/flow/build.h"
#include "analysis/flow/print.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

TEST_CASE("the graphs of tests/flow are as their .flow files say") {
    for (const auto& path : tests::files_in("tests/flow", ".py")) {
        CAPTURE(path.string());
        const text::Source source(path.filename().string(), tests::read(path));
        const syntax::Tree tree = syntax::Tree::parse(source);
        tests::check_golden(std::filesystem::path(path).replace_extension(".flow"), flow::print(tree));
    }
}
