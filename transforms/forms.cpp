#include "transforms/forms.h"

#include "transforms/as_made.h"
#include "transforms/established.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace transforms {

namespace {

using proof::Guard;
using proof::Guards;

constexpr std::size_t max_plain_guards = 2;
constexpr std::string_view gate = ".compiler.is_compiling()";
constexpr std::ptrdiff_t max_plain_lines = 6;
constexpr std::size_t max_plain_columns = 240;  // selects within selects become lines that nobody reads

std::ptrdiff_t lines_of(std::string_view text) { return std::ranges::count(text, '\n'); }

bool is_plain(const Guard& guard) {
    const bool takes_apart = guard.property == Guard::Property::type || guard.property == Guard::Property::magnitude ||
                             guard.property == Guard::Property::code;
    return !takes_apart && guard.join == Guard::Join::none;
}

// What people say of their tensors. That something wants no gradient is seldom true of all calls, and where a dtype is
// another one than a name says, results change without a word.
bool is_assumable(const Guard& guard) {
    if (!guard.assumable || guard.property == Guard::Property::gradient) return false;
    const bool names_dtype = guard.property == Guard::Property::dtype && guard.other.empty();
    const bool is_one = guard.relation == Guard::Relation::equal && !guard.operand.ends_with(".bool");
    if (names_dtype && is_one) return false;
    return std::ranges::all_of(guard.parts, is_assumable);
}

// Nobody has to be told that `x` is a tensor beside what only tensors have, nor, beside something else, what all fixes
// rest on: that the tensors of a function are on one device.
Guards without_kinds(const Guards& guards) {
    Guards rest;
    const auto compares_devices = [](const Guard& guard) {
        return guard.property == Guard::Property::device && !guard.other.empty();
    };
    if (std::ranges::all_of(guards, compares_devices)) return guards;
    for (const Guard& guard : guards) {
        if (compares_devices(guard)) continue;
        const auto takes_it = [&](const Guard& other) { return proof::asks_tensor(other, guard.subject); };
        const bool may_be_missing = guard.subject.find(".get(") != std::string::npos;
        if (!proof::tests_tensor(guard) || may_be_missing || std::ranges::none_of(guards, takes_it))
            rest.push_back(guard);
    }
    return rest;
}

// The fix in one form: the guards in front of the new code, and those that are assumed instead.
std::optional<Fix> in_form(const Rewriting& rewriting, const Writer& write, Form form, const Guards& tested,
                           const Guards& assumed) {
    auto edits = write(tested);
    if (!edits) return std::nullopt;
    std::vector<std::string> assumptions = rewriting.assumptions;
    const Guards kinds = without_kinds(assumed);
    const AsMade made = rewriting.facts ? as_made(*rewriting.facts, rewriting.statement, kinds) : AsMade{kinds, {}};
    std::vector<std::string> said = proof::says_together(made.open);
    if (!made.places.empty()) said.push_back(says_as_made(made.places));
    if (!rewriting.in_short.empty() && assumptions.size() + said.size() > max_assumptions)
        said = {std::string(rewriting.in_short)};
    for (std::string& each : said)
        if (std::ranges::find(assumptions, each) == assumptions.end()) assumptions.push_back(std::move(each));
    Fix fix{.rewrite = rewriting.name,
            .title = rewriting.title,
            .safety = Safety::safe,
            .form = form,
            .assumes = proof::listed(assumptions),
            .edits = std::move(*edits),
            .tests = tested,
            .assumed = assumed,
            .measurable = rewriting.assumptions.empty()};
    if (form == Form::gated)
        fix.title += " while compiling";
    else if (!tested.empty())
        fix.title += rewriting.where_tested;
    if (!assumptions.empty()) {
        const bool many = assumptions.size() > max_assumptions && !assumed.empty();
        fix.safety = many || rewriting.doubtful ? Safety::suggestion : Safety::unsafe;
        fix.title += " (assumes that " + fix.assumes + ")";
    }
    return fix;
}

// Of two versions of it where guards stand in front.
bool is_short_with(const Rewriting& rewriting, const Writer& write, const Guards& guards) {
    const auto edits = rewriting.facts ? write(guards) : std::nullopt;
    return !edits || is_short(*edits, rewriting.facts->function().tree()->source());
}

}  // namespace

