#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/condition/scalar_reads.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// `err < 1e-3` of `if err < 1e-3: break`; none where the number is used in another way.
Node asked_at_exit(Node use) {
    const Node comparison = use.parent();
    if (!comparison.is(Kind::comparison_operator)) return {};
    for (const Node side : comparison.children())
        if (side != use && side.next_sibling() && side != comparison.first_child()) return {};
    const auto branch = branch_of(comparison);
    const bool ends =
        branch && branch->alternatives().empty() && syntax::last_statement(branch->body()).is(Kind::break_statement);
    return ends && syntax::is_loop(branch->node.parent().parent()) ? comparison : Node{};
}

// The only question to the number, which ends the loop; none if there are more.
Node only_question(const Facts& facts, const names::Binding& number) {
    Node question;
    for (const Node use : facts.uses_of(number)) {
        if (effects::binds(number, use)) continue;
        const Node asked = asked_at_exit(use);
        if (!asked || question) return {};
        question = asked;
    }
    return question;
}

// What the number that the call reads is asked for, where that ends the loop and is all that is done with it.
Node question_of(const Facts& facts, Node call, Node statement) {
    if (const Node direct = asked_at_exit(call)) return direct;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const names::Binding* number = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!number || assignment->value() != call || number->captured || !number->is_bound_once()) return {};
    const Node question = only_question(facts, *number);
    return question && syntax::statement_of(question).parent() == statement.parent() ? question : Node{};
}

}  // namespace

std::optional<Spelling> exit_read(const text::Source& /*source*/, const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call), statement = syntax::statement_of(call);
    const Node tensor = call ? condition::number_read(facts, call, statement) : Node{};
    const Node question = tensor ? question_of(facts, call, statement) : Node{};
    if (!question) return std::nullopt;
    return Spelling{.edits = {{call.span(), std::string(tensor.text())}},
                    .code = "GM101",
                    .asked = question,
                    .assumes = {"the precision of the tensor is as good as Python's"}};
}

}  // namespace transforms::canonical
