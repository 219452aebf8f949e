#include "transforms/gates/eager_only_check.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/advice/situation.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/established.h"
#include "transforms/findings.h"
#include "transforms/gates/eager_only_output.h"

#include <algorithm>

namespace transforms::gates {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// The `if` that the expression decides, if it has no other arm; or its last `elif`, without an `else`.
Node check_on(Node operand) {
    Node tester = operand ? syntax::tester_of(operand) : Node{};
    while (tester.is(Kind::not_operator)) tester = syntax::tester_of(tester);
    const bool is_alone = tester.is(Kind::if_statement) && syntax::If{tester}.alternatives().empty();
    const bool is_last = tester.is(Kind::elif_clause) && !tester.next_sibling();
    return (is_alone || is_last) && advice::only_tells(syntax::If{tester}.body()) ? tester : Node{};
}

bool is_output(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    return row && (row->role == torch::Role::print || row->role == torch::Role::emits);
}

std::vector<edit::Edit> gated(Node condition, std::string_view torch) {
    const text::Span span = condition.span();
    const bool is_weaker = edit::operand(condition) != condition.text();
    std::vector<edit::Edit> edits{
        {{span.begin, span.begin},
         "not " + std::string(torch) + std::string(is_compiling) + " and " + (is_weaker ? "(" : "")}};
    if (is_weaker) edits.push_back({{span.end, span.end}, ")"});
    return edits;
}

// `if not torch.compiler.is_compiling():` around all that the check does, which goes.
void take_gate_away(Node check, std::string_view torch, std::vector<edit::Edit>& edits) {
    const text::Source& source = check.tree()->source();
    const auto inner = syntax::as<syntax::If>(only_statement(syntax::If{check}.body()));
    const std::string gate = "not " + std::string(torch) + std::string(is_compiling);
    if (!inner || inner->condition().text() != gate || !inner->alternatives().empty()) return;
    const auto lines = edit::shallower(source, inner->node, edit::step_of(source, check));
    const text::Span header{inner->node.span().begin, inner->body().first_child().span().begin};
    if (!lines || source.text(header).find('#') != std::string_view::npos) return;
    edits.push_back({header, ""});
    // The first line has gone with the header.
    edits.insert(edits.end(), std::next(lines->begin()), lines->end());
}

}  // namespace

Proposal propose_eager_check(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding), check = check_on(operand);
    if (!check) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    for (const Node node : subtree(check))
        if (node.is(Kind::named_expression) ||
            (node.is(Kind::call) && is_output(facts, node) && loses_more(facts, node)))
            return declined(edit::quoted(node) + " does more than to tell");
    if (is_watched(check)) return declined("a `with` or `try` around it may see the difference");
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    const syntax::If branch{check};
    const bool raises =
        std::ranges::any_of(subtree(branch.body()), [](Node each) { return each.is(Kind::raise_statement); });
    std::vector<edit::Edit> edits = gated(branch.condition(), *torch);
    take_gate_away(check, *torch, edits);
    const std::string missing(raises ? "the check is not needed in compiled code" : lost);
    return {.fixes = {{.rewrite = "eager-check",
                       .title = "check only when not compiling (" + missing + ")",
                       .safety = raises ? Safety::suggestion : Safety::unsafe,
                       .assumes = missing,
                       .edits = std::move(edits)}},
            .declined = "the check would be lost under compile"};
}

Proposal propose_check_around(Study& study, Node statement) {
    const Node function = syntax::function_of(statement);
    for (const rules::Finding& each : findings_in(study.analysis(), function)) {
        const Node check = check_on(operand_of(study.analysis(), each));
        if (check && syntax::is_within(statement, check)) return propose_eager_check(study, each);
    }
    return {};
}

}  // namespace transforms::gates
