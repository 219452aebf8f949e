#include "transforms/if_conversion/read/branch.h"

#include "analysis/function/in_place_update.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/established.h"
#include "transforms/if_conversion/read/aggregate.h"
#include "transforms/if_conversion/read/arm.h"
#include "transforms/if_conversion/read/conditional_expression.h"
#include "transforms/if_conversion/read/loop_exit.h"
#include "transforms/if_conversion/read/rename_arms.h"
#include "transforms/if_conversion/read/scalar_replacement.h"

#include <algorithm>
#include <cmath>

namespace transforms::if_conversion {

using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

std::vector<Node> statements_of(Node block) {
    std::vector<Node> all;
    for (const Node statement : block.children()) all.push_back(statement);
    return all;
}

std::vector<Node> behind(Node statement) {
    std::vector<Node> all;
    for (Node each = statement.next_sibling(); each; each = each.next_sibling()) all.push_back(each);
    return all;
}

bool returns(const std::vector<Node>& statements) {
    return !statements.empty() && statements.back().is(Kind::return_statement);
}

// The statements of each way through a branch, all of which return.
using Ways = std::vector<std::vector<Node>>;

// `if c: return a`, then perhaps more of these, and at last assignments and `return b`.
bool read_ways(Node statement, Predication& read, Ways& ways) {
    const syntax::If view{statement};
    const bool ends = !view.alternatives().empty() && view.alternatives().back().is(Kind::else_clause);
    read.conditions.push_back(view.condition());
    ways.push_back(statements_of(view.body()));
    for (const Node each : view.alternatives()) {
        if (each.is(Kind::elif_clause)) read.conditions.push_back(each.child(Field::condition));
        ways.push_back(statements_of(each.child(each.is(Kind::elif_clause) ? Field::consequence : Field::body)));
    }
    if (!std::ranges::all_of(ways, returns)) return false;
    read.replaced.end = statement.span().end;
    if (ends) return true;
    const std::vector<Node> rest = behind(statement);
    if (rest.empty()) return false;
    if (rest.front().is(Kind::if_statement)) return read_ways(rest.front(), read, ways);
    ways.push_back(rest);
    read.replaced.end = rest.back().span().end;
    return returns(rest);
}

// `out = {"h": h}` and then `return out`: the way returns the structure.
void take_last(const Facts& facts, Arm& way, Node& result) {
    const names::Binding* variable = result ? facts.variable(result) : nullptr;
    if (!variable || way.empty() || way.back().variable != variable || way.back().together) return;
    if (!display_of(facts, way.back().value)) return;
    result = way.back().value;
    way.pop_back();
}

// All ways lead to a `return`.
bool read_early(const Facts& facts, Predication& read, Proof& proof) {
    Predication made = read;
    made.conditions.clear();
    Ways ways;
    if (facts.scope().yields || !read_ways(read.statement, made, ways)) return false;
    const bool whole = made.replaced.end == read.statement.span().end;
    if (!whole && read.statement.parent().parent() != facts.function()) return false;
    made.form = Predication::Form::early;
    std::vector<Arm> arms;
    std::vector<Node> results;
    for (std::vector<Node>& way : ways) {
        results.push_back(way.back().first_child());
        if (!results.back()) proof.refuse("one of the returns gives None");
        way.pop_back();
        arms.push_back(read_arm(facts, way, proof));
        take_last(facts, arms.back(), results.back());
    }
    std::vector<std::vector<Node>> given;
    for (const Node each : results) given.push_back({each});
    if (!proof.refused()) made.renamed = keep_apart(facts, arms, given, {}, proof);
    read = std::move(made);
    if (proof.refused()) return true;
    for (std::size_t i = 0; i < arms.size(); ++i)
        for (const ArmAssignment& each : arms[i]) {
            Target target{.text = each.text,
                          .variable = each.variable,
                          .values = std::vector<Node>(arms.size()),
                          .temporary = true};
            target.values[i] = each.value;
            read.targets.push_back(std::move(target));
        }
    for (Node& each : results) each = syntax::unparenthesized(each);
    for (Target& each : targets_of(facts, results, read, proof)) read.targets.push_back(std::move(each));
    return true;
}

// `if c: continue`, and then assignments until the end of the loop.
bool read_skip(const Facts& facts, Predication& read, Proof& proof) {
    const std::vector<Node> rest = behind(read.statement);
    if (rest.empty() || !is_loop(read.statement.parent().parent())) return false;
    read.form = Predication::Form::skip;
    read.replaced = {read.statement.span().begin, rest.back().span().end};
    const std::vector<Arm> arms{{}, read_arm(facts, rest, proof)};
    if (!proof.refused()) read.targets = merge_arms(facts, read.statement.parent().parent(), arms, proof);
    return true;
}

// The arm leaves the block.
bool read_leaving(const Facts& facts, bool is_link, Predication& read, Proof& proof) {
    const syntax::If view{read.statement};
    const Node only = only_statement(view.body());
    if (!is_link && returns(statements_of(view.body())) && read_early(facts, read, proof)) return true;
    const bool ends_loop = syntax::last_statement(view.body()).is(Kind::break_statement);
    if (!is_link && ends_loop && view.alternatives().empty() && read_stop(facts, read, proof)) {
        if (read.targets.empty()) proof.refuse("the loop assigns nothing");
        return true;
    }
    return only.is(Kind::continue_statement) && view.alternatives().empty() && read_skip(facts, read, proof);
}

// The part of an `if` that begins with a link of its chain.
struct Link {
    Node clause;  // the `if` itself, or an `elif`
    Node condition;
    Node body;
};

std::vector<Link> links_of(Node statement) {
    const syntax::If view{statement};
    std::vector<Link> links{{.clause = statement, .condition = view.condition(), .body = view.body()}};
    for (const Node each : view.alternatives())
        links.push_back({.clause = each,
                         .condition = each.is(Kind::elif_clause) ? each.child(Field::condition) : Node{},
                         .body = each.child(each.is(Kind::elif_clause) ? Field::consequence : Field::body)});
    return links;
}

void read_branch(const Facts& facts, Node operand, Predication& read, Arms form, Proof& proof) {
    std::vector<Link> links = links_of(read.statement);
    std::size_t first = 0;
    while (first + 1 < links.size() && !syntax::is_within(operand, links[first].condition) &&
           (!links[first].condition || is_static(facts, links[first].condition) ||
            condition::asks_no_tensor(facts, links[first].condition)))
        ++first;
    links.erase(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(first));
    read.head = links.front().clause;
    read.replaced.begin = read.head.span().begin;
    read.conditions.clear();
    std::vector<Arm> arms;
    for (const Link& link : links) {
        if (link.condition) read.conditions.push_back(link.condition);
        arms.push_back(proof.refused() ? Arm{} : read_arm(facts, statements_of(link.body), proof));
    }
    if (arms.size() == read.conditions.size()) arms.emplace_back();
    if (proof.refused()) return;
    if (form == Arms::apart) return read_apart(facts, read, arms, proof);
    read.targets = taken_apart(facts, merge_arms(facts, read.statement, arms, proof), proof);
}

}  // namespace

