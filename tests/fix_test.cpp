// The loop that applies fixes, driven by a toy analysis: each letter `a` is a finding, a `!` is what does not parse.
#include "analysis/values/program.h"  // what an Analysis owns
#include "transforms/proof/proof.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {

using transforms::Edit;
using transforms::Fix;
using transforms::Safety;

std::shared_ptr<const analysis::Analysis> find_letters(std::shared_ptr<const text::Source> source) {
    std::vector<rules::Finding> findings;
    const std::string_view text = source->text();
    for (std::uint32_t i = 0; i < text.size(); ++i) {
        if (text[i] < 'a' || text[i] > 'z') continue;
        rules::Finding finding;
        finding.span = {i, i + 1};
        findings.push_back(finding);
    }
    std::vector<analysis::Problem> problems;
    if (text.find('!') != std::string_view::npos) problems.push_back({.reason = "a `!`"});
    return std::make_shared<const analysis::Analysis>(source, nullptr, findings, problems);
}

// What to put in the place of a letter, and how safe that is.
struct Rewrite {
    std::string text;
    Safety safety = Safety::safe;
    std::string needs{};
};

struct Toy {
    std::multimap<char, Rewrite> rewrites;
    bool unsafe = false;
    std::size_t max_size = text::Source::max_size;

    [[nodiscard]] transforms::Fixed fix(const std::string& text) const {
        const auto propose = [this](const analysis::Analysis& analysis, const rules::Finding& finding) {
            transforms::Proposal proposal;
            const auto [first, last] = rewrites.equal_range(analysis.source().text()[finding.span.begin]);
            std::for_each(first, last, [&](const auto& each) {
                const Rewrite& rewrite = each.second;
                proposal.fixes.push_back({.rewrite = "toy",
                                          .title = "",
                                          .safety = rewrite.safety,
                                          .assumes = "",
                                          .needs = rewrite.needs,
                                          .edits = {{finding.span, rewrite.text}}});
            });
            return proposal;
        };
        const auto source = std::make_shared<const text::Source>("toy.py", text, text::Encoding{"cp1252", true});
        return transforms::fix_to_fixed_point(
            source, {.analyze = find_letters, .propose = propose, .choice = {.unsafe = unsafe}, .max_size = max_size});
    }
};

Fix replacing(std::vector<Edit> edits) {
    return {
        .rewrite = "toy", .title = "", .safety = Safety::safe, .assumes = "", .needs = "", .edits = std::move(edits)};
}

std::vector<Edit> combined(const std::vector<Fix>& fixes) {
    std::vector<const Fix*> pointers;
    for (const Fix& fix : fixes) pointers.push_back(&fix);
    return transforms::combine(pointers);
}

}  // namespace

TEST_CASE("fixes that overlap an earlier one are left out whole") {
    const auto edits =
        combined({replacing({{{4, 6}, "B"}}), replacing({{{0, 1}, "no"}, {{5, 7}, "no"}}),
                  replacing({{{0, 1}, "no"}, {{3, 5}, "no"}}), replacing({{{6, 8}, "C"}, {{1, 2}, "A"}})});
    CHECK(edits == std::vector<Edit>{{{1, 2}, "A"}, {{4, 6}, "B"}, {{6, 8}, "C"}});
    CHECK(transforms::edit::well_formed(edits));
}

TEST_CASE("edits that two fixes have in common are made once") {
    const Edit import{{0, 0}, "import torch\n"};
    CHECK(combined({replacing({import, {{4, 5}, "A"}}), replacing({import, {{6, 7}, "B"}})}) ==
          std::vector<Edit>{import, {{4, 5}, "A"}, {{6, 7}, "B"}});
    CHECK(combined({replacing({import}), replacing({{{0, 0}, "another"}, {{6, 7}, "B"}})}) ==
          std::vector<Edit>{import});
}

TEST_CASE("fixes are applied until none is left, and everything else stays") {
    const auto fixed = Toy{.rewrites = {{'a', {"bb"}}, {'b', {"C"}}}}.fix("1a\r\n2a\rX");
    CHECK(fixed.text == "1CC\r\n2CC\rX");
    CHECK(fixed.applied.size() == 6);
    CHECK(fixed.last->findings().empty());
    CHECK(fixed.source->text() == fixed.text);
    CHECK(fixed.source->path() == "toy.py");
    CHECK(fixed.source->encoding().name == "cp1252");
    CHECK(fixed.source->encoding().byte_order_mark);
}

