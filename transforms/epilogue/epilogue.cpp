#include "transforms/epilogue/epilogue.h"

#include "analysis/syntax/distinct_nodes.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/epilogue/function_effects.h"
#include "transforms/findings.h"

#include <algorithm>
#include <optional>

namespace transforms::epilogue {

using edit::quoted;
using function::Facts;
using in_graph::EffectSite;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::uint32_t max_nodes = 800;  // of a function: it is read once for each finding in it
constexpr std::size_t max_parts = 8;
constexpr std::string_view title = "act behind the compiled code, in a function around it";
constexpr std::string_view nothing_fails = "no error is raised behind what acts";

// The calls in compiled runs of the function that were followed.
std::vector<values::FollowedCall> calls_from(const values::Program& program, Node function) {
    std::vector<values::FollowedCall> calls;
    for (const values::Activation* caller : program.calls().of(function))
        if (caller->compiled) calls.insert(calls.end(), caller->calls.begin(), caller->calls.end());
    return calls;
}

// Whether there are findings in the function, or in what it calls.
bool has_effects(const analysis::Analysis& analysis, Node function, std::vector<Node>& seen) {
    if (function.tree() != &analysis.program()->tree() || std::ranges::find(seen, function) != seen.end()) return false;
    seen.push_back(function);
    if (!findings_in(analysis, function).empty()) return true;
    return std::ranges::any_of(calls_from(*analysis.program(), function), [&](const values::FollowedCall& call) {
        return has_effects(analysis, call.callee->function.node, seen);
    });
}

// Something that a program has defined may be called: else nobody has to be asked who follows it where.
bool may_call_others(const Facts& facts) {
    const Node function = facts.function();
    for (const Node node : subtree(function))
        if (node.is(Kind::call) && !facts.row_of(node)) return true;
    return false;
}

// A function of the module that everybody knows by this name.
bool is_helper(const values::Program& program, Node call, Node function) {
    const Node callee = syntax::Call{call}.function();
    const names::Reference reference =
        callee.is(Kind::identifier) ? program.names().resolve(callee) : names::Reference{};
    return reference && reference.scope->kind == names::ScopeKind::module && reference.binding().is_bound_once() &&
           function.parent().is(Kind::module) && !function.text().starts_with("async") &&
           syntax::Function{function}.name().text() == callee.text();
}

// `self._check(x)`, of the class of the function, if that is what the object has (effect_log.cpp asks).
bool is_own_method(const Facts& caller, Node root, Node call, Node method) {
    const values::Program& program = caller.program();
    const Node callee = syntax::Call{call}.function(), object = callee.child(syntax::Field::object);
    const Node class_ = class_of(root);
    const auto parameters = syntax::parameters_of(caller.function());
    if (!class_ || class_of(caller.function()) != class_ || class_of(method) != class_) return false;
    const auto is_named_once = [&](const names::Scope* scope, Node definition) {
        const auto name = program.names().name(definition.child(syntax::Field::name).text());
        const names::Binding* binding = scope && name ? scope->find(*name) : nullptr;
        return binding && binding->is_bound_once();
    };
    return callee.is(Kind::attribute) && in_graph::is_kept_parameter(caller, object) &&
           object.text() == parameters.front().name.text() &&
           callee.child(syntax::Field::attribute).text() == syntax::Function{method}.name().text() &&
           class_.parent().is(Kind::module) && method.parent().parent() == class_ &&
           is_named_once(&program.names().top(), class_) && is_named_once(program.names().scope_of(class_), method) &&
           !method.text().starts_with("async") && !syntax::parameters_of(method).empty() &&
           syntax::parameters_of(method).front().form == syntax::Parameter::Form::plain;
}

// Not only by the last statement.
bool returns_early(Node function) {
    const Node last = syntax::last_statement(syntax::Function{function}.body());
    return std::ranges::any_of(syntax::returns_of(function), [&](Node each) { return each != last; });
}

// All that acts is a statement of the function itself.
bool is_straight(const Shell& shell) {
    const Part& part = shell.parts.front();
    const Node body = syntax::Function{part.function()}.body();
    return part.helpers.empty() && !returns_early(part.function()) &&
           std::ranges::all_of(part.effects, [&](const EffectSite& each) { return each.statement.parent() == body; });
}

class Reading {
  public:
    explicit Reading(const analysis::Analysis& analysis) : analysis_(analysis), program_(*analysis.program()) {}

