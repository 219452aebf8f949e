#include "transforms/gates/dynamo_option.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/findings.h"

namespace transforms::gates {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The truth of the expression decides something, or of what is made of it. An `assert` becomes a part of the graph.
bool is_in_condition(Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent()) {
        const Node tester = tester_of(node);
        if (node.parent().is(Kind::boolean_operator) || (tester && !tester.is(Kind::assert_statement))) return true;
    }
    return false;
}

// `self.layers[n]`: which module it is has to be known.
bool picks(const function::Facts& facts, Node operand) {
    const Node parent = operand.parent();
    return facts.value(operand).is(values::Kind::tensor_number) && parent.is(Kind::subscript) &&
           parent.child(Field::value) != operand && !facts.value(parent.child(Field::value)).is_tensor();
}

// Python branches on it, or on the variable that it is assigned to: that breaks with the option as well.
bool decides(const function::Facts& facts, Node operand) {
    if (is_in_condition(operand) || picks(facts, operand)) return true;
    const Node statement = syntax::statement_of(operand);
    const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    if (!variable) return false;
    for (const Node node : behind(statement, facts.function()))
        if (facts.variable(node) == variable && is_in_condition(node)) return true;
    return false;
}

// `torch` is there when control comes behind the statement.
bool is_imported(const values::Program& program, std::string_view torch, Node statement) {
    const auto name = program.names().name(torch);
    const names::Binding* binding = name ? program.names().top().find(*name) : nullptr;
    return binding && binding->occurrences.front().import &&
           binding->occurrences.front().import->statement.span().begin <= statement.span().begin;
}

}  // namespace

Proposal propose_dynamo_option(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = finding.option.empty() ? Node{} : operand_of(analysis, finding);
    if (!operand) return {};
    const values::Program& program = *analysis.program();
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(program.names(), facts.function());
    const Node import = edit::last_import(program.tree());
    if (!torch || !import || !is_imported(program, *torch, import) || decides(facts, operand)) return {};
    const text::Source& source = analysis.source();
    const auto behind = edit::end_of_line(source, import.span().end);
    const std::string line(source.line_ending());
    const std::string set = std::string(*torch) + "._dynamo.config." + std::string(finding.option) + " = True";
    return offered({.rewrite = "dynamo-option",
                    .title = "let Dynamo capture it in the whole process: `" + set + "`",
                    .safety = Safety::suggestion,
                    .edits = {{{behind, behind}, line + line + set}}});
}

}  // namespace transforms::gates
