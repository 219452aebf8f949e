#include "transforms/gates/housekeeping.h"

#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/gates/eager_only_output.h"

namespace transforms::gates {

using function::Facts;
using syntax::Kind;
using syntax::Node;

Proposal propose_housekeeping_gate(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    const Node function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    const Node call = operand.is(Kind::call) ? operand : operand.parent();
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->role != torch::Role::housekeeping) return {};
    const Node statement = syntax::statement_of(call);
    if (call.parent() != statement || !statement.is(Kind::expression_statement) || call.next_sibling())
        return declined("what it gives is used");
    if (is_watched(statement)) return declined("a `with` or `try` around it may see the difference");
    if (loses_more(facts, call)) return declined("an argument does more than to give a value");
    const text::Source& source = analysis.source();
    const auto layout = edit::indentation(source, statement.span());
    if (!layout || !edit::ends_line(source, statement.span()))
        return declined("the call shares its line with another statement");
    const auto torch = edit::torch_name(facts.program().names(), function);
    if (!torch) return declined(edit::no_torch_name);
    const std::string assumed = "compiled code does not need " + edit::quoted(call);
    return {.fixes = {{.rewrite = "housekeeping",
                       .title = "run only when not compiling (assumes that " + assumed + ")",
                       .safety = Safety::unsafe,
                       .assumes = assumed,
                       .edits = gated(source, {statement}, *layout, *torch)}},
            .declined = "compiled code may need it"};
}

}  // namespace transforms::gates