    // Nothing if it cannot be split; `reason` tells why, where it is compiled in a way that could be.
    std::optional<Shell> read(Node function, std::optional<std::string>& reason) {
        const auto compiled = how_compiled(program_, function);
        if (!compiled) return std::nullopt;
        shell_.all = std::make_shared<const function::AllFacts>(program_);
        shell_.compiled = *compiled;
        (void)part_of(function);
        for (std::size_t i = 0; i < shell_.parts.size() && !proof_.refused(); ++i) read_part(i);
        const bool acts = std::ranges::any_of(shell_.parts, [](const Part& each) { return !each.effects.empty(); });
        const Node observable = proof_.refused() || !acts ? Node{} : observable_behind(shell_);
        if (observable) proof_.refuse(quoted(observable) + " behind it would be seen, or fail, before it acts");
        if (acts && !proof_.refused()) record_what_may_fail();
        if (!reason) reason = proof_.unproven();
        return acts && !proof_.refused() ? std::optional(std::move(shell_)) : std::nullopt;
    }

  private:
    std::size_t part_of(Node function) {
        for (std::size_t i = 0; i < shell_.parts.size(); ++i)
            if (shell_.parts[i].function() == function) return i;
        shell_.parts.push_back({.facts = &shell_.all->of(function)});
        return shell_.parts.size() - 1;
    }

    void read_part(std::size_t index) {
        const Node function = shell_.parts[index].function();
        if (function.end_index() - function.index() > max_nodes || index >= max_parts)
            return proof_.refuse("the function is too large");
        if (shell_.parts[index].facts->shows_all_variables())
            return proof_.refuse("`locals()` or `eval` sees the variables");
        if (may_call_others(*shell_.parts[index].facts))
            for (const values::FollowedCall& call : calls_from(program_, function))
                take(index, call.node, call.callee->function.node);
        if (!proof_.refused()) read_effects(analysis_, shell_.parts[index], index > 0, shell_.compiled.form, proof_);
    }

    // A call of what acts.
    void take(std::size_t index, Node call, Node callee) {
        std::vector<Node> seen;
        if (!has_effects(analysis_, callee, seen)) return;
        if (!call.is(Kind::call) || syntax::function_of(call) != shell_.parts[index].function() ||
            !(is_helper(program_, call, callee) ||
              is_own_method(*shell_.parts[index].facts, shell_.parts.front().function(), call, callee)))
            return proof_.refuse(quoted(call) + " acts in a method or a function that may be another one here");
        const std::size_t part = part_of(callee);
        auto& helpers = shell_.parts[index].helpers;
        const auto known = std::ranges::find(helpers, call, &std::pair<Node, std::size_t>::first);
        if (known == helpers.end()) return void(helpers.emplace_back(call, part));
        if (known->second != part) proof_.refuse(quoted(call) + " calls one of several functions");
    }

    void record_what_may_fail() {
        shell_.recorded = !is_straight(shell_) || may_fail_behind(shell_);
        if (!shell_.recorded) return;
        if (shell_.compiled.torch.empty() && shell_.compiled.form != Compiled::Form::handed)
            return proof_.refuse(std::string(edit::no_torch_name));
        const Node done = done_before(shell_);
        const Node failing = done ? may_fail_before(shell_) : Node{};
        if (failing) proof_.refuse(quoted(done) + " would be done twice where " + quoted(failing) + " fails");
        shell_.begins = static_cast<bool>(done);
    }

