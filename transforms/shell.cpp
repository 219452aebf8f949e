#include "transforms/shell.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/effect_obligations.h"
#include "transforms/sharing.h"

#include <algorithm>
#include <optional>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::uint32_t max_nodes = 800;  // of a function: it is read once for each finding in it
constexpr std::string_view title = "act behind the compiled code, in a function around it";

// The definition, if nothing but torch.compile decorates it, in the module itself.
Node compiled_definition(const values::Program& program, Node function) {
    const Node definition = function.parent();
    if (!definition.is(Kind::decorated_definition) || !definition.parent().is(Kind::module)) return {};
    const std::vector<Node> decorators = syntax::decorators_of(function);
    if (decorators.size() != 1 || function.text().starts_with("async")) return {};
    const auto call = syntax::as<syntax::Call>(decorators.front());
    const torch::Row* row = values::row_of(program.value(call ? call->function() : decorators.front()));
    return row && row->role == torch::Role::compile ? definition : Node{};
}

// It can be called with the same arguments by another function.
bool takes_plain_arguments(Node function) {
    return std::ranges::all_of(syntax::parameters_of(function), [](const syntax::Parameter& each) {
        const bool constant = !each.value || each.value.is(Kind::integer) || each.value.is(Kind::float_) ||
                              each.value.is(Kind::none) || each.value.is(Kind::true_) || each.value.is(Kind::false_);
        return each.form == syntax::Parameter::Form::plain && constant;
    });
}

// Nobody but this statement gives the name a meaning.
bool is_named_once(const values::Program& program, Node function) {
    const auto name = program.names().name(syntax::Function{function}.name().text());
    const names::Binding* binding = name ? program.names().top().find(*name) : nullptr;
    return binding && binding->occurrences.size() == 1 && !binding->rebound_inside;
}

// A tensor is shown with what made it, which is something else outside of the graph.
bool may_show_history(const Facts& facts, const Carried::Value& carried) {
    const values::Value value = facts.value(carried.node);
    if (!carried.shows_history || facts.without_gradients()) return false;
    const bool has_none = value.dtype == torch::Dtype::boolean || value.dtype == torch::Dtype::integer;
    return value.is(values::Kind::unknown) || (value.is_tensor() && !has_none);
}

// Behind the first effect everything runs before it now, so nothing there may be seen, or raise.
bool can_run_before(const Facts& facts, Node node) {
    switch (node.kind()) {
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            return row && row->traits.total && (row->traits.pure || row->traits.view) && !row->traits.in_place;
        }
        case Kind::assignment: return syntax::Assignment{node}.target().is(Kind::identifier);
        case Kind::augmented_assignment:
            return syntax::AugmentedAssignment{node}.target().is(Kind::identifier) &&
                   !facts.value(syntax::AugmentedAssignment{node}.target()).is_tensor();
        case Kind::binary_operator:
            return facts.value(node.child(Field::left)).is_tensor() ||
                   facts.value(node.child(Field::right)).is_tensor() || node.op() == syntax::Op::add ||
                   node.op() == syntax::Op::sub || node.op() == syntax::Op::mul;
        case Kind::subscript:
            return std::ranges::none_of(syntax::Subscript{node}.indices(),
                                        [&](Node index) { return facts.value(index).is_tensor(); });
        case Kind::expression_statement:
        case Kind::return_statement: return true;
        default:
            return !syntax::is_statement(node.kind()) && !node.is(Kind::await) && !node.is(Kind::yield) &&
                   !node.is(Kind::lambda) && !node.is(Kind::named_expression);
    }
}

const EffectSite* effect_at(const std::vector<EffectSite>& effects, Node node) {
    const auto found =
        std::ranges::find_if(effects, [&](const EffectSite& each) { return syntax::is_within(node, each.statement); });
    return found == effects.end() ? nullptr : &*found;
}

bool may_all_run_before(const Facts& facts, const Shell& shell) {
    bool behind = false;
    for (const Node statement : syntax::Function{shell.function}.body().children()) {
        const bool is_effect = effect_at(shell.effects, statement) != nullptr;
        if (behind && !is_effect)
            for (std::uint32_t i = statement.index(); i < statement.end_index(); ++i)
                if (!can_run_before(facts, statement.tree()->node(i))) return false;
        behind = behind || is_effect;
    }
    return true;
}

