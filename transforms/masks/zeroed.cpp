#include "transforms/masks/zeroed.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"

namespace transforms::masks {

using syntax::Kind;
using syntax::Node;

Proposal propose_zeroed(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const bool is_read = operand.is(Kind::subscript) && operand.parent().is(Kind::augmented_assignment);
    const Node read = is_read ? operand : syntax::enclosing(operand.parent(), Kind::subscript);  // around the mask
    const auto update = read ? syntax::as<syntax::AugmentedAssignment>(read.parent()) : std::nullopt;
    if (!update || update->target() != read || update->op() != syntax::Op::mul) return {};
    if (function::number_of(facts.value(update->value())) != 0.0) return {};
    const std::string assumed =
        "all that it selects in " + edit::quoted(syntax::Subscript{read}.object()) + " is finite";
    const std::string zero(update->value().text());
    return offered({.rewrite = "zeroed",
                    .title = "write zeros (assumes that " + assumed + ")",
                    .safety = Safety::unsafe,
                    .assumes = assumed,
                    .edits = {{{read.span().end, update->value().span().end}, " = " + zero}}});
}

}  // namespace transforms::masks
