#include "analysis/effects/input_dependence.h"

#include "analysis/syntax/python.h"

#include <algorithm>
#include <set>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_handed_to_compile(const Facts& facts) {
    return std::ranges::any_of(facts.program().entries(), [&](const values::Entry& entry) {
        return entry.activation->function.node == facts.function() && entry.site != facts.function();
    });
}

// What gives the variable its value there: the assigned expression, or for a loop what it runs over.
Node source_of(Node identifier) {
    const Node parent = identifier.parent();
    if (const auto loop = syntax::as<syntax::For>(parent))
        return loop->target() == identifier ? loop->iterable() : Node{};
    if (const auto assigned = syntax::as<syntax::Assignment>(parent))
        return assigned->target() == identifier ? assigned->value() : Node{};
    const auto together = syntax::as<syntax::Assignment>(parent.parent());
    if (!together) return {};
    const std::vector<Node> targets = syntax::elements_of(parent), values = syntax::elements_of(together->value());
    const auto at = static_cast<std::size_t>(std::ranges::find(targets, identifier) - targets.begin());
    return targets.size() == values.size() ? values[at] : Node{};
}

class Search {
  public:
    explicit Search(const Facts& facts) : facts_(facts) {}

    // What a loop carries depends on itself, so all variables are taken to depend until one is found that may not.
    bool run(Node tensor) {
        for (std::size_t before = 0;; before = constants_.size()) {
            seen_.clear();
            const bool found = facts_.value(tensor).is_tensor() && depends(tensor);
            if (!found || constants_.size() == before) return found;
        }
    }

  private:
    // Of what is a tensor when it runs, because of where it stands.
    bool depends(Node node) {
        switch (node.kind()) {
            case Kind::identifier: return reads(node);
            case Kind::attribute: {
                const values::Value value = facts_.value(node);
                return value.origin == values::Origin::parameter || value.origin == values::Origin::buffer ||
                       (value.is_tensor() && depends(node.child(Field::object)));
            }
            case Kind::call: return facts_.row_of(node) && calls(syntax::Call{node});
            case Kind::subscript: return depends(node.child(Field::value));
            case Kind::parenthesized_expression: return depends(node.first_child());
            case Kind::binary_operator:
            case Kind::unary_operator:
            case Kind::comparison_operator: return computes(node);
            default: return false;
        }
    }

    bool calls(const syntax::Call& call) {
        if (call.function().is(Kind::attribute) && depends(call.function().child(Field::object))) return true;
        return any_depends(call.arguments());
    }

    // One of the operands is a tensor; where it is not known which, it may be any that is not known.
    bool computes(Node operation) {
        if (any_depends(operation)) return true;
        bool found = false;
        for (const Node each : operation.children()) {
            if (facts_.value(each).is_tensor()) return false;
            if (!facts_.value(each).is(values::Kind::unknown)) continue;
            if (!depends(each)) return false;
            found = true;
        }
        return found;
    }

    bool any_depends(Node parts) {
        for (const Node part : parts.children()) {
            const Node each = syntax::value_of_argument(part);
            if (facts_.value(each).is_tensor() && depends(each)) return true;
        }
        return false;
    }

    bool reads(Node identifier) {
        const names::Binding* variable = facts_.variable(identifier);
        if (!variable) return false;
        if (seen_.insert(variable).second && !is_assigned_so(*variable)) constants_.insert(variable);
        return !constants_.contains(variable);
    }

    // Whichever assignment it has its value from.
    bool is_assigned_so(const names::Binding& variable) {
        return std::ranges::all_of(variable.occurrences, [this](const names::Occurrence& each) {
            if (each.kind == names::BindingKind::parameter || each.kind == names::BindingKind::augmented) return true;
            const Node source = source_of(each.node);
            return source && depends(source);
        });
    }

    const Facts& facts_;
    std::set<const names::Binding*> seen_;
    std::set<const names::Binding*> constants_;  // those that may be none of it
};

}  // namespace

bool depends_on_input(const Facts& facts, Node tensor) {
    return is_handed_to_compile(facts) && Search(facts).run(tensor);
}

}  // namespace effects