bool are_plain(const Guards& guards) {
    return guards.size() <= max_plain_guards && std::ranges::all_of(guards, is_plain);
}

bool is_short(std::span<const edit::Edit> edits, const text::Source& source) {
    std::ptrdiff_t added = 0;
    for (const edit::Edit& each : edits) added += lines_of(each.text) - lines_of(source.text(each.span));
    return added <= max_plain_lines && is_narrow(edits);
}

bool is_narrow(std::span<const edit::Edit> edits) {
    const auto longest = [](std::string_view text) {
        std::size_t most = 0;
        for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
            end = std::min(text.find('\n', begin), text.size());
            most = std::max(most, end - begin);
        }
        return most;
    };
    return std::ranges::all_of(edits, [&](const edit::Edit& each) { return longest(each.text) <= max_plain_columns; });
}

std::vector<Fix> in_forms(const Rewriting& rewriting, const Writer& write) {
    const Guards guards =
        rewriting.facts ? not_established(*rewriting.facts, rewriting.statement, rewriting.guards) : rewriting.guards;
    if (rewriting.facts && is_known_wrong(*rewriting.facts, rewriting.statement, guards)) return {};
    const bool assumable = std::ranges::all_of(guards, is_assumable);
    // Code that rests on an assumption anyway is not written twice for a test.
    const bool assumes = !rewriting.assumptions.empty() && !guards.empty() && assumable;
    const bool plain = guards.empty() || (are_plain(guards) && !assumes && rewriting.testable && rewriting.readable &&
                                          is_short_with(rewriting, write, guards));
    std::vector<Fix> forms;
    const auto add = [&](Form form, const Guards& tested, const Guards& assumed) {
        if (auto fix = in_form(rewriting, write, form, tested, assumed)) forms.push_back(std::move(*fix));
    };
    if (plain || rewriting.testable) add(plain ? Form::plain : Form::guarded, guards, {});
    if ((forms.empty() && rewriting.testable) || (plain && rewriting.assumptions.empty())) return forms;
    if (!plain && !assumable) return forms;
    if (!plain) add(Form::plain, {}, guards);
    if (rewriting.torch.empty()) return forms;
    Guards gated{proof::code(rewriting.torch + std::string(gate))};
    if (plain) gated.insert(gated.end(), guards.begin(), guards.end());
    add(Form::gated, gated, plain ? Guards{} : guards);
    return forms;
}

bool holds_in_training(const Fix& fix) {
    return std::ranges::none_of(fix.tests,
                                [](const Guard& each) { return each.property == Guard::Property::gradient; });
}

bool is_certain(const Proposal& tested) {
    return std::ranges::any_of(tested.fixes, [](const Fix& fix) {
        return fix.safety == Safety::safe && fix.form == Form::plain && holds_in_training(fix);
    });
}

Proposal joined(Proposal tested, Proposal assumed) {
    if (tested.fixes.empty()) return assumed;
    if (is_certain(tested) || assumed.fixes.empty()) return tested;
    const auto is_guarded = [](const Fix& fix) { return fix.form == Form::guarded; };
    std::erase_if(assumed.fixes, is_guarded);
    std::erase_if(tested.fixes, [&](const Fix& fix) { return !is_guarded(fix) && fix.safety != Safety::safe; });
    std::ranges::move(tested.fixes, std::inserter(assumed.fixes, assumed.fixes.begin()));
    assumed.declined = std::move(tested.declined);
    return assumed;
}

}  // namespace transforms