    const analysis::Analysis& analysis_;
    const values::Program& program_;
    Shell shell_;
    proof::Proof proof_;
};

// The function, and those from which compiled code comes to it.
syntax::DistinctNodes callers_of(const values::Program& program, Node function) {
    syntax::DistinctNodes reached;
    reached.add(function);
    for (std::size_t i = 0; i < reached.all().size(); ++i)
        for (const values::Activation* caller : program.calls().compiled_to(reached.all()[i]))
            reached.add(caller->function.node);
    return reached;
}

// The compiled function that is this one, or calls it.
std::optional<Shell> shell_of(const analysis::Analysis& analysis, Node function, std::optional<std::string>& reason) {
    const values::Program* program = analysis.program();
    if (auto shell = Reading(analysis).read(function, reason)) return shell;
    const syntax::DistinctNodes callers = callers_of(*program, function);
    if (callers.all().size() == 1) return std::nullopt;
    for (const values::Entry& entry : program->entries()) {
        const Node root = entry.activation ? entry.activation->function.node : Node{};
        if (!root.is(Kind::function_definition) || root.tree() != &program->tree() || root == function) continue;
        if (!callers.contains(root)) continue;
        auto shell = Reading(analysis).read(root, reason);
        if (shell && std::ranges::find(shell->parts, function, &Part::function) != shell->parts.end()) return shell;
    }
    return std::nullopt;
}

// What comes of the findings in a function.
struct Split {
    std::optional<Shell> shell{};
    std::vector<edit::Edit> edits{};
    std::vector<edit::Edit> returned{};   // the same without a list, where nothing fails
    std::optional<std::string> reason{};  // why there is none
};

const Split& split_for(Study& study, const rules::Finding& finding) {
    static const Split none;
    const values::Program* program = study.analysis().program();
    if (!program || &program->tree().source() != finding.source.get()) return none;
    const Node function = syntax::function_of(syntax::statement_of(program->tree().at(finding.span)));
    if (!function.is(Kind::function_definition)) return none;
    return study.once<Split>(function, [&] {
        Split made;
        made.shell = shell_of(study.analysis(), function, made.reason);
        if (made.shell) made.edits = split(*made.shell);
        if (made.shell && made.shell->recorded && is_straight(*made.shell)) {
            Shell plain = *made.shell;
            plain.recorded = plain.begins = false;
            made.returned = split(plain);
        }
        if (made.shell && made.edits.empty()) made.reason = "its lines cannot be taken apart";
        return made;
    });
}

// Something is left for a graph.
bool computes(const Shell& shell) {
    const Part& part = shell.parts.front();
    std::size_t others = 0;
    for (const Node statement : syntax::Function{part.function()}.body().children()) {
        if (statement.is(Kind::return_statement) && !statement.first_child().is(Kind::identifier)) return true;
        others += !part.effect_at(statement) && !statement.first_child().is(Kind::string) ? 1 : 0;
    }
    return others > 1;
}

// The finding is about an effect, so it is of interest why it stays where it is.
bool is_of_effect(Study& study, const rules::Finding& finding) {
    const values::Program* program = study.analysis().program();
    if (!program || &program->tree().source() != finding.source.get()) return false;
    const Node at = program->tree().at(finding.span);
    const Node function = syntax::function_of(syntax::statement_of(at));
    if (!function.is(Kind::function_definition)) return false;
    const Facts& facts = study.facts(function);
    const Node statement = in_graph::effect_statement(facts, at);
    proof::Proof proof;
    return statement.end_index() - statement.index() <= max_nodes &&
           in_graph::acts(in_graph::read_effect(facts, statement, in_graph::Acts::behind, proof));
}

}  // namespace

Node class_of(Node function) {
    Node definition = function.parent().is(Kind::decorated_definition) ? function.parent() : function;
    const Node around = definition.parent().parent();
    return around.is(Kind::class_definition) ? around : Node{};
}

const EffectSite* Part::effect_at(Node node) const {
    const auto found =
        std::ranges::find_if(effects, [&](const EffectSite& each) { return syntax::is_within(node, each.statement); });
    return found == effects.end() ? nullptr : &*found;
}

bool Part::acts_in(Node statement) const {
    const auto is_in = [&](Node node) { return syntax::is_within(node, statement); };
    return std::ranges::any_of(effects, is_in, &EffectSite::statement) ||
           std::ranges::any_of(helpers, is_in, &std::pair<Node, std::size_t>::first);
}

Proposal propose_shell(Study& study, const rules::Finding& finding) {
    const Split& made = split_for(study, finding);
    if (made.edits.empty() && made.reason && is_of_effect(study, finding)) return declined(*made.reason);
    if (made.edits.empty()) return {};
    return offered({.rewrite = "shell", .title = std::string(title), .safety = Safety::safe, .edits = made.edits});
}

Proposal propose_shell_without_list(Study& study, const rules::Finding& finding) {
    const Split& made = split_for(study, finding);
    if (made.returned.empty()) return {};
    return offered({.rewrite = "shell",
                    .title = std::string(title) + " (assumes that " + std::string(nothing_fails) + ")",
                    .safety = Safety::unsafe,
                    .assumes = std::string(nothing_fails),
                    .edits = made.returned});
}

bool is_better_split(Study& study, const rules::Finding& finding) {
    const Split& made = split_for(study, finding);
    const std::optional<Shell>& shell = made.shell;
    if (!shell || shell->compiled.form != Compiled::Form::function || !is_straight(*shell) || !computes(*shell))
        return false;
    const Part& part = shell->parts.front();
    for (const EffectSite& effect : part.effects)
        for (const Node call : effect.outputs)
            if (const torch::Row* row = part.facts->row_of(call); !row || row->role != torch::Role::print) return false;
    return !made.edits.empty();
}

}  // namespace transforms::epilogue