TEST_CASE("what nobody can fix is left as a finding") {
    const auto fixed = Toy{.rewrites = {{'a', {"A"}}}}.fix("a z");
    CHECK(fixed.text == "A z");
    CHECK(fixed.last->findings().size() == 1);
}

TEST_CASE("one fix that spoils the text does not hide the others") {
    const auto fixed = Toy{.rewrites = {{'a', {"A"}}, {'b', {"!"}}, {'c', {"C"}}}}.fix("abcab");
    CHECK(fixed.text == "AbCAb");
    CHECK(fixed.applied.size() == 3);
}

TEST_CASE("fixes that spoil the text only together are applied one by one") {
    // `a` and `b` are fine alone; the toy parser takes the two results side by side for a `!`.
    const auto analyze = [](std::shared_ptr<const text::Source> source) {
        if (source->text() != "AB") return find_letters(std::move(source));
        return std::make_shared<const analysis::Analysis>(source, nullptr, std::vector<rules::Finding>{},
                                                          std::vector<analysis::Problem>{{.reason = "A next to B"}});
    };
    const auto propose = [](const analysis::Analysis& analysis, const rules::Finding& finding) {
        const char letter = analysis.source().text()[finding.span.begin];
        return transforms::Proposal{.fixes = {replacing({{finding.span, letter == 'a' ? "A" : "B"}})}, .declined = {}};
    };
    const auto fixed = transforms::fix_to_fixed_point(std::make_shared<const text::Source>("toy.py", "ab"),
                                                      {.analyze = analyze, .propose = propose});
    CHECK(fixed.text == "aB");
    CHECK(fixed.applied.size() == 1);
}

TEST_CASE("a text that does not parse is left alone") {
    const auto fixed = Toy{.rewrites = {{'a', {"A"}}}}.fix("a!");
    CHECK(fixed.text == "a!");
    CHECK(fixed.applied.empty());
}

TEST_CASE("only what was asked for is applied") {
    const Toy toy{.rewrites = {{'a', {"U", Safety::unsafe}},
                               {'b', {"N", Safety::safe, "runtime"}},
                               {'c', {"S", Safety::suggestion}},
                               {'d', {"U", Safety::unsafe}},
                               {'d', {"D", Safety::safe}}}};
    CHECK(toy.fix("abcd").text == "abcD");
    Toy unsafe = toy;
    unsafe.unsafe = true;
    CHECK(unsafe.fix("abc").text == "Ubc");
}

TEST_CASE("a text grows no longer than a source may be") {
    const Toy toy{.rewrites = {{'a', {"Long"}}, {'b', {"B"}}}, .max_size = 5};
    CHECK(toy.fix("a1b").text == "a1B");
    CHECK(toy.fix("1a").text == "1Long");
}

TEST_CASE("what can be tested is tested by a safe fix, and anything else refused; an unsafe one assumes it") {
    transforms::proof::Proof safe, refused, unsafe(transforms::proof::Answer::assume);
    safe.test_or_assume(transforms::proof::rank_above("b", 0), "b is large", "b may be small");
    CHECK(transforms::proof::code(safe.guards()) == "b.dim() > 0");
    CHECK(!safe.unproven());
    refused.test_or_assume(std::nullopt, "b is large", "b may be small");
    CHECK(refused.refused());
    CHECK(refused.unproven() == "b may be small");
    CHECK(refused.assumptions().empty());
    unsafe.test_or_assume(transforms::proof::rank_above("b", 0), "b is large", "b may be small");
    CHECK(!unsafe.refused());
    CHECK(unsafe.guards().empty());
    CHECK(unsafe.assumptions() == std::vector<std::string>{"b is large"});
}

TEST_CASE("rewrites that never end are stopped") {
    const auto growing = Toy{.rewrites = {{'a', {"Xa"}}}}.fix("a");
    CHECK(growing.applied.size() == transforms::max_rounds);
    const auto idle = Toy{.rewrites = {{'a', {"a"}}}}.fix("a");
    CHECK(idle.applied.empty());
    CHECK(idle.text == "a");
}
