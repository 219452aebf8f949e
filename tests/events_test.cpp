#include "analysis/values/print.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <string>

namespace {

void check(const char* extension, std::string (*print)(const values::Program&)) {
    for (auto path : tests::files_in("tests/events", extension)) {
        CAPTURE(path.string());
        const auto source = std::make_shared<const text::Source>(
            path.filename().string(), tests::read(std::filesystem::path(path).replace_extension(".py")));
        tests::check_golden(
            path, print(*values::Program::interpret(std::make_shared<const names::File>(source, "", false), {})));
    }
}

}  // namespace

TEST_CASE("what happens in the compiled functions of tests/events is as their .events files say") {
    check(".events", values::print_events);
}

TEST_CASE("the values in the compiled functions of tests/events are as their .values files say") {
    check(".values", values::print_values);
}
