#include "transforms/in_memory/loop_effects.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/traceable.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>

namespace transforms::in_memory {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_name_of_something(Node identifier) {
    return identifier.field() != Field::attribute && !(identifier.parent().is(Kind::keyword_argument) &&
                                                       syntax::Keyword{identifier.parent()}.name() == identifier);
}

bool only_computes(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (!row) return false;
    switch (row->role) {
        case torch::Role::range:
        case torch::Role::enumerate:
        case torch::Role::zip:
        case torch::Role::number_type: return true;
        default: return effects::only_gives_a_value(row) && !effects::may_write(facts, call);
    }
}

class Reader {
  public:
    Reader(const Facts& facts, Node loop, const std::vector<Node>& breaks, proof::Proof& proof)
        : facts_(facts), loop_(loop), breaks_(breaks), proof_(proof) {}

    LoopNeeds run() {
        take(loop_);
        for (const Node definition : moved()) {
            take(syntax::Assignment{definition}.value());
            needs_.moved.push_back(definition);
            inputs_.erase(syntax::Assignment{definition}.target().text());
        }
        for (const std::string_view name : assigned_) check_assigned(name);
        for (const std::string_view name : written_) check_written(name);
        for (const std::string_view name : inputs_)
            if (!written_.contains(name)) needs_.read.push_back(name);
        needs_.written.assign(written_.begin(), written_.end());
        if (written_.empty()) proof_.refuse("the loop writes to no tensor of its function");
        return std::move(needs_);
    }

  private:
    void take(Node part) {
        for (std::uint32_t i = part.index(); i < part.end_index() && !proof_.refused(); ++i)
            take_node(part.tree()->node(i));
    }

    void take_node(Node node) {
        switch (node.kind()) {
            case Kind::identifier: return take_name(node);
            case Kind::call:
                if (!only_computes(facts_, node)) refuse(node);
                return;
            case Kind::assignment: return assign(syntax::Assignment{node}.target());
            case Kind::augmented_assignment: {
                const Node target = syntax::AugmentedAssignment{node}.target();
                if (target.is(Kind::identifier) && !function::is_number(facts_.value(target))) return refuse(node);
                return assign(target);
            }
            case Kind::for_statement:
                if (syntax::For{node}.otherwise()) return refuse(node);
                return assign(syntax::For{node}.target());
            case Kind::if_statement:
            case Kind::expression_statement:
            case Kind::pass_statement:
            case Kind::break_statement:
            case Kind::continue_statement: return;
            case Kind::lambda:
            case Kind::await:
            case Kind::yield:
            case Kind::named_expression:
            case Kind::list_comprehension:
            case Kind::set_comprehension:
            case Kind::dictionary_comprehension:
            case Kind::generator_expression: return refuse(node);
            default:
                if (syntax::is_statement(node.kind())) refuse(node);
        }
    }

    void refuse(Node node) { proof_.refuse(edit::quoted(node) + " may do more than to compute"); }

    void assign(Node target) {
        if (target.is(Kind::identifier)) {
            assigned_.insert(target.text());
        } else if (target.is(Kind::subscript) && target.child(Field::value).is(Kind::identifier)) {
            written_.insert(target.child(Field::value).text());
        } else if (target.is(Kind::pattern_list) || target.is(Kind::tuple_pattern) || target.is(Kind::list_pattern)) {
            for (const Node part : target.children()) assign(part);
        } else {
            refuse(target);
        }
    }

    void take_name(Node identifier) {
        if (!is_name_of_something(identifier)) return;
        const names::Reference reference = facts_.program().names().resolve(identifier);
        if (!reference || reference.scope->kind == names::ScopeKind::module) {
            // As the operator finds it, too. A tensor might want a gradient.
            const values::Value value = facts_.value(identifier);
            if (!value.is(values::Kind::api) && !function::is_number(value)) refuse(identifier);
            return;
        }
        const names::Binding* variable = facts_.variable(identifier);
        if (!variable) return refuse(identifier);
        // Whether the operator can be told what it is, the runtime finds out.
        if (facts_.must_defined().before(loop_, variable->text)) inputs_.insert(variable->text);
    }

    // Nobody may ask for what the loop has assigned, and what it writes to has to come from in front of it.
    void check_assigned(std::string_view name) {
        if (written_.contains(name) || facts_.liveness().after(loop_, name))
            proof_.refuse("`" + std::string(name) + "` is used behind the loop");
    }

    void check_written(std::string_view name) {
        const auto is_own = [&] {
            return effects::is_unshared(facts_, *facts_.scope().find(*facts_.program().names().name(name)), loop_);
        };
        if (!inputs_.contains(name) || !is_own())
            proof_.refuse("`" + std::string(name) + "` may be known by another name");
    }

    // Assignments that nothing but the loop and each other reads.
    std::vector<Node> moved() {
        std::vector<Node> found;
        for (const Node statement : loop_.parent().children()) {
            if (statement == loop_) break;
            const auto assignment = syntax::as<syntax::Assignment>(
                statement.is(Kind::expression_statement) ? statement.first_child() : Node{});
            if (assignment && assignment->target().is(Kind::identifier) && assignment->value() &&
                breaks_at(statement) && inputs_.contains(assignment->target().text()) &&
                is_movable(*assignment, statement))
                found.push_back(assignment->node);
        }
        return found;
    }

    bool breaks_at(Node statement) const {
        return std::ranges::any_of(breaks_, [&](Node each) { return syntax::is_within(each, statement); });
    }

    bool is_movable(const syntax::Assignment& assignment, Node statement) const {
        const names::Binding* variable = facts_.variable(assignment.target());
        if (facts_.liveness().after(loop_, variable->text) || edit::has_long_string(assignment.value())) return false;
        for (const Node node : between(statement, loop_)) {
            if (facts_.variable(node) == variable || writes(node)) return false;
        }
        for (const Node node : subtree(assignment.value()))
            if (!is_the_same_there(node, statement)) return false;
        return true;
    }

    bool writes(Node node) const {
        if (node.is(Kind::call)) return !only_computes(facts_, node);
        return effects::may_write(facts_, node) ||
               (syntax::is_statement(node.kind()) && !node.is(Kind::expression_statement));
    }

    bool is_the_same_there(Node node, Node statement) const {
        if (node.is(Kind::call)) return only_computes(facts_, node);
        const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
        if (!variable) return true;
        const auto here = facts_.definition(*variable, statement), there = facts_.definition(*variable, loop_);
        if (here && there) return here->value == there->value;
        // Assigned in several places, none of them in between.
        return std::ranges::none_of(variable->occurrences, [&](const names::Occurrence& each) {
            return each.node.index() >= statement.index() && each.node.index() < loop_.end_index();
        });
    }

    const Facts& facts_;
    Node loop_;
    const std::vector<Node>& breaks_;
    proof::Proof& proof_;
    LoopNeeds needs_;
    std::set<std::string_view> inputs_, assigned_, written_;
};

}  // namespace

LoopNeeds read_loop(const Facts& facts, Node loop, const std::vector<Node>& breaks, proof::Proof& proof) {
    return Reader(facts, loop, breaks, proof).run();
}

}  // namespace transforms::in_memory
