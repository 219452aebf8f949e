#include "transforms/established.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace transforms {

using function::Facts;
using proof::Guard;
using proof::Guards;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// A condition that holds, or does not, wherever control comes to the statement.
struct Known {
    Node condition;
    bool holds = true;
};

// The parts of a condition that hold, each by itself.
void take_apart(Node condition, bool holds, std::vector<Known>& all) {
    const Node node = syntax::unparenthesized(condition);
    if (node.is(Kind::not_operator)) return take_apart(node.first_child(), !holds, all);
    if (node.is(Kind::boolean_operator) && (node.op() == Op::logical_and) == holds) {
        take_apart(node.child(Field::left), holds, all);
        return take_apart(node.child(Field::right), holds, all);
    }
    if (!node.is(Kind::boolean_operator)) all.push_back({node, holds});
}

// What is asked in front of the statement in its block, and by the branches around it.
std::vector<Known> known_at(const Facts& facts, Node statement) {
    std::vector<Known> all;
    for (Node node = statement; node && node != facts.function(); node = node.parent()) {
        const Node parent = node.parent();
        const bool tests = parent.is(Kind::if_statement) || parent.is(Kind::elif_clause);
        if (tests && node == syntax::If{parent}.body()) take_apart(syntax::If{parent}.condition(), true, all);
        if (!parent.is(Kind::block)) continue;
        for (const Node before : parent.children()) {
            if (before == node) break;
            if (before.is(Kind::assert_statement)) take_apart(before.first_child(), true, all);
            const auto branch = syntax::as<syntax::If>(before);
            if (branch && before.is(Kind::if_statement) && branch->alternatives().empty() && leaves(branch->body()))
                take_apart(branch->condition(), false, all);
        }
    }
    return all;
}

// `y.shape` of a tensor, `torch.float32`: the same as long as the names are. `y.grad` may be another tensor by then.
bool is_fixed(const Facts& facts, Node attribute) {
    const values::Value object = facts.value(attribute.child(Field::object));
    return object.is(values::Kind::api) || (object.is_tensor() && !facts.value(attribute).is_tensor());
}

// The name, the attribute or the item is at the statement what it was where the condition was asked.
bool is_as_asked(const Facts& facts, Node place, Node asked, Node statement) {
    if (place.is(Kind::attribute))
        return is_fixed(facts, place) || effects::held_since(facts, place, statement) <= asked.index();
    if (place.is(Kind::subscript))
        return facts.value(place.child(Field::value)).is_tensor() ||
               effects::held_since(facts, place, statement) <= asked.index();
    const names::Binding* variable = place.is(Kind::identifier) ? facts.variable(place) : nullptr;
    return !variable || facts.holds_the_same(*variable, asked, statement);
}

bool still_holds(const Facts& facts, const Known& known, Node statement) {
    const Node asked = syntax::statement_of(known.condition);
    return std::ranges::all_of(subtree(known.condition),
                               [&](Node node) { return is_as_asked(facts, node, asked, statement); });
}

// `x` of `x.shape`.
Node asked_of(Node expression, std::string_view attribute) {
    const auto view = syntax::as<syntax::Attribute>(expression);
    return view && view->name().text() == attribute ? view->object() : Node{};
}

// `x` of `x.ndim`, `x.dim()`, `len(x.shape)`.
Node asked_for_rank(Node expression) {
    if (const Node object = asked_of(expression, "ndim")) return object;
    if (!expression.is(Kind::call)) return {};
    const syntax::Call call{expression};
    if (const Node object = asked_of(call.function(), "dim")) return call.arguments().first_child() ? Node{} : object;
    return call.function().text() == "len" && call.only_argument() ? asked_of(call.only_argument(), "shape") : Node{};
}

struct Property {
    std::string_view name;
    Guard (*same)(std::string_view, std::string_view);
};
Guard of_one_shape(std::string_view one, std::string_view other) { return proof::same_shape(one, other); }
constexpr std::array properties{Property{"shape", of_one_shape}, Property{"dtype", proof::same_dtype},
                                Property{"device", proof::same_device}};

