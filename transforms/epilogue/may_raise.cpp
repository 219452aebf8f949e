// What of a shell may fail, and what nobody may do twice where it has.
#include "transforms/epilogue/epilogue.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <optional>
#include <set>

namespace transforms::epilogue {

using function::Facts;
using in_graph::EffectSite;
using syntax::Kind;
using syntax::Node;

namespace {

// Statements in a row that cannot fail, whatever the shapes and dtypes are.
class Unfailing {
  public:
    // `first`: where they begin.
    Unfailing(const Facts& facts, Node first)
        : facts_(facts), forms_(facts, first, proof_), speculation_(facts, first, forms_, proof_) {}

    bool passes(Node statement) {
        const Node first = statement.first_child();
        if (const auto assignment = syntax::as<syntax::Assignment>(first)) return assigns(statement, *assignment);
        if (statement.is(Kind::return_statement)) return !first || gives(statement, first);
        return statement.is(Kind::expression_statement) && (first.is(Kind::string) || gives(statement, first));
    }

    bool passes(const EffectSite& site) {
        return std::ranges::all_of(
            site.carried, [&](const in_graph::Carried::Value& each) { return gives(site.statement, each.node); });
    }

  private:
    bool assigns(Node statement, const syntax::Assignment& assignment) {
        const Node target = assignment.target(), value = assignment.value();
        if (!target.is(Kind::identifier) || !value || !gives(statement, value)) return false;
        const std::string name(target.text());
        speculation_.assigned(name, value);
        forms_.assign(name, forms_.of(value));
        return true;
    }

    bool gives(Node statement, Node expression) {
        const Node node = syntax::unparenthesized(expression);
        if (node.is(Kind::expression_list) || node.is(Kind::tuple)) return all_give(statement, node);
        if (node.is(Kind::identifier)) {
            const names::Binding* variable = facts_.variable(node);
            return !variable || facts_.must_defined().before(statement, variable->text);
        }
        if (describes(node)) return true;
        speculation_.check(node);
        return !proof_.refused() && !proof_.has_guards();
    }

    // `x.shape`, `x.dim()`: every tensor has it.
    bool describes(Node node) {
        const auto call = syntax::as<syntax::Call>(node);
        if (call && !call->arguments().children().empty()) return false;
        const Node member = call ? call->function() : node;
        const Node object = member.child(syntax::Field::object);
        if (!object || !forms_.of(object).is_tensor()) return false;
        const torch::Row* row = facts_.member_of_tensors(member.child(syntax::Field::attribute).text());
        return row && row->when == torch::When::never &&
               (row->gives == torch::Gives::shape || row->gives == torch::Gives::shape_number ||
                row->gives == torch::Gives::constant);
    }

    bool all_give(Node statement, Node list) {
        for (const Node each : list.children())
            if (!gives(statement, each)) return false;
        return true;
    }

    const Facts& facts_;
    proof::Proof proof_;
    metadata::Forms forms_;
    speculation::Speculation speculation_;
};

// Something outside of the function is changed: a tensor in place, an object, the state of a generator of numbers.
class Writes {
  public:
    explicit Writes(const Shell& shell) : shell_(shell), program_(shell.parts.front().facts->program()) {}

    Node first_in(const Part& part, Node code) {
        for (const Node node : subtree(code)) {
            const EffectSite* site = part.effect_at(node);
            const bool acts = site && std::ranges::none_of(site->carried, [&](const in_graph::Carried::Value& each) {
                                  return syntax::is_within(node, each.node);
                              });
            if (!acts && writes(*part.facts, node)) return node;
        }
        return {};
    }

  private:
    bool writes(const Facts& facts, Node node) {
        if (node.is(Kind::global_statement)) return true;
        if (!effects::may_write(facts, node)) return false;
        if (node.is(Kind::augmented_assignment)) return updates(facts, syntax::AugmentedAssignment{node}.target());
        return !node.is(Kind::call) || call_writes(facts, node);
    }

    bool call_writes(const Facts& facts, Node node) {
        if (const torch::Row* row = facts.row_of(node)) return row->context != torch::Context::resumable;
        const values::Value callee = facts.value(syntax::Call{node}.function());
        if (callee.is(values::Kind::module)) return module_writes(facts, callee);
        if (callee.is(values::Kind::sequence))  // nn.Sequential
            return callee.sequence().form != values::Sequence::Form::modules || !callee.sequence().exact ||
                   std::ranges::any_of(callee.sequence().items,
                                       [&](values::Value each) { return module_writes(facts, each); });
        return followed_writes(node);
    }

    static bool module_writes(const Facts& facts, values::Value module) {
        const torch::Row* row = facts.row_of_module(module);
        return !row || (!row->traits.pure && !row->traits.view);
    }

    // What the function has made itself, it makes again.
    static bool updates(const Facts& facts, Node target) {
        const names::Binding* variable = target.is(Kind::identifier) ? facts.variable(target) : nullptr;
        if (!variable) return true;
        const values::Value value = facts.value(target);
        return !values::is_static(value) && !effects::is_unshared(facts, *variable, syntax::statement_of(target));
    }

    // A function or module of the file.
    bool followed_writes(Node call) {
        const auto& followed = program_.calls().at(call);
        return followed.empty() || std::ranges::any_of(followed, [this](const values::Activation* callee) {
                   return function_writes(callee->function.node);
               });
    }

    bool function_writes(Node function) {
        if (!function.is(Kind::function_definition) || function.tree() != &program_.tree()) return true;
        if (!entered_.insert(function.index()).second) return false;
        if (const auto known = std::ranges::find(shell_.parts, function, &Part::function); known != shell_.parts.end())
            return static_cast<bool>(first_in(*known, syntax::Function{function}.body()));
        const Part part{.facts = &shell_.all->of(function)};
        return static_cast<bool>(first_in(part, syntax::Function{function}.body()));
    }

    const Shell& shell_;
    const values::Program& program_;
    std::set<std::uint32_t> entered_;
};

}  // namespace

bool may_fail_behind(const Shell& shell) {
    const Part& part = shell.parts.front();
    std::optional<Unfailing> unfailing;
    for (const Node statement : syntax::Function{part.function()}.body().children()) {
        const EffectSite* site = part.effect_at(statement);
        if (!unfailing && site)
            unfailing.emplace(*part.facts, statement);  // what this one is given is there before it acts
        else if (unfailing && !(site ? unfailing->passes(*site) : unfailing->passes(statement)))
            return true;
    }
    return false;
}

std::vector<Node> before_first_effect(const Shell& shell) {
    const Part& part = shell.parts.front();
    std::vector<Node> statements;
    for (const Node statement : syntax::Function{part.function()}.body().children()) {
        const EffectSite* site = part.effect_at(statement);
        if (site && site->statement == statement) break;  // one that is certainly put into the list
        statements.push_back(statement);
    }
    return statements;
}

Node done_before(const Shell& shell) {
    Writes writes(shell);
    for (const Node statement : before_first_effect(shell))
        if (const Node written = writes.first_in(shell.parts.front(), statement)) return written;
    return {};
}

}  // namespace transforms::epilogue
