#include "transforms/speculation/gradient_hazards.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/dict_slot.h"
#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/metadata/slot_guards.h"
#include "transforms/operation/operation.h"
#include "transforms/proof/guard.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::speculation {

using effects::Root;
using function::Facts;
using syntax::Kind;

namespace {

// The first that is spelled so: an attribute, or the item of a dict.
syntax::Node named(const Facts& facts, std::string_view place) {
    for (const syntax::Node node : subtree(facts.function()))
        if ((node.is(Kind::attribute) || function::is_item(facts, node)) && node.text() == place) return node;
    return {};
}

bool has_name(const Facts& facts, syntax::Node statement, const Root& root) {
    if (root.name.find_first_of(".[") != std::string_view::npos) {
        const syntax::Node place = named(facts, root.name);
        return place && root.since == effects::held_since(facts, place, statement);
    }
    const auto& bindings = facts.scope().bindings;
    const auto variable = std::ranges::find(bindings, root.name, &names::Binding::text);
    if (variable == bindings.end()) return false;
    const auto definition = facts.definition(*variable, statement);
    return root.since == (definition ? definition->value.index() : statement.index());
}

// And whether each is known to be a tensor.
using Names = std::vector<std::pair<std::string_view, bool>>;

// "not (x.requires_grad or w.requires_grad)"
std::optional<proof::Guard> none_wanted(const Facts& facts, syntax::Node statement, const Names& names,
                                        proof::Proof& kinds) {
    const auto torch =
        edit::torch_name(facts.program().names(), facts.function());  // which every rewrite asks for first
    std::vector<std::string> all;
    for (const auto& [name, is_tensor] : names) {
        const bool is_item = name.find('[') != std::string_view::npos;
        if (is_item) metadata::test_item(facts, statement, name, *torch, kinds);
        if (!is_tensor && !is_item) kinds.test_kind(proof::is_tensor(name, *torch));
        all.emplace_back(name);
    }
    return all.empty() ? std::nullopt : std::optional(proof::want_no_gradient(all));
}

const names::Binding* variable_of(const Facts& facts, const Root& root) {
    const auto& bindings = facts.scope().bindings;
    const auto found = std::ranges::find(bindings, root.name, &names::Binding::text);
    return found == bindings.end() || found->captured || found->rebound_inside ? nullptr : &*found;
}

// A parameter that is never assigned, or an attribute: a test in front can ask for it.
bool has_place(const Facts& facts, syntax::Node number) {
    const values::Value value = facts.value(number);
    if (!value.is(values::Kind::constant) && !value.is(values::Kind::number)) return false;
    const names::Binding* variable = facts.variable(number);
    if (!variable) return number.is(Kind::attribute);
    return variable->is_bound_once() && variable->occurrences.front().kind == names::BindingKind::parameter;
}

using Factors = std::vector<syntax::Node>*;

bool any_may_spoil(const Facts& facts, syntax::Children parts, Factors factors) {
    for (const syntax::Node part : parts)
        if (may_spoil(facts, part, factors)) return true;
    return false;
}

// `x * 2.0`, `2.0 * x`, `x / 2.0`, and `x * k` where a test in front can ask for k.
bool product_may_spoil(const Facts& facts, syntax::Node left, syntax::Node right, bool divides, Factors factors) {
    const auto factor = function::number_of(facts.value(right)), other = function::number_of(facts.value(left));
    if (factor && keeps_zero(*factor, divides)) return may_spoil(facts, left, factors);
    for (const auto& [number, tensor] : {std::pair(left, right), std::pair(right, left)})
        if (factors && !divides && has_place(facts, number)) {
            factors->push_back(number);
            return may_spoil(facts, tensor, factors);
        }
    return divides || !other || !keeps_zero(*other, false) || may_spoil(facts, right, factors);
}

bool operator_may_spoil(const Facts& facts, syntax::Node node, Factors factors) {
    using syntax::Op;
    const Op op = operator_of(node);
    if (op == Op::add || op == Op::sub) return any_may_spoil(facts, node.children(), factors);
    if (op != Op::mul && op != Op::div) return true;
    const syntax::Binary sides{node};
    return product_may_spoil(facts, sides.left(), sides.right(), op == Op::div, factors);
}

bool call_may_spoil(const Facts& facts, syntax::Node node, Factors factors) {
    using operation::Gradient;
    const auto operation = operation::operation_of(facts, node, facts.row_of(node));
    const Gradient gradient = operation ? operation->gradient() : Gradient::may_spoil;
    if (gradient != Gradient::stays_zero) return gradient != Gradient::none;
    const syntax::Call call{node};
    const auto method = syntax::as<syntax::Attribute>(call.function());
    return any_may_spoil(facts, call.arguments().children(), factors) ||
           (method && may_spoil(facts, method->object(), factors));
}

}  // namespace

