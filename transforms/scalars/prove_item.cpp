#include "transforms/scalars/prove_item.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/sign.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/proof/guard.h"

#include <algorithm>

namespace transforms::scalars {

using edit::quoted;
using scalar_uses::is_whole;
using syntax::Field;
using Property = proof::Guard::Property;
using Relation = proof::Guard::Relation;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view root = "sqrt", whole_dtype = ".int64";

}  // namespace

void KeptReader::check_uses() {
    if (facts_.shows_all_variables()) return proof_.refuse("something in the function may see all its variables");
    if (facts_.reshapes_in_place()) return proof_.refuse("something in the function gives a tensor another shape");
    if (!site_.variable) {
        uses_.check_read(site_.call);
        return check_dtype();
    }
    const auto several = quoted(site_.variable) + " is assigned, or used, in more than one place";
    if (!variable_ || variable_->captured) return proof_.refuse(several);
    if (is_assumed() && variable_->occurrences.size() > 1)
        if (const auto uses = uses_apart()) return check_apart(*uses, several);
    if (variable_->occurrences.front().node != site_.variable) return proof_.refuse(several);
    for (const names::Occurrence& each : variable_->occurrences)
        if (each.node != site_.variable && !is_other_number(each.node)) return proof_.refuse(several);
    for (const Node node : facts_.uses_of(*variable_)) {
        if (!effects::binds(*variable_, node) && !proof_.refused()) uses_.check_use(*variable_, node);
    }
    for (const names::Occurrence& each : variable_->occurrences)
        if (each.node != site_.variable && !is_in_branch(each.node)) return proof_.refuse(several);
    if (forms_.of(site_.tensor).is_bool() && !partners().empty())
        proof_.refuse(quoted(site_.tensor) + " is no number in arithmetic of tensors");
    check_dtype();
    if (!late().empty() && !conditions().empty())
        proof_.refuse(quoted(late().front().partners.front()) + " is not known yet where the number is read");
}

// Of the number, where the name holds something else elsewhere: `n = (x > 0).sum()`, `n = n.item()`. Nothing if they
// cannot be told apart.
std::optional<std::vector<Node>> KeptReader::uses_apart() const {
    std::vector<Node> all;
    for (const Node node : facts_.uses_of(*variable_)) {
        if (effects::binds(*variable_, node) || syntax::is_within(node, site_.statement))
            continue;  // which reads what was held before
        const auto made = facts_.definition(*variable_, syntax::statement_of(node));
        if (!made) return std::nullopt;
        if (made->statement && syntax::unparenthesized(made->value) == site_.call) all.push_back(node);
    }
    return all;
}

void KeptReader::check_apart(const std::vector<Node>& uses, const std::string& several) {
    for (const Node node : uses)
        if (!proof_.refused()) uses_.check_use(*variable_, node);
    if (!conditions().empty() || (!partners().empty() && forms_.of(site_.tensor).is_bool())) proof_.refuse(several);
    check_dtype();
}

// It is no complex number, of which tensors have kinds of their own; and, where that is asked for, no whole one.
void KeptReader::check_dtype() {
    const torch::Dtype dtype = facts_.value(site_.tensor).dtype;
    const bool is_known = dtype == torch::Dtype::integer || dtype == torch::Dtype::boolean;
    const bool meets = !partners().empty() || !uses_.devices().empty() || !late().empty() || !respelled().empty();
    if (is_of_partner() || dtype == torch::Dtype::floating || is_whole(numbers_) || proof_.refused()) return;
    if (numbers_ == known_ && (is_known || !meets)) return;
    const bool floats = numbers_ == scalar_uses::Numbers::floating || uses_.widened();
    if (site_.variable)
        return proof_.test(floats ? proof::is_floating(site_.variable.text())
                                  : proof::is_not_complex(site_.variable.text()));
    if (numbers_ != known_) return proof_.refuse(quoted(site_.tensor) + " may hold whole numbers");
    if (proof_.answer() == proof::Answer::assume) return;  // a complex tensor serves for its number as well
    for (const Node part : subtree(site_.tensor))
        if (part.is(Kind::identifier) && facts_.variable(part) && facts_.value(part).is_tensor())
            proof_.test(proof::is_not_complex(part.text()));
}