std::optional<std::string> unreadable(const Facts& facts, Node operand) {
    Proof proof, apart;
    (void)read_predication(facts, operand, proof);
    if (proof.refused()) (void)read_predication(facts, operand, apart, Arms::apart);
    return proof.refused() && apart.refused() ? proof.unproven() : std::nullopt;
}

std::span<const Target> assigned_behind(const std::vector<Target>& targets, std::size_t index) {
    const syntax::Node together = targets[index].together;
    if (!together) return std::span(targets).subspan(index, 1);
    if (index + 1 < targets.size() && targets[index + 1].together == together) return {};
    std::size_t first = index;
    while (first > 0 && targets[first - 1].together == together) --first;
    return std::span(targets).subspan(first, index + 1 - first);
}

bool fills(const Facts& facts, const Target& target, std::size_t arm) {
    constexpr double most = 127;  // of int8
    if (!target.cut.is(Kind::subscript)) return false;
    const auto number = function::number_of(facts.value(target.values[arm]));
    return number && *number >= 0 && *number <= most && std::floor(*number) == *number;
}

values::Value value_before(const Facts& facts, const Predication& at, const Target& target) {
    if (at.loop && target.variable) return value_coming_in(facts, at, *target.variable);
    const values::State* state = target.variable ? facts.program().state_at(at.conditions.front()) : nullptr;
    if (!state) return values::unknown();
    const auto slot = static_cast<std::size_t>(target.variable - facts.scope().bindings.data());
    return slot < state->slots.size() ? state->slots[slot] : values::never();
}

std::optional<Predication> read_predication(const Facts& facts, Node operand, Proof& proof, Arms form) {
    Node part = operand;
    for (Node node = operand.parent(); node && !syntax::is_statement(node.kind()); part = node, node = node.parent())
        if (node.is(Kind::conditional_expression) && syntax::Conditional{node}.condition() == part)
            return read_expression(facts, node, proof);
    Node statement = syntax::statement_of(operand);
    const bool is_link = statement.is(Kind::elif_clause);
    if (is_link) statement = statement.parent();
    if (!statement.is(Kind::if_statement)) return std::nullopt;
    Predication read{.statement = statement,
                     .head = statement,
                     .conditions = {syntax::If{statement}.condition()},
                     .replaced = statement.span()};
    if (form == Arms::merged && read_leaving(facts, is_link, read, proof)) return read;
    read_branch(facts, operand, read, form, proof);
    if (read.targets.empty()) proof.refuse("the arms assign nothing");
    return read;
}

}  // namespace transforms::if_conversion
