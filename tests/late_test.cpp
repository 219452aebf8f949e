#include "analysis/analyze.h"
#include "tests/support/expect.h"
#include "tests/support/golden.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

// What the first call does not show. tests/late/2.13.py holds forms that were compiled and called twelve times with
// other sizes and numbers on that release: a mark `late` or `recompile` where a later call broke or compiled again,
// none where two compilations were all.

TEST_CASE("what breaks or compiles again in later calls is what PyTorch showed") {
    for (const auto& path : tests::files_in("tests/late", ".py")) {
        const tests::Marked marked = tests::parse_marks(tests::read(path));
        CAPTURE(path.filename().string());
        const auto source = std::make_shared<const text::Source>("late.py", marked.code);
        const auto release = analysis::parse_version(path.stem().string());
        REQUIRE(release);
        std::vector<tests::Mark> marks;
        analysis::Options options;
        options.torch = *release;
        const analysis::Analysis analysis = analysis::analyze(source, options);
        for (const rules::Finding& finding : analysis.findings()) {
            const bool later = finding.outcome == rules::Outcome::late || finding.outcome == rules::Outcome::recompile;
            CHECK((finding.severity == rules::Severity::hint) == later);
            marks.push_back(tests::mark(*source, finding.span, std::string(rules::to_string(finding.outcome))));
        }
        tests::check_golden(path, tests::with_marks(marked.code, std::move(marks)),
                            tests::with_marks(marked.code, marked.marks));
    }
}
