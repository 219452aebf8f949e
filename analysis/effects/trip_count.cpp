#include "analysis/effects/trip_count.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/text/number.h"
#include "analysis/values/declared/classes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr int max_depth = 4;  // of names that are followed from one to the next

class Reader {
  public:
    explicit Reader(const Facts& facts) : facts_(facts) {}

    std::optional<double> number(Node node, int depth = 0) const {
        if (!node || depth > max_depth) return std::nullopt;
        if (const auto known = function::number_of(facts_.value(node))) return known;
        switch (node.kind()) {
            case Kind::integer: return written(node.text());
            case Kind::parenthesized_expression: return number(node.first_child(), depth);
            case Kind::binary_operator: return computed(node, depth);
            case Kind::identifier: return of_name(node, depth + 1);
            case Kind::attribute: return of_attribute(node, depth + 1);
            default: return std::nullopt;
        }
    }

  private:
    // Outside of compiled code nothing else knows its value.
    static std::optional<double> written(std::string_view text) {
        const auto number = text::whole_number(text);
        return number ? std::optional<double>(*number) : std::nullopt;
    }

    std::optional<double> computed(Node node, int depth) const {
        const auto left = number(node.child(Field::left), depth), right = number(node.child(Field::right), depth);
        if (!left || !right) return std::nullopt;
        switch (operator_of(node)) {
            case Op::add: return *left + *right;
            case Op::sub: return *left - *right;
            case Op::mul: return *left * *right;
            default: return std::nullopt;
        }
    }

    std::optional<double> of_name(Node identifier, int depth) const {
        const names::Reference reference = facts_.program().names_of(identifier).resolve(identifier);
        if (!reference || !reference.binding().is_bound_once()) return std::nullopt;
        const names::Occurrence& given = reference.binding().occurrences.front();
        if (given.kind == names::BindingKind::parameter) {
            for (const syntax::Parameter& each : syntax::parameters_of(reference.scope->owner))
                if (each.name == given.node) return number(each.value, depth);
        } else if (const auto assignment = syntax::as<syntax::Assignment>(given.node.parent())) {
            return number(assignment->value(), depth);
        }
        return std::nullopt;
    }

    // `self.steps`, as `__init__` gives it.
    std::optional<double> of_attribute(Node node, int depth) const {
        const values::Value object = facts_.value(node.child(Field::object));
        const values::Class* class_ = object.is(values::Kind::object) ? object.object().class_ : nullptr;
        const values::Class* owner = class_ ? class_->owner_of(constructor) : nullptr;
        if (!owner) return std::nullopt;
        const Node method = owner->methods.at(constructor);
        for (const Node each : subtree(method)) {
            const auto assignment = syntax::as<syntax::Assignment>(each);
            if (assignment && assignment->target().text() == node.text()) return number(assignment->value(), depth);
        }
        return std::nullopt;
    }

    static constexpr std::string_view constructor = "__init__";
    const Facts& facts_;
};

double rounds_of_range(const Facts& facts, Node call) {
    std::vector<double> given;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto number = Reader(facts).number(argument);
        if (!number) return 0;
        given.push_back(*number);
    }
    if (given.empty() || given.size() > 3) return 0;
    if (given.size() == 1) given.insert(given.begin(), 0);
    const double step = given.size() == 3 ? given[2] : 1;
    return step == 0 ? 0 : std::ceil((given[1] - given[0]) / step);
}

}  // namespace

double usual_rounds(const Facts& facts, Node iterable) {
    if (iterable.is(Kind::tuple) || iterable.is(Kind::list)) {
        const auto parts = syntax::elements_of(iterable);
        return std::ranges::any_of(parts, [](Node each) { return each.is(Kind::list_splat); })
                   ? 0
                   : static_cast<double>(parts.size());
    }
    const torch::Row* row = iterable.is(Kind::call) ? facts.row_of(iterable) : nullptr;
    if (row && row->role == torch::Role::range) return rounds_of_range(facts, iterable);
    const Node first =
        row && row->role == torch::Role::enumerate ? syntax::Call{iterable}.arguments().first_child() : Node{};
    return first ? usual_rounds(facts, first) : 0;
}

}  // namespace effects
