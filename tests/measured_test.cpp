#include "analysis/analyze.h"
#include "tests/support/expect.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

// Forms of Python and of PyTorch's API, breaking ones beside those that only look so, each in a function of its own
// that was compiled and called on torch 2.13. The marks are the outcomes that Dynamo showed; what only other arguments
// reach is conditional. A comment `torch: skip` tells what it showed where the analysis says something else.

static std::string text_of(const rules::Finding& finding) {
    std::string text(finding.code);
    text.append(" ").append(rules::to_string(finding.outcome));
    return finding.reach == rules::Reach::conditional ? text + " conditional" : text;
}

TEST_CASE("what breaks the graph in tests/measured, and what becomes of the function, is what PyTorch showed") {
    for (const auto& path : tests::files_in("tests/measured", ".py")) {
        const tests::Marked marked = tests::parse_marks(tests::read(path));
        CAPTURE(path.filename().string());
        const auto source = std::make_shared<const text::Source>("measured.py", marked.code);
        std::vector<tests::Mark> marks;
        analysis::Options options;
        options.entries_forward = false;
        const analysis::Analysis analysis = analysis::analyze(source, options);
        CHECK(analysis.problems().empty());
        for (const rules::Finding& finding : analysis.findings())
            if (finding.outcome != rules::Outcome::late && finding.outcome != rules::Outcome::recompile)
                marks.push_back(tests::mark(*source, finding.span, text_of(finding)));
        tests::check_golden(path, tests::with_marks(marked.code, std::move(marks)),
                            tests::with_marks(marked.code, marked.marks));
    }
}

TEST_CASE("comprehensions are frames of their own before Python 3.12 alone") {
    const auto source = std::make_shared<const text::Source>(
        "measured.py", tests::parse_marks(tests::read("tests/measured/comprehensions.py")).code);
    const auto found = [&](analysis::Version python, analysis::Version torch) {
        analysis::Options options;
        options.python = python;
        options.torch = torch;
        const analysis::Analysis analysis = analysis::analyze(source, options);
        return std::ranges::count(analysis.findings(), "GM603", &rules::Finding::code);
    };
    CHECK(found({3, 12}, {2, 13}) == 0);
    CHECK(found({3, 11}, {2, 15}) + 1 == found({3, 11}, {2, 13}));  // reversed() is traced since 2.15
}
