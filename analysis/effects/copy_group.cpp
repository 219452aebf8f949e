#include "analysis/effects/copy_group.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <set>
#include <vector>

namespace effects {

using syntax::Kind;
using syntax::Node;

namespace {

// `z if c else y` around z.
Node whole_choice(Node value) {
    const Node whole = parenthesized(value);
    const auto choice = syntax::as<syntax::Conditional>(whole.parent());
    return choice && choice->condition() != whole ? whole_choice(whole.parent()) : whole;
}

// The variables that hand on to one another.
class Group {
  public:
    Group(const function::Facts& facts, const names::Binding& first, Node statement)
        : facts_(facts), statement_(statement), variables_{&first} {}

    [[nodiscard]] bool is_closed() {
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (!takes_only_new(*variables_[i]) || !gives_only_values(*variables_[i])) return false;
        return true;
    }

  private:
    bool takes_only_new(const names::Binding& variable) {
        if (variable.captured || may_come_from_inference(facts_, variable, statement_)) return false;
        return std::ranges::all_of(variable.occurrences, [&](const names::Occurrence& each) {
            if (each.kind == names::BindingKind::parameter && facts_.is_replaced(variable, statement_)) return true;
            const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
            if (!assignment || !assignment->node.parent().is(Kind::expression_statement)) return false;
            return takes(assignment->value());
        });
    }

    // `z`, `x * 2`, and one or the other by `z if c else x * 2`.
    bool takes(Node value) {
        const Node plain = syntax::unparenthesized(value);
        const auto choice = syntax::as<syntax::Conditional>(plain);
        if (choice) return takes(choice->then()) && takes(choice->otherwise());
        return take(plain) || makes_new_tensor(facts_, plain);
    }

    bool gives_only_values(const names::Binding& variable) {
        for (const Node node : facts_.uses_of(variable)) {
            if (is_read_by_value(facts_, node)) continue;
            if (is_parameter(variable) && node == variable.occurrences.front().node) continue;
            if (is_parameter(variable) && !binds(variable, node) && !facts_.is_replaced(variable, node)) return false;
            const auto assignment = syntax::as<syntax::Assignment>(whole_choice(node).parent());
            const bool is_bound = assignment && (assignment->target() == node || take(assignment->target()));
            if (!is_bound && !(is_returned(node) && returns_.insert(syntax::statement_of(node).index()).second))
                return false;
        }
        return true;
    }

    static bool is_parameter(const names::Binding& variable) {
        return variable.occurrences.front().kind == names::BindingKind::parameter;
    }

    bool take(Node name) {
        const names::Binding* variable = facts_.variable(name);
        if (variable && std::ranges::find(variables_, variable) == variables_.end()) variables_.push_back(variable);
        return variable;
    }

    const function::Facts& facts_;
    Node statement_;
    std::vector<const names::Binding*> variables_;
    std::set<std::uint32_t> returns_;  // the statements: each hands out one of them
};

}  // namespace

bool is_handed_on(const function::Facts& facts, const names::Binding& variable, Node statement) {
    return Group(facts, variable, statement).is_closed();
}

}  // namespace effects
