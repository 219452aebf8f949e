#include "transforms/gates/layer_drop.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/comparison.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/declared/classes.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>
#include <array>

namespace transforms::gates {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// How `draw op rate` is decided where there is no chance. A draw is at least 0, and only just may be 0 itself.
struct Test {
    Op op;
    bool needs_chance;  // holds only where there is one: "rate > 0 and", else "rate <= 0 or"
    bool exact;
};
constexpr std::array tests{
    Test{.op = Op::less, .needs_chance = true, .exact = true},
    Test{.op = Op::greater_equal, .needs_chance = false, .exact = true},
    Test{.op = Op::less_equal, .needs_chance = true, .exact = false},
    Test{.op = Op::greater, .needs_chance = false, .exact = false},
};

constexpr std::string_view never_zero = "no draw is exactly 0", other_draws = "later draws may be other ones",
                           left_out = "a draw that decides nothing is left out, by Python or by the compiler";

struct Site {
    Node comparison;
    Node rate;
    Test test;
};

bool is_draw(const Facts& facts, Node expression) {
    Node call = expression.is(Kind::call) ? expression : Node{};
    const Node function = call.child(Field::function);
    const Node object = function.is(Kind::attribute) ? function.child(Field::object) : Node{};
    if (object.is(Kind::call)) return is_draw(facts, object);  // np.random.rand(1).item()
    const torch::Row* row = call ? facts.row_of(call) : nullptr;
    return row && row->traits.unit;
}

// A name or dotted path whose every read gives the same number.
bool is_rate(const Facts& facts, Node node) {
    const values::Value value = facts.value(node);
    if (value.is_tensor() || value.is(values::Kind::literal)) return false;
    if (node.is(Kind::identifier)) return static_cast<bool>(facts.variable(node));
    if (!node.is(Kind::attribute)) return false;
    const Node object = node.child(Field::object);
    const values::Value holder = facts.value(object);
    const std::string_view name = node.child(Field::attribute).text();
    if (holder.is(values::Kind::object) && holder.object().class_->owner_of(name)) return false;  // a property
    return object.is(Kind::identifier) || is_rate(facts, object);
}

// It is a draw, or a variable that got its value from one.
bool is_drawn(const Facts& facts, Node operand) {
    const names::Binding* variable = facts.variable(operand);
    const auto definition = variable ? facts.definition(*variable, syntax::statement_of(operand)) : std::nullopt;
    return is_draw(facts, operand) || (definition && definition->statement && is_draw(facts, definition->value));
}

std::optional<Site> site_of(const Facts& facts, Node operand) {
    const Node comparison = enclosing(operand, Kind::comparison_operator);
    if (!comparison) return std::nullopt;
    const Node left = comparison.first_child(), right = left.next_sibling();
    if (right.next_sibling()) return std::nullopt;
    const bool here = is_drawn(facts, left);
    if (here == is_drawn(facts, right)) return std::nullopt;
    const Op op = here ? right.op() : syntax::mirrored(right.op());
    const auto test = std::ranges::find(tests, op, &Test::op);
    const Node rate = here ? right : left;
    if (test == tests.end() || !is_rate(facts, rate)) return std::nullopt;
    return Site{.comparison = comparison, .rate = rate, .test = *test};
}

// Something that is asked before it already speaks of the rate.
bool is_asked(const Site& site) {
    const std::string_view rate = site.rate.text();
    Node child = site.comparison;
    for (Node node = child.parent(); node && !node.is(Kind::function_definition); child = node, node = node.parent()) {
        if (node.is(Kind::boolean_operator) && child.field() == Field::right && mentions(node.child(Field::left), rate))
            return true;
        if (node.is(Kind::if_statement) && child.field() != Field::condition &&
            mentions(node.child(Field::condition), rate))
            return true;
    }
    return false;
}

std::vector<edit::Edit> edits_of(const Site& site) {
    const text::Span span = site.comparison.span();
    const Node parent = site.comparison.parent();
    const bool groups =
        parent.is(Kind::not_operator) ||
        (!site.test.needs_chance && parent.is(Kind::boolean_operator) && parent.op() == Op::logical_and);
    std::string first =
        (groups ? "(" : "") + std::string(site.rate.text()) + (site.test.needs_chance ? " > 0 and " : " <= 0 or ");
    std::vector<edit::Edit> edits{{{span.begin, span.begin}, std::move(first)}};
    if (groups) edits.push_back({{span.end, span.end}, ")"});
    return edits;
}

}  // namespace

Proposal propose_chance(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto site = site_of(facts, operand);
    if (!site || !scalar_uses::decides_branch(site->comparison) || is_asked(*site)) return {};
    const std::string assumes = std::string(other_draws) + (site->test.exact ? "" : " and " + std::string(never_zero));
    return {.fixes = {{.rewrite = "chance",
                       .title = "ask for " + edit::quoted(site->rate) +
                                " first: no break where it is 0 (assumes that " + assumes + ")",
                       .safety = Safety::unsafe,
                       .assumes = assumes,
                       .edits = edits_of(*site)}},
            .declined = std::string(left_out)};
}

}  // namespace transforms::gates
