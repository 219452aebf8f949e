// The pages in tests/fixes: programs whose findings are fixed or declined as the page shows. Unlike a rule page they
// say nothing about the findings themselves.
#include "analysis/analyze.h"
#include "analysis/rules/all.h"
#include "analysis/values/program.h"  // what an Analysis owns
#include "tests/support/golden.h"
#include "tests/support/pages.h"
#include "transforms/rewrites.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

using SharedSource = std::shared_ptr<const text::Source>;

std::string fixed(const SharedSource& source, const transforms::Choice& choice) {
    const transforms::Fixed once = transforms::fix(source, {}, choice);
    CHECK(once.last->problems().empty());
    CHECK(transforms::fix(once.source, {}, choice).applied.empty());
    return once.text;
}

// As the import hook gets it: no line moves.
std::string in_memory(const SharedSource& source) {
    const transforms::InMemory effects = transforms::in_memory::rewrite_effects(analysis::analyze(source, {}), false);
    CHECK(transforms::edit::well_formed(effects.edits));
    std::string text = transforms::apply(source->text(), effects.edits);
    CHECK(std::ranges::count(text, '\n') == std::ranges::count(source->text(), '\n'));
    return text;
}

// And what is left of it for the readings, as the import hook gets it.
std::string with_readings(const SharedSource& source) {
    const auto last = std::make_shared<const analysis::Analysis>(analysis::analyze(source, {}));
    const auto read =
        transforms::in_memory::read_while_tracing({.text = {}, .applied = {}, .source = source, .last = last}, {});
    CHECK(std::ranges::count(read.source->text(), '\n') == std::ranges::count(source->text(), '\n'));
    return std::string(read.source->text());
}

// What is left of loops for the graph, as the import hook gets it.
std::string with_loops(const SharedSource& source) {
    const transforms::InMemory loops = transforms::in_memory::rewrite_loops(analysis::analyze(source, {}));
    CHECK(transforms::edit::well_formed(loops.edits));
    std::string text = transforms::apply(source->text(), loops.edits);
    CHECK(std::ranges::count(text, '\n') == std::ranges::count(source->text(), '\n'));
    for (const transforms::Treated& each : loops.treated)
        if (each.title.empty()) text.append("# ").append(each.function).append(": ").append(each.declined).append("\n");
    return text;
}

// A line for each output or check that does not become a part of the graph.
std::string left(const SharedSource& source) {
    std::string text;
    for (const transforms::Treated& each :
         transforms::in_memory::rewrite_effects(analysis::analyze(source, {}), false).treated)
        if (each.title.empty()) text.append(each.function).append(": ").append(each.declined).append("\n");
    return text;
}

// A line for each finding that has no safe fix, with the function that it is in.
std::string reasons(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::string text;
    for (const rules::Finding& finding : analysis.findings())
        if (const auto declined = transforms::propose(analysis, finding).declined)
            text.append(finding.function).append(": ").append(*declined).append("\n");
    return text;
}

// A line for each finding that no edit mends, with the function that it is in.
std::string advised(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::string text;
    for (const rules::Finding& finding : analysis.findings())
        if (const std::string advice = transforms::propose(analysis, finding).advice; !advice.empty())
            text.append(finding.function).append(": ").append(advice).append("\n");
    return text;
}

// Not one of the further forms of another fix.
bool is_first(const transforms::Fix& fix) { return fix.assumed.empty() && fix.form != transforms::Form::gated; }

// A line for each unsafe fix, with the function that it is in.
std::string assumed(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::string text;
    for (const rules::Finding& finding : analysis.findings())
        for (const transforms::Fix& fix : transforms::propose(analysis, finding).fixes)
            if (fix.safety == transforms::Safety::unsafe && is_first(fix))
                text.append(finding.function).append(": ").append(fix.assumes).append("\n");
    return text;
}

// With every suggestion of the program as it is, which no command applies by itself.
std::string suggested(const SharedSource& source) {
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::vector<transforms::Fix> fixes;
    for (const rules::Finding& finding : analysis.findings())
        for (transforms::Fix& fix : transforms::propose(analysis, finding).fixes)
            if (fix.safety == transforms::Safety::suggestion && is_first(fix)) fixes.push_back(std::move(fix));
    std::vector<const transforms::Fix*> all;
    for (const transforms::Fix& fix : fixes) all.push_back(&fix);
    return transforms::apply(source->text(), transforms::combine(all));
}

tests::Page executed(tests::Page page) {
    SharedSource source;
    for (tests::Block& block : page.blocks) {
        if (block.info == "python")
            source = std::make_shared<const text::Source>("page.py", block.body);
        else if (block.info == "python fixed")
            block.body = fixed(source, {});
        else if (block.info == "python unsafe-fixed")
            block.body = fixed(source, {.unsafe = true});
        else if (block.info == "python plain-fixed")
            block.body = fixed(source, {.unsafe = true, .form = transforms::Form::plain});
        else if (block.info == "python gated-fixed")
            block.body = fixed(source, {.unsafe = true, .form = transforms::Form::gated});
        else if (block.info == "python runtime-fixed")
            block.body = fixed(source, {.runtime = true});
        else if (block.info == "python suggested")
            block.body = suggested(source);
        else if (block.info == "python in-memory")
            block.body = in_memory(source);
        else if (block.info == "python operator-loops")
            block.body = with_loops(source);
        else if (block.info == "python while-tracing")
            block.body = with_readings(source);
        else if (block.info == "text declined")
            block.body = reasons(source);
        else if (block.info == "text advice")
            block.body = advised(source);
        else if (block.info == "text assumed")
            block.body = assumed(source);
        else if (block.info == "text left")
            block.body = left(source);
    }
    return page;
}

}  // namespace

TEST_CASE("every rule has a reason for when no rewrite answers") {
    for (const rules::Rule* rule : rules::all()) {
        CAPTURE(rule->name);
        CHECK(!transforms::reason_of(rule->code).empty() !=
              (rule == &rules::print_call || rule == &rules::logging_call || rule == &rules::warning_call));
    }
}

TEST_CASE("every rule has words of advice, also without a look at the code") {
    for (const rules::Rule* rule : rules::all()) {
        CAPTURE(rule->name);
        rules::Finding finding;
        finding.code = rule->code;
        const std::string advice = transforms::advice_of(finding);
        CHECK(!advice.empty());
        CHECK(advice.find('{') == std::string::npos);
    }
}

TEST_CASE("what a page of fixes shows is what is fixed and declined") {
    for (const auto& path : tests::files_in("tests/fixes", ".md")) {
        CAPTURE(path.filename().string());
        const tests::Page page = tests::parse_page(tests::read(path));
        tests::check_golden(path, tests::print(executed(page)), tests::print(page));
    }
}
