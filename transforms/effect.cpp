#include "transforms/effect.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/effect_obligations.h"
#include "transforms/effect_site.h"
#include "transforms/meaning.h"
#include "transforms/runtime_import.h"
#include "transforms/shell.h"
#include "transforms/text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::uint32_t max_nodes = 400;  // of a statement; reading one takes the square of it

// One statement, read and proven.
struct Site {
    EffectSite effect;
    Proof proof;
    std::string function;
    std::uint32_t line = 0;  // 1-based
};

std::unique_ptr<Site> read(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program& program = *analysis.program();
    const Node at = program.tree().at(finding.span);
    const Node innermost = syntax::statement_of(at);
    if (innermost.is(Kind::elif_clause) || innermost.end_index() - innermost.index() > max_nodes) return nullptr;
    const Node function = syntax::function_of(innermost);
    if (!function.is(Kind::function_definition)) return nullptr;
    const Facts& facts = study.facts(function);
    auto site = std::make_unique<Site>();
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

std::string definition(const Site& site, std::string_view module, std::string_view name, bool with_line) {
    const EffectSite& effect = site.effect;
    const std::string lambda = "lambda" + std::string(effect.parameters.empty() ? "" : " ") + effect.parameters + ": ";
    std::string text = std::string(name) + " = " + std::string(module) + (effect.raises ? ".check(" : ".effect(");
    text += lambda + effect.body;
    if (effect.raises) text += ", " + lambda + effect.error;
    text += ", \"" + site.function + "\"";
    if (with_line) text += ", " + std::to_string(site.line);
    return text + ")";
}

// An output becomes `graphmend.compiling() and SITE(...) or output`, what raises if it holds
// `not (graphmend.compiling() and SITE(...)) and condition`.
std::vector<Edit> use(const EffectSite& effect, std::string_view module, std::string_view name) {
    const text::Span span = effect.place.span();
    const bool is_left_out = effect.inverted || effect.statement.is(Kind::expression_statement);
    std::string before = std::string(module) + ".compiling() and " + std::string(name) + "(" + effect.arguments + ")";
    before = is_left_out ? before + " or " : "not (" + before + ") and ";
    std::string behind;
    if (effect.place.op() == syntax::Op::logical_or) before += "(", behind += ")";
    if (effect.nested) before = "(" + before, behind += ")";
    std::vector<Edit> edits{{{span.begin, span.begin}, std::move(before)}};
    if (!behind.empty()) edits.push_back({{span.end, span.end}, std::move(behind)});
    return edits;
}

std::string_view title_of(const EffectSite& effect) {
    return effect.raises ? "check inside of the graph (with the GraphMend runtime)"
                         : "keep the output in the graph (with the GraphMend runtime)";
}

// Where a site is defined: below the last import and, if that is the runtime's, the blank line between it and the
// others.
std::uint32_t end_of_imports(const text::Source& source, Node import, bool has_sites) {
    const std::uint32_t end = end_of_line(source, import.span().end);
    const auto below = static_cast<std::uint32_t>(end + source.line_ending().size());
    const bool is_blank = below < source.text().size() && end_of_line(source, below) == below;
    return has_sites && is_blank ? below : end;
}

}  // namespace

Proposal propose_effect(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program* program = analysis.program();
    if (!program || &program->tree().source() != finding.source.get()) return {};
    const auto site = read(study, finding);
    const Node import = last_import(program->tree());
    if (!site || !acts(site->effect)) return {};
    if (site->proof.refused()) return declined(*site->proof.unproven());
    if (!import) return {};
    std::string name = "_effect_" + std::to_string(site->line);
    while (is_bound(*program, name)) name += "_";
    const std::string line(analysis.source().line_ending());
    const bool is_imported = imports_runtime(*program, runtime_package);
    if (is_bound(*program, runtime_package) && !is_imported) return {};
    const std::uint32_t end = end_of_imports(analysis.source(), import, is_imported);
    const std::string imported = is_imported ? "" : line + "import " + std::string(runtime_package) + line;
    std::vector<Edit> edits{{{end, end}, imported + line + definition(*site, runtime_package, name, false)}};
    std::ranges::move(use(site->effect, runtime_package, name), std::back_inserter(edits));
    const std::string assumes = joined(site->proof.assumptions(), "; ");
    std::string title(title_of(site->effect));
    if (!assumes.empty()) title += ", if " + assumes;
    return {.fixes = {{.rewrite = "effect",
                       .title = std::move(title),
                       .safety = assumes.empty() ? Safety::safe : Safety::unsafe,
                       .assumes = assumes,
                       .needs = "runtime",
                       .edits = std::move(edits)}},
            .declined = site->proof.unproven()};
}

InMemory rewrite_effects(const analysis::Analysis& analysis, bool unsafe) {
    InMemory result;
    const values::Program* program = analysis.program();
    const Node import = program ? last_import(program->tree()) : Node{};
    const bool is_imported = program && imports_runtime(*program, private_package);
    if (!import || (is_bound(*program, private_package) && !is_imported)) return result;
    std::map<std::uint32_t, std::unique_ptr<Site>> sites;  // by the place of the statement
    std::set<std::uint32_t> told;
    Study study(analysis);
    for (const rules::Finding& finding : analysis.findings()) {
        if (is_better_split(study, finding)) continue;
        auto site = read(study, finding);
        // Where there is neither an output nor a check, it is for the other rewrites.
        if (!site || !site->effect.place || !told.insert(site->effect.statement.index()).second) continue;
        const std::string assumes = joined(site->proof.assumptions(), "; ");
        const bool wanted = !site->proof.refused() && (assumes.empty() || unsafe);
        result.treated.push_back({.line = site->line,
                                  .function = site->function,
                                  .code = std::string(finding.code),
                                  .title = wanted ? std::string(title_of(site->effect)) : "",
                                  .declined = wanted ? assumes : site->proof.unproven().value_or("")});
        if (wanted) sites.emplace(site->effect.statement.index(), std::move(site));
    }
    if (sites.empty()) return result;
    std::string definitions = is_imported ? "" : private_import();
    std::vector<Edit> uses;
    int number = 0;
    for (const auto& [index, site] : sites) {
        std::string name;
        do name = std::string(private_package) + "_" + std::to_string(++number);
        while (is_bound(*program, name));
        definitions += "; " + definition(*site, private_package, name, true);
        std::ranges::move(use(site->effect, private_package, name), std::back_inserter(uses));
    }
    const std::uint32_t end = import.span().end;
    uses.push_back({{end, end}, std::move(definitions)});
    std::ranges::sort(uses, {}, &Edit::span);
    result.edits = std::move(uses);
    keep_meanings(analysis, result);
    return result;
}

}  // namespace transforms
