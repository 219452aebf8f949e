// What stands behind an effect is computed before it acts. Nobody can tell if that neither raises nor shows anything,
// leaves alone what the effect has been given, and, where the effect itself may raise, writes nothing. Where the effect
// shows an object, it keeps away from all that the object's text may read or write.
#include "analysis/effects/escape.h"
#include "analysis/effects/literal_containers.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/effects/traceable.h"
#include "analysis/effects/user_code.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/epilogue/epilogue.h"

#include <algorithm>
#include <set>

namespace transforms::epilogue {

using function::Facts;
using in_graph::EffectSite;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

class Order {
  public:
    explicit Order(const Shell& shell) : shell_(shell), program_(shell.parts.front().facts->program()) {
        for (const Part& part : shell.parts)
            for (const EffectSite& site : part.effects) note(*part.facts, site);
    }

    Node first_observable() {
        (void)holds();
        return observable_;
    }

    // Of what comes before the first effect. Writes may fail in no other way than reads.
    Node first_failing() {
        may_raise_ = shares_memory_ = shows_objects_ = false;
        for (const Node statement : before_first_effect(shell_))
            if (!can_run_before(shell_.parts.front(), statement)) return observable_;
        return {};
    }

  private:
    bool holds() {
        const Part& root = shell_.parts.front();
        bool behind = false;
        for (const Node statement : syntax::Function{root.function()}.body().children()) {
            const bool acts = root.acts_in(statement);
            const bool is_first = !behind && root.effect_at(statement);  // its values are needed at once
            if ((behind || acts) && !is_first && !can_run_before(root, statement)) return false;
            behind = behind || acts;
        }
        return std::all_of(shell_.parts.begin() + 1, shell_.parts.end(), [this](const Part& helper) {
            return can_run_before(helper, syntax::Function{helper.function()}.body());
        });
    }

    void note(const Facts& facts, const EffectSite& site) {
        // A warning may be an error.
        may_raise_ = may_raise_ || site.raises || std::ranges::any_of(site.outputs, [&](Node call) {
                         const torch::Row* row = facts.row_of(call);
                         return !row || row->rule == "GM403";
                     });
        shows_objects_ = shows_objects_ || std::ranges::any_of(site.carried, [&](const in_graph::Carried::Value& each) {
                             return effects::may_hold_objects(facts, each.node);
                         });
        shares_memory_ = shares_memory_ || std::ranges::any_of(site.carried, [&](const in_graph::Carried::Value& each) {
                             Node given = each.node;  // `n > 1 and (x > 1).any()`
                             while (given.is(Kind::boolean_operator)) given = syntax::Binary{given}.right();
                             const values::Value value = facts.value(given);
                             return (value.is_tensor() || value.is(values::Kind::unknown)) &&
                                    !effects::makes_new_tensor(facts, given);
                         });
    }

    // Of the effects themselves what they are given.
    bool can_run_before(const Part& part, Node statement) {
        for (const Node node : subtree(statement)) {
            if (const EffectSite* site = part.effect_at(node); site && !is_given(*site, node)) continue;
            const bool is_helper =
                std::ranges::any_of(part.helpers, [&](const auto& call) { return call.first == node; });
            if (is_helper || can_run_before(*part.facts, node)) continue;
            if (!observable_) observable_ = node;
            return false;
        }
        return true;
    }

    static bool is_given(const EffectSite& site, Node node) {
        return std::ranges::any_of(
            site.carried, [&](const in_graph::Carried::Value& each) { return syntax::is_within(node, each.node); });
    }

    bool can_run_before(const Facts& facts, Node node) {
        if (node.is(Kind::attribute) && effects::runs_code(facts, node)) return false;
        if (shows_objects_ && effects::meets_objects(facts, node)) return false;
        switch (node.kind()) {
            case Kind::call: return can_call_before(facts, node);
            case Kind::assignment: return can_assign_before(facts, syntax::Assignment{node}.target());
            case Kind::augmented_assignment: {
                const Node target = syntax::AugmentedAssignment{node}.target();
                return can_assign_before(facts, target) && (!facts.value(target).is_tensor() || may_write());
            }
            case Kind::binary_operator: return can_compute_before(facts, node);
            case Kind::subscript:
                return !effects::looks_up(facts, node) &&
                       std::ranges::none_of(syntax::Subscript{node}.indices(),
                                            [&](Node index) { return facts.value(index).is_tensor(); });
            case Kind::expression_statement:
            case Kind::return_statement:
            case Kind::pass_statement:
            case Kind::break_statement:
            case Kind::continue_statement:
            case Kind::if_statement:
            case Kind::elif_clause:
            case Kind::else_clause:
            case Kind::for_statement:
            case Kind::while_statement:
            case Kind::with_statement: return true;  // what a `with` may be is seen to by in_graph/obligations.cpp
            default:
                return !syntax::is_statement(node.kind()) && !node.is(Kind::await) && !node.is(Kind::yield) &&
                       !node.is(Kind::lambda) && !node.is(Kind::named_expression);
        }
    }

