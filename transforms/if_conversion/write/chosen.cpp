#include "transforms/if_conversion/write/chosen.h"

#include "analysis/effects/accumulator.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/parentheses.h"
#include "transforms/if_conversion/write/arm_in_any_case.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view double_dtype = ".float64";

}  // namespace

std::string ChosenText::of(const Target& target, const std::vector<std::string>& names) const {
    std::vector<std::string> values;
    for (std::size_t arm = 0; arm < target.values.size(); ++arm) values.push_back(arms_.of(target, arm));
    if (target.temporary || target.alike) {
        const auto given = std::ranges::find_if(target.values, [](Node value) { return static_cast<bool>(value); });
        return target.before + values[static_cast<std::size_t>(given - target.values.begin())] + target.behind;
    }
    if (const auto arm = arm_in_any_case(facts_, at_, proven_, target))
        return target.before + values[*arm] + target.behind;
    if (auto text = names.size() == 1 ? filled_in_place(target, names.front()) : std::nullopt) return std::move(*text);
    if (const auto flag = flagged(target, names.front())) return *flag;
    const bool has_dtype =
        std::ranges::find(proven_.proof.assumptions(), speculation::all_fit) != proven_.proof.assumptions().end();
    for (std::size_t arm = 0; arm < values.size() && !has_dtype; ++arm)
        if (target.is_cast(arm)) values[arm] = edit::with_method(values[arm], target.cast);
    if (const auto wide = proven_.wide.find(static_cast<std::size_t>(&target - at_.targets.data()));
        wide != proven_.wide.end())
        values.back() = wide->second + ".new_full((), " + values.back() + ", dtype=" + std::string(torch_) +
                        std::string(double_dtype) + ")";
    const bool fills_first = fills(facts_, target, 0), fills_second = values.size() > 1 && fills(facts_, target, 1);
    const auto filled = fills_first ? 0U : 1U;
    if (names.size() == 1 && values.size() == 2 && fills_first != fills_second)
        return target.before + this->filled(target, filled, values, names.front()) + target.behind;
    std::string rest = values.back();
    for (std::size_t i = names.size(); i > 0; --i) {
        const bool swapped = proven_.predicate.questions[i - 1].negated;
        const std::string& value = values[i - 1];
        if (value == rest && i > 1 && at_.targets.size() > 1) continue;  // all conditions have their lines
        if (proven_.predicate.questions[i - 1].in_python) {
            rest.insert(0, value + " if " + names[i - 1] + " else ");
            continue;
        }
        rest = std::string(torch_) + std::string(select) + names[i - 1] + ", " + (swapped ? rest : value) + ", " +
               (swapped ? value : rest) + ")";
    }
    return target.before + rest + target.behind;
}

// `found | c` where an arm sets it, `found & ~c` where one clears it.
std::optional<std::string> ChosenText::flagged(const Target& target, const std::string& question) const {
    if (!target.variable || target.values.size() != 2) return std::nullopt;
    const values::Value before = value_before(facts_, at_, target);
    const bool is_flag = function::is_traced_number(before) && values::category(before) == torch::Dtype::boolean;
    if (!is_flag && !effects::is_truth_accumulator(facts_, *target.variable)) return std::nullopt;
    const std::size_t arm = target.values[0] ? 0 : 1;
    const Node given = target.values[arm];
    if (target.values[1 - arm] || (!given.is(Kind::true_) && !given.is(Kind::false_))) return std::nullopt;
    const bool sets = given.is(Kind::true_);
    const bool is_opposite = proven_.predicate.questions.front().negated == (arm == 0);
    return target.text + (sets ? " | " : " & ") + (is_opposite == sets ? "~" : "") + edit::grouped(question);
}

// `t.masked_fill_(c, 0)` of `if c: t.zero_()`
std::optional<std::string> ChosenText::filled_in_place(const Target& target, const std::string& question) const {
    const condition::Question& asked = proven_.predicate.questions.front();
    if (!target.text.empty() || !target.written || target.values.size() != 2 || asked.in_python) return std::nullopt;
    const std::size_t arm = target.values[0].text() == target.written.text() ? 1 : 0;
    const Node fill = target.values[arm], left = target.values[1 - arm];
    const bool is_one = fill.is(Kind::call) && function::is_update(fill) && function::links_of(fill).size() == 1;
    if (!is_one || left.text() != target.written.text()) return std::nullopt;
    const syntax::Node name = fill.child(syntax::Field::function).child(syntax::Field::attribute);
    const syntax::Node given = syntax::Call{fill}.arguments().first_child();
    if (!function::fill_named(name.text()) || function::updated_by(fill).text() != left.text()) return std::nullopt;
    const std::string condition = asked.negated != (arm == 1) ? "~" + edit::grouped(question) : question;
    return std::string(left.text()) + ".masked_fill_(" + condition + ", " + std::string(given ? given.text() : "0") +
           ")";
}

// `y[0].masked_fill(c, 0.0)`
std::string ChosenText::filled(const Target& target, std::size_t filled, const std::vector<std::string>& values,
                               const std::string& question) const {
    const bool swapped = proven_.predicate.questions.front().negated != (filled == 1);
    const std::string condition = swapped ? "~" + edit::grouped(question) : question;
    return edit::with_method(values[1 - filled], ".masked_fill(") + condition + ", " +
           std::string(target.values[filled].text()) + ")";
}

}  // namespace transforms::if_conversion