void KeptReader::check_tensor() {
    form_ = forms_.of(site_.tensor);
    if (!form_.is_tensor() || !form_.shape.empty()) test_tensor();
    if (site_.truth && !form_.is_bool())
        return proof_.refuse(quoted(site_.tensor) + " may be another number than a bool");
    if (site_.function == root && !effects::is_not_negative(facts_, site_.tensor, site_.statement))
        return proof_.refuse(quoted(site_.tensor) + " may be negative, which raises an error");
    const std::string name(site_.variable ? site_.variable.text() : "");
    roots_ = effects::roots_of(facts_, site_.tensor, site_.statement);
    const bool may_be_float = is_whole(numbers_) && !holds_whole_numbers(facts_, site_);
    // `int(x)` cuts off what is behind the point; `x.item()` does not.
    if (may_be_float && proof_.answer() == proof::Answer::assume && is_whole(known_)) {
        truncated_ = true;
        proof_.assume(quoted(site_.tensor) + " fits an int64", quoted(site_.tensor) + " may hold no whole number");
    } else if (may_be_float && proof_.answer() == proof::Answer::assume && numbers_ != known_) {
        must_index_ = true;
    } else if (may_be_float) {
        if (proof_.answer() == proof::Answer::assume || !site_.variable || is_used_elsewhere())
            return proof_.refuse(quoted(site_.tensor) + " may hold no whole number");
        proof_.test(proof::dtype_is(name, std::string(torch_) + std::string(whole_dtype)));
    }
    const bool is_buffer = is_assumed() && facts_.value(site_.tensor).origin == values::Origin::buffer;
    detached_ =
        facts_.without_gradients() || is_buffer || (roots_.differentiable.empty() && !tested_) || is_whole(numbers_);
    if (detached_ || !site_.warns()) return;
    silences_ = true;
    if (proof_.answer() == proof::Answer::assume)
        return proof_.assume("PyTorch's warning about the gradient is not missed", quoted(site_.call) + " warns");
    if (!site_.variable)
        return proof_.refuse(quoted(site_.call) + " warns where a gradient is wanted, and would not any more");
    proof_.test(proof::wants_no_gradient(name));
    detached_ = true;
}

void KeptReader::take_for_floats() {
    holds_floats_ = true;
    proof_.assume(quoted(site_.tensor) + " holds floats",
                  quoted(site_.tensor) + " may hold whole numbers, which stay whole in Python");
}

void KeptReader::test_tensor() {
    const bool is_kind = numbers_ == scalar_uses::Numbers::floating || is_whole(numbers_);
    if (proof_.answer() == proof::Answer::assume && !site_.truth) {
        reshaped_ = facts_.value(site_.tensor).rank != 0;
        return;
    }
    const bool alone = site_.variable && site_.call.parent().is(Kind::assignment);  // raises where it is tested
    if (!alone || !site_.function.empty() || site_.truth || !is_kind)
        return proof_.refuse(quoted(site_.tensor) + " may have more than one element");
    const std::string name(site_.variable.text());
    tested_ = true;
    if (!form_.is_tensor() || !metadata::is_certain(facts_, site_.tensor, site_.statement))
        proof_.test_kind(kind_of(name));
    proof_.test(proof::has_one_element(name));
    if (numbers_ == scalar_uses::Numbers::floating) proof_.test(proof::is_floating(name));
}

proof::Guard KeptReader::kind_of(std::string_view name) const { return proof::is_tensor(name, torch_); }

bool KeptReader::may_be_apart(Node partner, Node statement) const {
    const effects::Roots made = effects::roots_of(facts_, partner, statement);
    return !made.known || made.all.empty() || !std::ranges::includes(roots_.all, made.all);
}

void KeptReader::check_devices() {
    if (must_index_ && !uses_.indexes()) return proof_.refuse(quoted(site_.tensor) + " may hold no whole number");
    const Node source = first_tensor();
    const std::string home(source ? source.text() : site_.variable ? site_.variable.text() : "");
    for (const Node partner : partners())
        if (!home.empty() && partner.text() != home && may_be_apart(partner, site_.statement))
            proof_.test(proof::same_device(partner.text(), home));
    if (uses_.devices().empty()) return;
    if (uses_.widened()) return proof_.refuse(quoted(site_.statement) + " may tell a number from a tensor");
    for (const std::string& device : uses_.devices())
        if (device != home + ".device")
            proof_.test(proof::compared(Property::value, device, Relation::equal, home + ".device"));
}

