#include "analysis/effects/provenance.h"

#include "analysis/effects/clobber.h"
#include "analysis/effects/escape.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/dict_slot.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/reduction.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace effects {

using function::Facts;
using syntax::Kind;
using syntax::Node;

bool may_have_gradient(values::Value value) {
    return !function::is_number(value) && value.dtype != torch::Dtype::boolean && value.dtype != torch::Dtype::integer;
}

void Roots::merge(Roots other) {
    all.merge(other.all);
    differentiable.merge(other.differentiable);
    surely_differentiable.merge(other.surely_differentiable);
    between.merge(other.between);
    known = known && other.known;
}

bool Roots::cut(const std::function<bool(const Root&)>& which) {
    std::erase_if(surely_differentiable, which);
    return std::erase_if(differentiable, which) > 0;
}

bool takes_only_form(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && (operations::cast_of(facts, call) || operations::reshaped(facts, call));
}

namespace {

// `torch.arange(n, device=x.device)`: made of numbers, on a device that is told.
bool is_placed(const Facts& facts, Node call) {
    bool placed = true;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        placed = placed &&
                 (function::is_number(facts.value(given)) ||
                  (keyword && (operations::asked_for_device(facts, given) || operations::dtype_named(facts, given))));
    }
    return placed;
}

// A call whose result lives where its tensors do, and holds nothing but what was made from them.
bool stays_on_device(const Facts& facts, const torch::Row* row, Node call) {
    if (operations::is_extreme(row)) return true;
    if (!row || row->traits.moves || !(row->traits.pure || row->traits.view || row->traits.in_place)) return false;
    const auto cast = row->dtype == torch::Dtype::cast ? operations::cast_of(facts, call) : std::nullopt;
    if (row->dtype == torch::Dtype::cast && (!cast || cast->like)) return false;  // or cuts the gradient off
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (argument.is(Kind::keyword_argument) && syntax::Keyword{argument}.name().text() == "device")
            return (operations::shape_of_new(facts, call) || is_placed(facts, call)) &&
                   !row->name.starts_with(torch::tensor_class);
    return true;
}

const Assigned no_arm;
constexpr int max_depth = 8;  // of names that are followed from one to the next

class Search {
  public:
    Search(const Facts& facts, Node statement, const Assigned& arm)
        : facts_(facts), statement_(statement), arm_(&arm) {}

    Roots run(Node expression) {
        visit(expression, true);
        return std::move(found_);
    }

    Roots run(const names::Binding& variable, values::Value value) {
        follow(variable, value, true);
        return std::move(found_);
    }

  private:
    void visit(Node node, bool differentiable) {
        switch (node.kind()) {
            case Kind::identifier: return read(node, differentiable);
            case Kind::attribute: return attribute(node, differentiable);
            case Kind::call: return call(node, differentiable);
            case Kind::keyword_argument: return visit(syntax::Keyword{node}.value(), differentiable);
            case Kind::named_expression: return visit(node.child(syntax::Field::value), differentiable);
            case Kind::subscript:
                return function::is_item(facts_, node) ? held(node, differentiable)
                                                       : visit(node.child(syntax::Field::value), differentiable);
            case Kind::parenthesized_expression:
            case Kind::augmented_assignment:
            case Kind::binary_operator:
            case Kind::unary_operator:
            case Kind::comparison_operator:
            case Kind::not_operator:
                for (const Node child : node.children())
                    visit(child, differentiable && !node.is(Kind::comparison_operator));
                return;
            case Kind::conditional_expression: return choice(syntax::Conditional{node}, differentiable);
            default:
                found_.known = found_.known && !facts_.value(node).is(values::Kind::unknown) &&
                               !facts_.value(node).is_tensor() && !holds_tensor(facts_.value(node));
        }
    }

    // Of either value; a gradient goes back to what both are made of, and perhaps to what one of them is.
    void choice(syntax::Conditional node, bool differentiable) {
        visit(node.condition(), false);
        Roots before = std::exchange(found_, {});
        visit(node.then(), differentiable);
        Roots then = std::exchange(found_, {});
        visit(node.otherwise(), differentiable);
        std::set<Root> of_both;
        std::ranges::set_intersection(then.surely_differentiable, found_.surely_differentiable,
                                      std::inserter(of_both, of_both.end()));
        then.surely_differentiable.clear();
        found_.surely_differentiable = std::move(of_both);
        found_.merge(std::move(then));
        found_.merge(std::move(before));
    }

    void read(Node identifier, bool differentiable) {
        const values::Value value = facts_.value(identifier);
        if (!value.is_tensor() && !value.is(values::Kind::unknown)) return;
        if (const names::Binding* variable = facts_.variable(identifier)) {
            Node assigned;
            for (auto [each, end] = arm_->equal_range(variable); each != end; ++each)
                if (each->second.end_index() <= identifier.index()) assigned = each->second;
            if (assigned) return visit(assigned, differentiable && may_have_gradient(value));
            return follow(*variable, value, differentiable);
        }
        add({.since = statement_.index(),
             .name = identifier.text(),
             .likely = value.likely,
             .unknown = !value.is_tensor()},
            value, differentiable);
    }