// The guards that hold where a comparison does.
Guards guards_of(const Facts& facts, const Known& known) {
    const Node left = known.condition.first_child(), right = left ? left.next_sibling() : Node{};
    const bool is_comparison = known.condition.is(Kind::comparison_operator) && right && !right.next_sibling();
    if (!is_comparison) return {};
    if (right.op() != (known.holds ? Op::equal : Op::not_equal)) return {};
    if (const Node object = asked_for_rank(left))
        if (const auto number = function::number_of(facts.value(right)))
            return {proof::rank_is(object.text(), static_cast<int>(*number))};
    for (const Property& property : properties) {
        const Node one = asked_of(left, property.name), other = asked_of(right, property.name);
        if (one && other) return {property.same(one.text(), other.text()), property.same(other.text(), one.text())};
        if (one && property.name == "dtype") return {proof::dtype_is(one.text(), right.text())};
    }
    return {};
}

// `n: int`, without a default, which may be None, and nothing else is assigned to it.
bool is_annotated(const Facts& facts, const Guard& guard) {
    if (guard.property != Guard::Property::type || guard.relation != Guard::Relation::is) return false;
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(facts.function());
    return std::ranges::any_of(parameters, [&](const syntax::Parameter& each) {
        const names::Binding* variable = each.annotation && !each.value ? facts.variable(each.name) : nullptr;
        return variable && variable->is_bound_once() && each.name.text() == guard.subject &&
               each.annotation.text() == guard.operand;
    });
}

bool is_wrong_of(const Guard& guard, torch::Dtype dtype) {
    const bool asks_for_it = guard.relation == Guard::Relation::is;
    switch (guard.property) {
        case Guard::Property::floating: return asks_for_it != (dtype == torch::Dtype::floating);
        case Guard::Property::complex: return asks_for_it != (dtype == torch::Dtype::complex);
        case Guard::Property::dtype:
            return guard.relation == Guard::Relation::equal && guard.operand.ends_with(".bool") &&
                   dtype != torch::Dtype::boolean;
        default: return false;
    }
}

}  // namespace

Guards not_established(const Facts& facts, Node statement, Guards guards) {
    std::erase_if(guards, [&](const Guard& guard) { return is_annotated(facts, guard); });
    if (guards.empty() || facts.reshapes_in_place()) return guards;
    for (const Known& known : known_at(facts, statement)) {
        if (!still_holds(facts, known, statement)) continue;
        const Guards shown = guards_of(facts, known);
        const std::string text(known.holds ? known.condition.text() : "");
        std::erase_if(guards, [&](const Guard& guard) {
            const auto shows = [&](const Guard& each) { return proof::follows(guard, each); };
            return guard.property != Guard::Property::gradient &&
                   (proof::code(guard) == text || std::ranges::any_of(shown, shows));
        });
    }
    return guards;
}

bool is_known_wrong(const Facts& facts, Node statement, const Guards& guards) {
    return std::ranges::any_of(guards, [&](const Guard& guard) {
        std::size_t wrong = 0, right = 0;
        for (const Node node : subtree(statement)) {
            if (node.text() != guard.subject || !facts.value(node).is_tensor()) continue;
            const torch::Dtype dtype = facts.value(node).dtype;
            (dtype != torch::Dtype::unknown && is_wrong_of(guard, dtype) ? wrong : right) += 1;
        }
        return wrong > 0 && right == 0;
    });
}

bool leaves(Node block) {
    const Node last = syntax::last_statement(block);
    return last.is(Kind::raise_statement) || last.is(Kind::return_statement) || last.is(Kind::continue_statement) ||
           last.is(Kind::break_statement);
}

Node only_statement(Node block) {
    const Node first = block.first_child();
    return first && !first.next_sibling() ? first : Node{};
}

}  // namespace transforms