proof::Guards KeptReader::tests() const {
    proof::Guards all;
    for (const Node each : partners())
        if (!metadata::is_certain(facts_, each, site_.statement)) all.push_back(kind_of(each.text()));
    std::ranges::move(proof_.guards(), std::back_inserter(all));
    // A fix that assumes something rests on what the finding does: that a tensor is read.
    if (proof_.answer() == proof::Answer::assume) std::erase_if(all, proof::tests_tensor);
    for (const Node each : partners())
        for (proof::Guard& test : scalar_uses::takes_as_number(each, torch_, is_whole(numbers_) && !uses_.widened()))
            all.push_back(std::move(test));
    return asked_of_number(std::move(all));
}

// `n = (a != b).sum()`: what a and b are does not matter, if n is a tensor.
proof::Guards KeptReader::asked_of_number(proof::Guards tests) const {
    if (!site_.variable || !site_.call.parent().is(Kind::assignment) || tested_) return tests;
    bool is_asked = false;
    for (const Node part : subtree(site_.tensor)) {
        const auto speaks = [&](const proof::Guard& each) { return proof::speaks_of(each, part.text()); };
        const auto asks = [&](const proof::Guard& each) {
            return each.property == Property::type && each.subject == part.text();
        };
        if (!facts_.variable(part) || std::ranges::count_if(tests, speaks) != 1) continue;
        is_asked = std::erase_if(tests, asks) > 0 || is_asked;
    }
    const std::string name(site_.variable.text());
    if (is_asked) tests.insert(tests.begin(), {kind_of(name), proof::rank_is(name, 0)});
    return tests;
}

proof::Guards KeptReader::late_tests(const scalar_uses::LateMeeting& meeting) const {
    proof::Guards all;
    for (const Node each : meeting.partners) {
        if (!metadata::is_certain(facts_, each, meeting.statement)) all.push_back(kind_of(each.text()));
        if (may_be_apart(each, meeting.statement))
            all.push_back(proof::same_device(each.text(), meeting.variable->text));
        std::ranges::move(scalar_uses::takes_as_number(each, torch_, is_whole(numbers_) && !uses_.widened()),
                          std::back_inserter(all));
    }
    return all;
}

KeptNumber KeptReader::number() {
    const bool whole = is_whole(numbers_), plain = !uses_.widened();
    const std::string truth = "bool";
    const std::string term = !plain ? "float" : forms_.of(site_.tensor).is_bool() ? truth : whole ? "int" : "float";
    KeptNumber made{.names = {}, .tensor = site_.tensor, .partners = partners()};
    if (variable_) made.names.push_back({.variable = variable_, .term = term});
    for (const scalar_uses::HeldNumber& each : uses_.names())
        made.names.push_back({.variable = each.variable, .term = each.truth ? truth : term});
    return made;
}

bool KeptReader::is_of_partner() {
    const std::string dtype = forms_.of(site_.tensor).dtype;
    return std::ranges::any_of(partners(),
                               [&](Node each) { return scalar_uses::is_made_of(dtype, forms_.of(each).dtype); });
}

bool KeptReader::is_other_number(Node name) {
    const auto assignment = syntax::as<syntax::Assignment>(name.parent());
    return assignment && assignment->target() == name && assignment->value() && uses_.takes(assignment->value());
}

bool KeptReader::is_in_branch(Node name) const {
    return std::ranges::any_of(conditions(), [&](Node condition) {
        const Node statement = syntax::statement_of(condition);
        return statement.is(Kind::if_statement) && syntax::is_within(name, statement);
    });
}

bool KeptReader::is_used_elsewhere() const {
    const Node function = facts_.function();
    for (const Node node : subtree(function))
        if (facts_.variable(node) && !syntax::is_within(node, site_.statement) &&
            std::ranges::find(roots_.all, node.text(), &effects::Root::name) != roots_.all.end() &&
            facts_.variable(node)->occurrences.front().node != node)
            return true;
    return false;
}

Node KeptReader::first_tensor() {
    for (const Node part : subtree(site_.tensor))
        if (part.is(Kind::identifier) && facts_.variable(part) && facts_.value(part).is_tensor()) return part;
    return {};
}

}  // namespace transforms::scalars