bool detaches(const Facts& facts, syntax::Node expression) {
    for (const syntax::Node node : subtree(expression)) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (row && row->traits.cuts && row->traits.view) return true;
    }
    return false;
}

bool changes_in_place(const Facts& facts, const names::Binding& variable) {
    return std::ranges::any_of(facts.uses_of(variable), [](syntax::Node node) {
        const syntax::Node member = node.parent();
        return member.is(Kind::attribute) &&
               (function::is_update(member.parent()) || member.field() == syntax::Field::left);
    });
}

bool may_spoil(const Facts& facts, syntax::Node expression, std::vector<syntax::Node>* factors) {
    switch (expression.kind()) {
        case Kind::identifier:
        case Kind::integer:
        case Kind::float_:
        case Kind::true_:
        case Kind::false_:
        case Kind::none:
        case Kind::string:
        case Kind::comparison_operator: return false;
        case Kind::attribute: return facts.value(expression.child(syntax::Field::object)).is_tensor();
        case Kind::subscript: return may_spoil(facts, expression.child(syntax::Field::value), factors);
        case Kind::keyword_argument: return may_spoil(facts, syntax::Keyword{expression}.value(), factors);
        case Kind::parenthesized_expression:
        case Kind::tuple:
        case Kind::list:
        case Kind::unary_operator: return any_may_spoil(facts, expression.children(), factors);
        case Kind::binary_operator: return operator_may_spoil(facts, expression, factors);
        case Kind::call: return call_may_spoil(facts, expression, factors);
        default: return true;
    }
}

bool always_comes_from(const Facts& facts, const Root& made, const Root& root) {
    const names::Binding *variable = variable_of(facts, made), *source = variable_of(facts, root);
    if (!variable || !source || !source->is_bound_once() || changes_in_place(facts, *variable)) return false;
    for (const names::Occurrence& each : variable->occurrences) {
        const syntax::Node parent = each.node.parent();
        if (parent.is(Kind::augmented_assignment)) continue;
        const auto assignment = syntax::as<syntax::Assignment>(parent);
        if (!assignment || with_around(parent) || operations::casts_as_another(facts, assignment->value()))
            return false;
        const effects::Roots roots = effects::roots_of(facts, assignment->value(), syntax::statement_of(parent));
        const auto is_it = [&](const Root& from) { return from.name == source->text || from.name == variable->text; };
        if (std::ranges::none_of(roots.surely_differentiable, is_it)) return false;
    }
    return true;
}

std::optional<proof::Guard> wants_no_gradient(const Facts& facts, syntax::Node statement, const Root& root,
                                              const std::vector<syntax::Node>& expressions, const names::Binding* kept,
                                              proof::Proof& kinds) {
    if (auto test = wants_no_gradient(facts, statement, {root}, kinds)) return test;
    Names names;
    if (const values::Value value;
        kept && effects::roots_of(facts, *kept, statement, value).differentiable.contains(root))
        names.emplace_back(kept->text, false);
    for (const syntax::Node expression : expressions)
        for (const syntax::Node node : subtree(expression)) {
            const names::Binding* variable = facts.variable(node);
            const bool is_new =
                variable && std::ranges::find(names, variable->text, &Names::value_type::first) == names.end();
            const values::Value value = facts.value(node);
            if (is_new && effects::roots_of(facts, *variable, statement, value).differentiable.contains(root))
                names.emplace_back(variable->text, value.is_tensor());
        }
    return none_wanted(facts, statement, names, kinds);
}

std::optional<proof::Guard> wants_no_gradient(const Facts& facts, syntax::Node statement, const std::set<Root>& roots,
                                              proof::Proof& kinds) {
    Names names;
    for (const Root& root : roots) {
        if (!has_name(facts, statement, root)) return std::nullopt;
        names.emplace_back(root.name, !root.unknown);
    }
    return none_wanted(facts, statement, names, kinds);
}

}  // namespace transforms::speculation
