#include "transforms/in_graph/effect_call.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/in_graph/obligations.h"

#include <utility>

namespace transforms::in_graph {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::uint32_t max_nodes = 400;  // of a statement; reading one takes the square of it

}  // namespace

std::unique_ptr<ProvenEffect> prove_effect(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program& program = *analysis.program();
    const Node at = program.tree().at(finding.span);
    const Node innermost = syntax::statement_of(at);
    if (innermost.is(Kind::elif_clause) || innermost.end_index() - innermost.index() > max_nodes) return nullptr;
    const Node function = syntax::function_of(innermost);
    if (!function.is(Kind::function_definition)) return nullptr;
    const function::Facts& facts = study.facts(function);
    auto site = std::make_unique<ProvenEffect>();
    const Node statement = effect_statement(facts, at);
    if (statement.end_index() - statement.index() > max_nodes) return nullptr;
    site->effect = read_effect(facts, statement, Acts::in_graph, site->proof);
    if (!site->effect.only_behind.empty()) site->proof.refuse(site->effect.only_behind);
    if (!site->proof.refused()) discharge(facts, site->effect, site->proof);
    if (finding.outcome == rules::Outcome::error) site->proof.refuse("it is an error there, not a break");
    site->function = program.names().qualified_name(facts.scope());
    site->line = analysis.source().line_at((site->effect.place ? site->effect.place : statement).span().begin) + 1;
    return site;
}

std::string definition_of(const ProvenEffect& site, std::string_view module, std::string_view name, bool with_line) {
    const EffectSite& effect = site.effect;
    const std::string lambda = "lambda" + std::string(effect.parameters.empty() ? "" : " ") + effect.parameters + ": ";
    std::string text = std::string(name) + " = " + std::string(module) + (effect.raises ? ".check(" : ".effect(");
    text += lambda + effect.body;
    if (effect.raises) text += ", " + lambda + effect.error;
    text += ", \"" + site.function + "\"";
    if (with_line) text += ", " + std::to_string(site.line);
    return text + ")";
}

std::vector<edit::Edit> use_of(const EffectSite& effect, std::string_view module, std::string_view name) {
    const text::Span span = effect.place.span();
    const bool is_left_out = effect.inverted || effect.statement.is(Kind::expression_statement);
    std::string before = std::string(module) + ".compiling() and " + std::string(name) + "(" + effect.arguments + ")";
    before = is_left_out ? before + " or " : "not (" + before + ") and ";
    std::string behind;
    if (effect.place.op() == syntax::Op::logical_or) before += "(", behind += ")";
    if (effect.nested) before = "(" + before, behind += ")";
    std::vector<edit::Edit> edits{{{span.begin, span.begin}, std::move(before)}};
    if (!behind.empty()) edits.push_back({{span.end, span.end}, std::move(behind)});
    return edits;
}

std::string_view title_of(const EffectSite& effect) {
    return effect.raises ? "check inside of the graph (with the GraphMend runtime)"
                         : "keep the output in the graph (with the GraphMend runtime)";
}

}  // namespace transforms::in_graph
