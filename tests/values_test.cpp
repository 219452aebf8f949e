#include "analysis/values/program.h"
#include "tests/support/expect.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string value_at(const values::Program& program, text::Span span) {
    const syntax::Node node = program.tree().at(span);
    return node.span() == span ? values::show(program.value(node)) : "no expression";
}

// Every mark `value: ...` with what the interpreter really knows there.
std::string with_values(const tests::Marked& marked) {
    const auto source = std::make_shared<const text::Source>("values.py", marked.code);
    const auto program = values::Program::interpret(std::make_shared<const names::File>(source, "", false), {});
    std::vector<tests::Mark> marks = marked.marks;
    for (tests::Mark& mark : marks) mark.text = "value: " + value_at(*program, tests::span(*source, mark));
    return tests::with_marks(marked.code, std::move(marks));
}

}  // namespace

TEST_CASE("the values of expressions are what their marks in tests/values say") {
    for (const auto& path : tests::files_in("tests/values", ".py")) {
        const tests::Marked marked = tests::parse_marks(tests::read(path));
        CAPTURE(path.filename().string());
        CHECK_FALSE(marked.marks.empty());
        tests::check_golden(path, with_values(marked), tests::with_marks(marked.code, marked.marks));
    }
}
