#include "analysis/analyze.h"
#include "analysis/rules/all.h"
#include "tests/support/expect.h"
#include "tests/support/golden.h"
#include "tests/support/pages.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

// The pages beside the rules are their documentation and their tests: every block of Python is checked, and what is
// found, fixed and declined has to be what the page shows.

namespace {

using SharedSource = std::shared_ptr<const text::Source>;

std::string words_of(const rules::Finding& finding) {
    std::string words;
    if (finding.outcome != rules::Outcome::split) words += to_string(finding.outcome);
    if (finding.reach != rules::Reach::always) words.append(words.empty() ? "" : ", ").append(to_string(finding.reach));
    return words.empty() ? "" : " (" + words + ")";
}

std::string with_findings(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::vector<tests::Mark> marks;
    for (const rules::Finding& finding : analysis.findings()) {
        std::string text = std::string(finding.code).append(words_of(finding)).append(": ").append(finding.message);
        marks.push_back(tests::mark(*source, finding.span, std::move(text)));
    }
    return tests::with_marks(source->text(), std::move(marks));
}

std::string reasons(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::vector<std::string> found;
    for (const rules::Finding& finding : analysis.findings())
        if (const auto declined = transforms::propose(analysis, finding).declined)
            if (std::find(found.begin(), found.end(), *declined) == found.end()) found.push_back(*declined);
    std::string text;
    for (const std::string& reason : found) text.append(reason).append("\n");
    return text;
}

// The page as the program would have it.
tests::Page executed(tests::Page page) {
    SharedSource source;
    for (tests::Block& block : page.blocks) {
        if (block.info == "python") {
            source = std::make_shared<const text::Source>("page.py", tests::parse_marks(block.body).code);
            block.body = with_findings(source);
        } else if (source && (block.info == "python fixed" || block.info == "python unsafe-fixed")) {
            block.body = transforms::fix(source, {}, {.unsafe = block.info == "python unsafe-fixed"}).text;
        } else if (source && block.info == "text declined") {
            block.body = reasons(source);
        }
    }
    return page;
}

std::set<std::string> codes_shown(const tests::Page& page) {
    std::set<std::string> codes;
    for (const tests::Block& block : page.blocks)
        if (block.info == "python")
            for (const tests::Mark& mark : tests::parse_marks(block.body).marks)
                codes.insert(mark.text.substr(0, mark.text.find_first_of(" :")));
    return codes;
}

}  // namespace

TEST_CASE("what a rule page shows is what is found, fixed and declined") {
    for (const auto& path : tests::files_in("analysis/rules", ".md")) {
        CAPTURE(path.filename().string());
        const tests::Page page = tests::parse_page(tests::read(path));
        tests::check_golden(path, tests::print(executed(page)), tests::print(tests::normalized(page)));
    }
}

TEST_CASE("every rule has one page, every page a rule, and every code is shown on its page") {
    std::set<std::string> table;
    for (const rules::Rule* rule : rules::all()) table.insert(std::string(rule->code).append(" ").append(rule->name));
    std::set<std::string> headings;
    for (const auto& path : tests::files_in("analysis/rules", ".md")) {
        const tests::Page page = tests::parse_page(tests::read(path));
        const std::string heading = page.code + " " + page.name;
        CAPTURE(path.filename().string());
        CHECK_MESSAGE(codes_shown(page).contains(page.code), "no example on the page has a finding of ", page.code);
        CHECK_MESSAGE(table.contains(heading), "the table of rules has no `", heading, "`");
        CHECK_MESSAGE(headings.insert(heading).second, "another page has the heading `# ", heading, "`, too");
    }
    for (const std::string& rule : table)
        CHECK_MESSAGE(headings.contains(rule), "no page has the heading `# ", rule, "`");
}