    bool can_assign_before(const Facts& facts, Node target) const {
        if (target.is(Kind::identifier)) return true;
        if (target.is(Kind::attribute))  // of a module it is looked up when the effect acts
            return !may_raise_ && !shows_objects_ && !facts.value(target.child(Field::object)).is(values::Kind::api);
        if (target.is(Kind::subscript)) return false;
        for (const Node each : target.children())
            if (!can_assign_before(facts, each)) return false;
        return true;
    }

    static bool can_compute_before(const Facts& facts, Node node) {
        const syntax::Op op = node.op();
        const values::Value left = facts.value(node.child(Field::left)), right = facts.value(node.child(Field::right));
        // Of numbers that are known while tracing, as shapes are.
        return left.is_tensor() || right.is_tensor() || (values::is_static(left) && values::is_static(right)) ||
               op == syntax::Op::add || op == syntax::Op::sub || op == syntax::Op::mul;
    }

    // A tensor in place.
    bool may_write() const { return !may_raise_ && !shares_memory_; }

    bool can_call_before(const Facts& facts, Node call) {
        if (facts.value(call).is(values::Kind::literal)) return true;  // `float("-inf")`
        if (const torch::Row* row = facts.row_of(call)) {
            if (row->traits.in_place) return row->traits.total && may_write();
            return (row->traits.total && (row->traits.pure || row->traits.view)) || only_describes(*row) ||
                   only_casts(facts, call, *row);
        }
        if (effects::reads_items(facts, call)) return true;
        const values::Value callee = facts.value(syntax::Call{call}.function());
        if (callee.is(values::Kind::module)) return can_pass_before(facts, callee);
        if (callee.is(values::Kind::sequence))  // nn.Sequential
            return callee.sequence().form == values::Sequence::Form::modules && callee.sequence().exact &&
                   std::ranges::all_of(callee.sequence().items,
                                       [&](values::Value each) { return can_pass_before(facts, each); });
        return can_follow_before(call);
    }

    // Through a module of torch.
    bool can_pass_before(const Facts& facts, values::Value module) const {
        const torch::Row* row = facts.row_of_module(module);
        return row && row->traits.total && (row->traits.pure || row->traits.view || may_write());
    }

    // `x.to(y.dtype)`. Another device may have no room.
    static bool only_casts(const Facts& facts, Node call, const torch::Row& row) {
        const Node given = syntax::Call{call}.arguments().first_child();
        if (row.dtype != torch::Dtype::cast || !given || given.next_sibling()) return false;
        const values::Value dtype = facts.value(given);
        const torch::Row* named = values::row_of(dtype);
        return named ? named->gives == torch::Gives::constant && named->dtype != torch::Dtype::unknown
                     : dtype.is(values::Kind::constant) && dtype.dtype != torch::Dtype::unknown;
    }

    // `range(3)`, `len(x)`, `x.size(0)`, `torch.no_grad()`: nothing of tensors is computed.
    static bool only_describes(const torch::Row& row) {
        switch (row.role) {
            case torch::Role::range: return row.gives != torch::Gives::tensor;
            case torch::Role::enumerate:
            case torch::Role::zip:
            case torch::Role::isinstance: return true;
            default:
                if (row.context == torch::Context::resumable) return true;
                return row.when == torch::When::never &&
                       (row.gives == torch::Gives::constant || row.gives == torch::Gives::shape_number ||
                        row.gives == torch::Gives::shape);
        }
    }

    // A function or module of the file.
    bool can_follow_before(Node call) {
        const auto& followed = program_.calls().at(call);
        return !followed.empty() && std::ranges::all_of(followed, [this](const values::Activation* callee) {
            return can_enter_before(callee->function.node);
        });
    }

    bool can_enter_before(Node function) {
        if (!function.is(Kind::function_definition) || function.tree() != &program_.tree()) return false;
        if (!entered_.insert(function.index()).second) return true;
        const Part part{.facts = &shell_.all->of(function)};
        return can_run_before(part, syntax::Function{function}.body());
    }

    const Shell& shell_;
    const values::Program& program_;
    bool may_raise_ = false;      // an effect
    bool shares_memory_ = false;  // what an effect is given, with a tensor of the function
    bool shows_objects_ = false;
    std::set<std::uint32_t> entered_;
    Node observable_;
};

}  // namespace

Node observable_behind(const Shell& shell) { return Order(shell).first_observable(); }

Node may_fail_before(const Shell& shell) { return Order(shell).first_failing(); }

}  // namespace transforms::epilogue
