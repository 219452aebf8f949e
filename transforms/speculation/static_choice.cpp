// What tracing chooses, or picks: part of speculation.h.
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/declared/classes.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::speculation {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `name == "cls"`, which no tensor is
bool is_of_text(Node comparison) {
    if (!comparison.is(Kind::comparison_operator)) return false;
    const Node left = comparison.first_child(), right = left.next_sibling();
    return right.is(Kind::string) && !right.next_sibling() && left.is(Kind::identifier);
}

// `n % k`, where k may be zero
bool may_divide_by_zero(Node operation) {
    if (!operation.is(Kind::binary_operator)) return false;
    const syntax::Op op = operator_of(operation);
    const bool divides = op == syntax::Op::div || op == syntax::Op::floor_div || op == syntax::Op::mod;
    const Node divisor = syntax::unparenthesized(operation.child(Field::right));
    const bool is_written = divisor.is(Kind::integer) || divisor.is(Kind::float_);
    return divides && !(is_written && divisor.text().find_first_of("123456789") != std::string_view::npos);
}

}  // namespace

// `cls.top`, a number in the body of a class without a metaclass.
bool Speculation::is_constant_of_class(Node attribute) const {
    const values::Value object = facts_.value(attribute.child(Field::object));
    if (!object.is(values::Kind::class_) || !function::is_number(facts_.value(attribute))) return false;
    const auto has_metaclass = [](const values::Class* each) {
        const Node bases = syntax::Class{each->node}.bases();
        return bases && bases.child(Kind::keyword_argument);
    };
    const auto& ancestors = object.class_of().ancestors;
    return std::ranges::none_of(ancestors,
                                [&](const values::Class* each) { return each->open || has_metaclass(each); });
}

// `heads[0]`, `self.encode(x)[0]`, of a list or tuple whose items are known.
bool Speculation::is_in_list(Node node) const {
    const values::Value list = facts_.value(node.child(Field::value));
    const auto indices = syntax::Subscript{node}.indices();
    const auto index = indices.size() == 1 ? function::number_of(facts_.value(indices.front())) : std::nullopt;
    if (!index || !list.is(values::Kind::sequence) || !list.sequence().exact || !facts_.value(node).is_tensor())
        return false;
    const auto size = static_cast<double>(list.sequence().items.size());
    const Node holder = node.child(Field::value);
    const bool fits = *index < size && *index >= -size;
    return fits && (facts_.variable(holder) || holder.is(Kind::call));
}

// `y * 2 if self.training else y`: what tracing knows chooses.
void Speculation::check_choice(syntax::Conditional choice) {
    const Node asked = choice.condition();
    const values::Value value = facts_.value(asked);
    const bool is_static = value.is(values::Kind::constant) || value.is(values::Kind::literal) ||
                           value.is(values::Kind::shape_number) || is_of_text(asked);
    for (const Node part : subtree(asked)) {
        const bool acts = part.is(Kind::call) || part.is(Kind::named_expression) || part.is(Kind::subscript) ||
                          part.is(Kind::await) || may_divide_by_zero(part) ||
                          (part.is(Kind::attribute) && effects::runs_code(facts_, part));
        if (acts || !is_static) return refuse(choice.node, "may have an effect, or raise an error");
    }
    check(choice.then());
    check(choice.otherwise());
}

}  // namespace transforms::speculation