// The effects in order; nothing if another break, or an output in a branch or loop, is left in the function.
std::optional<std::vector<EffectSite>> read_all(const analysis::Analysis& analysis, const Facts& facts, Node body) {
    std::vector<EffectSite> effects;
    const text::Span function = facts.function().span();
    const auto begins = [](const rules::Finding& finding) { return finding.span.begin; };
    const auto first = std::ranges::lower_bound(analysis.findings(), function.begin, {}, begins);
    const auto last = std::ranges::lower_bound(analysis.findings(), function.end, {}, begins);
    for (const rules::Finding& finding : std::ranges::subrange(first, last)) {
        const Node at = facts.program().tree().at(finding.span);
        const Node statement = effect_statement(facts, at);
        if (effect_at(effects, statement)) continue;
        Proof proof;
        if (statement.parent() != body || finding.outcome == rules::Outcome::error) return std::nullopt;
        EffectSite site = read_effect(facts, statement, proof);
        if (!proof.refused()) discharge(facts, site, proof);
        if (proof.unproven()) return std::nullopt;
        effects.push_back(std::move(site));
    }
    std::ranges::sort(effects, {}, [](const EffectSite& each) { return each.statement.index(); });
    for (std::uint32_t i = body.index(); i < body.end_index(); ++i) {
        const Node node = body.tree()->node(i);
        if (node.is(Kind::call) && is_output(facts, node) && !effect_at(effects, node)) return std::nullopt;
    }
    return effects;
}

// The only `return` is the last statement.
Node returned(Node body) {
    Node last;
    int returns = 0;
    for (const Node statement : body.children()) last = statement;
    for (std::uint32_t i = body.index(); i < body.end_index(); ++i)
        returns += body.tree()->node(i).is(Kind::return_statement) ? 1 : 0;
    return returns == 1 && last.is(Kind::return_statement) ? last.first_child() : Node{};
}

Node function_at(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    if (!program || &program->tree().source() != finding.source.get()) return {};
    const Node function = syntax::function_of(syntax::statement_of(program->tree().at(finding.span)));
    return function.is(Kind::function_definition) && function.end_index() - function.index() <= max_nodes ? function
                                                                                                          : Node{};
}

std::optional<Shell> read_shell(const analysis::Analysis& analysis, Node function) {
    const values::Program& program = *analysis.program();
    Shell shell{
        .definition = compiled_definition(program, function), .function = function, .effects = {}, .result = {}};
    if (!shell.definition || !takes_plain_arguments(function) || !is_named_once(program, function)) return std::nullopt;
    const Facts facts(program, function);
    const Node body = syntax::Function{function}.body();
    shell.result = returned(body);
    auto effects = shell.result ? read_all(analysis, facts, body) : std::nullopt;
    if (!effects || effects->empty() || facts.shows_all_variables()) return std::nullopt;
    shell.effects = std::move(*effects);
    for (const EffectSite& effect : shell.effects)
        for (const Carried::Value& value : effect.carried)
            if (may_show_history(facts, value)) return std::nullopt;
    return may_all_run_before(facts, shell) ? std::optional(std::move(shell)) : std::nullopt;
}

// Something is left for a graph.
bool computes(const Shell& shell) {
    if (!shell.result.is(Kind::identifier)) return true;
    std::size_t others = 0;
    for (const Node statement : syntax::Function{shell.function}.body().children())
        others += !effect_at(shell.effects, statement) && !statement.first_child().is(Kind::string) ? 1 : 0;
    return others > 1;
}

}  // namespace

Proposal propose_shell(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node function = function_at(analysis, finding);
    const auto shell = function ? read_shell(analysis, function) : std::nullopt;
    if (!shell) return {};
    std::vector<Edit> edits = split(Facts(*analysis.program(), function), *shell);
    if (edits.empty()) return {};
    return {.fixes = {{.rewrite = "shell",
                       .title = std::string(title),
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = std::move(edits)}},
            .declined = {}};
}

bool is_better_split(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node function = function_at(analysis, finding);
    const auto shell = function ? read_shell(analysis, function) : std::nullopt;
    if (!shell || !computes(*shell)) return false;
    const Facts facts(*analysis.program(), function);
    for (const EffectSite& effect : shell->effects)
        for (const Node call : effect.outputs)
            if (const torch::Row* row = facts.row_of(call); !row || row->role != torch::Role::print) return false;
    return !split(facts, *shell).empty();
}

}  // namespace transforms