    void follow(const names::Binding& variable, values::Value value, bool differentiable) {
        const auto definition = facts_.definition(variable, statement_);
        const std::uint32_t since = definition ? definition->value.index() : statement_.index();
        follow({.since = since, .name = variable.text, .likely = value.likely, .unknown = !value.is_tensor()},
               definition, value, differentiable);
    }

    void follow(const Root& root, const std::optional<function::Definition>& definition, values::Value value,
                bool differentiable) {
        const bool recorded = !definition || is_recorded(definition->statement);
        differentiable = differentiable && may_have_gradient(value);
        if (definition && definition->statement && depth_ < max_depth &&
            !is_written_since(facts_, *definition, statement_) &&
            (recorded || makes_new_tensor(facts_, definition->value))) {
            const Roots& inside = made_of(*definition, differentiable && recorded);
            if (inside.known && !inside.all.empty()) {  // else it is a root itself
                if (differentiable && recorded) found_.between.emplace(root, *definition);
                return found_.merge(inside);
            }
        }
        add(root, value, differentiable);
    }

    // What the definition is made of: looked at once at each depth, however many names lead to it.
    const Roots& made_of(const function::Definition& definition, bool differentiable) {
        const std::tuple key{definition.value.index(), differentiable, depth_};
        if (const auto known = followed_.find(key); known != followed_.end()) return known->second;
        Roots found = std::exchange(found_, {});
        const Node statement = std::exchange(statement_, definition.statement);
        const Assigned* arm = std::exchange(arm_, &no_arm);
        ++depth_;
        visit(definition.value, differentiable);
        --depth_;
        statement_ = statement;
        arm_ = arm;
        std::swap(found, found_);
        return followed_[key] = std::move(found);
    }

    // With gradients; what a `with torch.no_grad():` makes is new to them.
    [[nodiscard]] bool is_recorded(Node made) const {
        Node with = made ? with_around(made) : Node{};
        while (with && !function::only_stops_gradients(facts_, with)) with = with_around(with);
        return !with;
    }

    void attribute(Node node, bool differentiable) {
        const values::Value value = facts_.value(node);
        if (const auto field = operations::field_of(facts_, node))  // x.sort().values
            return visit(field->call, differentiable && may_have_gradient(value));
        if (facts_.value(node.child(syntax::Field::object)).is_tensor()) {
            if (value.is_tensor()) found_.known = false;
            return;
        }
        if (value.is_tensor()) held(node, differentiable);
    }

    // The item, in an arm of the statement.
    [[nodiscard]] bool is_assigned_before(Node item) const {
        const names::Binding* holder = facts_.variable(item.child(syntax::Field::value));
        return holder && std::ranges::any_of(facts_.uses_of(*holder), [&](Node use) {
                   const Node assigning = syntax::statement_of(use);
                   return is_target(use.parent()) && use.parent().text() == item.text() && assigning != statement_ &&
                          syntax::is_within(assigning, statement_) && assigning.end_index() <= item.index();
               });
    }

    // In an attribute, or an item of a dict.
    void held(Node place, bool differentiable) {
        const values::Value value = function::held_value(facts_, place);
        if (!value.is_tensor() && !value.is(values::Kind::unknown)) return;
        const bool item = place.is(Kind::subscript) && !is_assigned_before(place);
        follow({.since = held_since(facts_, place, statement_),
                .name = place.text(),
                .likely = value.likely,
                .unknown = !value.is_tensor()},
               item ? facts_.item_definition(place, statement_) : std::nullopt, value, differentiable);
    }

    void call(Node node, bool differentiable) {
        const syntax::Call view{node};
        const torch::Row* row = facts_.row_of(node);
        if (row && (row->gives == torch::Gives::shape || row->gives == torch::Gives::shape_number)) return;
        if (!stays_on_device(facts_, row, node)) found_.known = false;
        const bool flows = differentiable && may_have_gradient(facts_.value(node)) && !(row && row->traits.cuts);
        if (view.function().is(Kind::attribute)) visit(view.function().child(syntax::Field::object), flows);
        const bool of_first = takes_only_form(facts_, node);
        for (const Node argument : view.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            const Node device = keyword ? operations::asked_for_device(facts_, keyword->value()) : Node{};
            visit(device ? device : argument, flows && !of_first && !device);
        }
    }

    void add(Root root, values::Value value, bool differentiable) {
        root.buffer = value.origin == values::Origin::buffer;
        found_.all.insert(root);
        if (!differentiable || !may_have_gradient(value)) return;
        found_.differentiable.insert(root);
        found_.surely_differentiable.insert(root);
    }

    const Facts& facts_;
    Node statement_;
    const Assigned* arm_;
    int depth_ = 0;
    std::map<std::tuple<std::uint32_t, bool, int>, Roots> followed_;  // values, whether a gradient flows, the depth
    Roots found_;
};

}  // namespace

Roots roots_of(const Facts& facts, Node expression, Node statement, const Assigned& arm) {
    return Search(facts, statement, arm).run(expression);
}

Roots roots_of(const Facts& facts, const names::Binding& variable, Node statement, values::Value value) {
    return Search(facts, statement, no_arm).run(variable, value);
}

}  // namespace effects
