#include "transforms/saved.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/arithmetic.h"
#include "transforms/speculation.h"
#include "transforms/update.h"

#include <algorithm>
#include <vector>

namespace transforms {

using syntax::Kind;

namespace {

// `y * w`, `y.matmul(w)`, `f(y, w)` around y
syntax::Node operation_on(syntax::Node read) {
    syntax::Node node = read.parent();
    while (node.parent() && !node.is(Kind::binary_operator) && !node.is(Kind::call) &&
           !node.is(Kind::augmented_assignment) && !syntax::is_statement(node.kind()))
        node = node.parent();
    return node;
}

bool only_decides(syntax::Node read, syntax::Node statement) {
    const syntax::Node condition = statement.child(syntax::Field::condition);
    return condition && syntax::is_within(read, condition);
}

// `x.exp()` and `a ** b` do, `self.fc(x)`, `a + b` and a sum do not.
bool keeps_result(const Facts& facts, syntax::Node value) {
    const syntax::Node made = syntax::unparenthesized(value);
    if (made.is(Kind::binary_operator)) return operator_of(made) == syntax::Op::pow;
    if (!made.is(Kind::call)) return true;
    const torch::Row* row = facts.row_of(made);
    if (!row) row = facts.row_of_module(made);
    return !row || !row->traits.unsaved;
}

// An update keeps what it leaves, `y.relu_()`, and another one behind it writes to that.
bool is_written_again(const Facts& facts, syntax::Node written, const names::Binding& variable, std::uint32_t until) {
    std::vector<syntax::Node> links;
    for (syntax::Node at = written; at.parent().is(Kind::attribute); at = at.parent().parent())
        links.push_back(at.parent().parent());
    const auto keeps = [&](syntax::Node link) { return !arithmetic_of(link, facts.pure_twin(link)); };
    const auto first = std::ranges::find_if(links, keeps);
    if (first == links.end()) return false;
    if (first + 1 != links.end()) return true;
    for (std::uint32_t i = links.back().end_index(); i < until; ++i) {
        const syntax::Node node = written.tree()->node(i);
        if (facts.variable(node) == &variable &&
            (is_only_updated(node) || node.parent().is(Kind::augmented_assignment)))
            return true;
    }
    return false;
}

}  // namespace

// An operand of a sum, a factor beside a number, or one that only decides.
bool is_saved(const Facts& facts, syntax::Node read) {
    using syntax::Op;
    const syntax::Node parent = read.parent(), call = operation_on(read);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (row && row->traits.cuts && row->traits.pure) return false;  // no gradient comes back
    switch (parent.kind()) {
        case Kind::parenthesized_expression: return is_saved(facts, parent);
        case Kind::comparison_operator:
        case Kind::unary_operator: return false;
        case Kind::subscript:  // `y[0]` is a view of it
            return read.field() != syntax::Field::value || (!is_target(parent) && is_saved(facts, parent));
        case Kind::augmented_assignment:
        case Kind::binary_operator: {
            const Op op = operator_of(parent);
            if (op == Op::add || op == Op::sub) return false;
            const syntax::Node left = parent.child(syntax::Field::left);
            const bool scaled = op == Op::mul || (op == Op::div && left == read);
            return !scaled || !is_number(facts.value(left == read ? parent.child(syntax::Field::right) : left));
        }
        case Kind::attribute: return facts.value(parent).is_tensor() || parent.field() == syntax::Field::function;
        default: return true;
    }
}

std::optional<Roots> saved_with(const Facts& facts, const names::Binding& variable, syntax::Node statement,
                                std::uint32_t until) {
    const auto definition = facts.definition(variable, statement);
    const bool kept = !definition || keeps_result(facts, definition->value);
    std::optional<Roots> saved = kept ? std::optional<Roots>(Roots{}) : std::nullopt;
    for (std::uint32_t i = definition ? definition->statement.end_index() : facts.function().index(); i < until; ++i) {
        const syntax::Node node = statement.tree()->node(i);
        if (facts.variable(node) != &variable || only_decides(node, syntax::statement_of(node))) continue;
        const bool written = node.field() == syntax::Field::left && !node.parent().is(Kind::binary_operator);
        const bool kept_by_update = is_only_updated(node) && is_written_again(facts, node, variable, until);
        if (!kept_by_update && (is_only_updated(node) || written || !is_saved(facts, node))) continue;
        Roots others = roots_of(facts, operation_on(node), syntax::statement_of(node));
        if (!saved) saved.emplace();
        saved->differentiable.merge(others.differentiable);
        saved->known = saved->known && others.known;
    }
    return saved;
}

}  // namespace transforms
