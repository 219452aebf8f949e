#include "transforms/scalar_uses/takers.h"

#include "analysis/effects/escape.h"
#include "analysis/function/record.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/readers.h"

#include <algorithm>
#include <array>
#include <set>

namespace transforms::scalar_uses {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Methods that put what they are given into a list or dict, and look at nothing. A set hashes it.
constexpr std::array<std::string_view, 5> put_into{"append", "appendleft", "extend", "insert", "update"};

// Functions that put what a container holds into another one.
constexpr std::array<std::string_view, 6> regroup{"builtins.dict",      "builtins.zip",   "builtins.list",
                                                  "builtins.enumerate", "builtins.tuple", "builtins.reversed"};

bool is_star(Node each) { return each.is(Kind::list_splat) || each.is(Kind::list_splat_pattern); }

// `b` of `a, b` for `y` of `x, y`; none if they are not as many, or one is starred.
Node paired(Node target, Node given, Node value) {
    const std::vector<Node> targets = syntax::elements_of(target), values = syntax::elements_of(given);
    const bool is_starred = std::ranges::any_of(targets, is_star) || std::ranges::any_of(values, is_star);
    if (targets.size() != values.size() || is_starred) return {};
    return targets[static_cast<std::size_t>(std::ranges::find(values, value) - values.begin())];
}

// `b` of `a, b = x, y` for `y`, or none.
Node target_of(Node value) {
    const auto assignment = syntax::as<syntax::Assignment>(value.parent().parent());
    const bool is_given = assignment && value.parent().field() == Field::right;
    return is_given ? paired(assignment->target(), value.parent(), value) : Node{};
}

// `n` of `x, n = step(x)`, which takes apart what `return x, steps` gives; none if the caller does something else.
Node part_of(Node call, Node returned) {
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const bool takes_apart = assignment && assignment->value() == call && !assignment->target().is(Kind::identifier);
    return takes_apart ? paired(assignment->target(), returned.parent(), returned) : Node{};
}

// The part of what a clause takes apart that `enumerate(values)` or `zip(names, values)` gives of the argument.
Node element_of(const torch::Row& row, Node call, Node argument) {
    std::size_t position = row.name == "builtins.enumerate" ? 1 : 0;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        if (each == argument) break;
        ++position;
    }
    const std::vector<Node> targets = syntax::elements_of(call.parent().child(Field::left));
    const bool takes_apart = row.name == "builtins.enumerate" || row.name == "builtins.zip";
    return takes_apart && position < targets.size() ? targets[position] : Node{};
}

// An escape analysis: follows the number, and each container that holds it, through the function and its callers.
class Search {
  public:
    Search(const Facts& facts, int depth) : facts_(facts), depth_(depth) {}

    // The expression is the number, or one that `holds` it.
    bool follow(Node node, bool holds);
    bool follow_callers(Node returned, bool holds);
    [[nodiscard]] Takers takers() && { return std::move(takers_); }

  private:
    bool follow_argument(Node call, Node argument, bool holds);
    bool follow_arithmetic(Node operation, Node number);
    bool follow_sum(Node update);
    bool follow_assigned(Node target, bool holds);
    bool follow_element(Node clause, Node target);
    bool follow_container(Node container);
    bool follow_variable(const names::Binding& variable, bool holds);
    [[nodiscard]] bool is_container(Node expression, bool looks_like_one) const;
    [[nodiscard]] bool is_item(Node subscript) const;
    [[nodiscard]] bool puts(Node call) const;
    [[nodiscard]] bool is_put_into(Node container) const;
    [[nodiscard]] bool is_parameter(const names::Binding& variable) const;
    bool taken_by(std::string taker);
    bool taken_by_readers(Node attribute);
    bool alone_taken_by(std::string taker) { return takers_.alone = taken_by(std::move(taker)); }

    const Facts& facts_;
    std::set<const names::Binding*> seen_;
    int depth_;
    Takers takers_;
};

bool Search::taken_by(std::string taker) {
    if (std::ranges::find(takers_.names, taker) == takers_.names.end()) takers_.names.push_back(std::move(taker));
    return true;
}

// Of those that the file shows, some may tell a tensor from a number.
bool Search::taken_by_readers(Node attribute) {
    takers_.alone = takers_.alone || is_told_apart(attribute);
    return taken_by("readers of " + edit::quoted(attribute));
}

bool Search::follow(Node node, bool holds) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::parenthesized_expression: return follow(parent, holds);
        case Kind::expression_list:
        case Kind::tuple:
            if (!holds && parent.parent().is(Kind::return_statement)) return follow_callers(node, false);
            if (const Node target = target_of(node)) return follow_assigned(target, holds);
            [[fallthrough]];
        case Kind::list: return follow(parent, true);
        case Kind::list_comprehension: return node == parent.first_child() && follow(parent, true);
        case Kind::for_in_clause:
            return holds && node.field() == Field::right && follow_element(parent, parent.child(Field::left));
        case Kind::pair: return node.field() == Field::value && follow(parent.parent(), true);
        case Kind::dictionary_splat: return parent.parent().is(Kind::dictionary) && follow(parent.parent(), true);
        case Kind::conditional_expression:
            return syntax::Conditional{parent}.condition() != node && follow(parent, holds);
        case Kind::keyword_argument: return follow_argument(parent.parent().parent(), parent, holds);
        case Kind::argument_list: return follow_argument(parent.parent(), node, holds);
        case Kind::assignment:
            return node.field() == Field::right && parent.parent().is(Kind::expression_statement) &&
                   follow_assigned(syntax::Assignment{parent}.target(), holds);
        case Kind::augmented_assignment:  // `self.seen += mask.sum().item()`, `parts += [l1.item()]`
            if (!holds) return follow_sum(parent);
            return node.is(Kind::list) && node.field() == Field::right && parent.op() == syntax::Op::add &&
                   is_container(parent.child(Field::left), true) && follow_container(parent.child(Field::left));
        case Kind::binary_operator: return !holds && follow_arithmetic(parent, node);
        case Kind::return_statement: return holds ? taken_by("callers") : follow_callers(node, false);
        case Kind::expression_statement: return true;
        default: return false;
    }
}

// `return correct / total`; `return x, n`, which callers take apart: `x, n = step(x)`
bool Search::follow_callers(Node returned, bool holds) {
    const std::vector<Node>& all = calls_of(facts_);
    if (all.empty() || all.size() > most_calls || depth_ == most_deep) return alone_taken_by("callers");
    const bool is_part = !returned.parent().is(Kind::return_statement);
    for (const Node call : all) {
        const Node caller = syntax::function_of(call);
        if (!caller) return false;
        if (facts_.program().number_of(caller) != 0) return alone_taken_by("callers");  // Facts are of this file
        const Node part = is_part ? part_of(call, returned) : Node{};
        if (is_part && !part) return alone_taken_by("callers");
        Search search(facts_.all().of(caller), depth_ + 1);
        if (!(is_part ? search.follow_assigned(part, holds) : search.follow(call, holds))) return false;
        for (std::string& name : search.takers_.names) taken_by(std::move(name));
        takers_.alone = takers_.alone || search.takers_.alone;
        takers_.computes = takers_.computes || search.takers_.computes;
        takers_.sums.insert(takers_.sums.end(), search.takers_.sums.begin(), search.takers_.sums.end());
    }
    return true;
}

// `dict(l1=l1.item())`, `Output(loss, l1.item())`, `history.append(l1.item())`, `dict(zip(names, values))`
bool Search::follow_argument(Node call, Node argument, bool holds) {
    if (!call.is(Kind::call)) return false;
    if (puts(call))
        return !argument.is(Kind::keyword_argument) &&
               follow_container(call.child(Field::function).child(Field::object));
    const values::Value callee = facts_.value(call.child(Field::function));
    const torch::Row* row = facts_.row_of(call);
    const bool is_dict = row && row->name == "builtins.dict" && argument.is(Kind::keyword_argument);
    if (row && holds && row->name == "builtins.len") return true;
    const bool sums = row && holds && row->name == "builtins.sum" && !argument.next_sibling();
    if (sums) takers_.computes = true;
    if (sums) return follow(call, false);
    if (row && holds && call.parent().is(Kind::for_in_clause))
        if (const Node element = element_of(*row, call, argument)) return follow_element(call.parent(), element);
    const bool is_regrouped = row && holds && std::ranges::find(regroup, row->name) != regroup.end();
    return (is_dict || is_regrouped || function::only_holds(facts_, callee)) && follow(call, true);
}

// `100.0 * (sum(parts) / len(parts))`: not where Python would raise an error.
bool Search::follow_arithmetic(Node operation, Node number) {
    const syntax::Op op = operator_of(operation);
    const bool is_left = operation.child(Field::left) == number;
    const Node other = operation.child(is_left ? Field::right : Field::left);
    const bool fits =
        op == syntax::Op::mul || op == syntax::Op::add || op == syntax::Op::sub || (op == syntax::Op::div && is_left);
    if (!takers_.computes || !fits || !function::is_number(facts_.value(other))) return false;
    return follow(operation, false);
}

// What was summed up so far, others may hold: the sum is a new tensor.
bool Search::follow_sum(Node update) {
    const Node sum = update.child(Field::left);
    const bool is_place = sum.is(Kind::attribute) || (sum.is(Kind::subscript) && is_item(sum));
    if (!is_place || (update.op() != syntax::Op::add && update.op() != syntax::Op::sub)) return false;
    takers_.sums.push_back(update);
    return follow_assigned(sum, false);
}

bool Search::follow_assigned(Node target, bool holds) {
    if (target.is(Kind::attribute)) return taken_by_readers(target);
    if (target.is(Kind::subscript)) return is_item(target) && follow_container(syntax::Subscript{target}.object());
    const names::Binding* variable = facts_.variable(target);
    return variable && follow_variable(*variable, holds);
}

// `v` of `{k: v for k, v in zip(names, values)}`, where the clause takes the numbers apart.
bool Search::follow_element(Node clause, Node target) {
    if (!target.is(Kind::identifier)) return false;
    return std::ranges::all_of(subtree(clause.parent()), [&](Node use) {
        const bool is_it = use.is(Kind::identifier) && use.text() == target.text() && use.field() != Field::attribute;
        return !is_it || syntax::is_within(use, clause.child(Field::left)) || follow(use, false);
    });
}

// A container that the number is put into.
bool Search::follow_container(Node container) {
    if (container.is(Kind::attribute)) return taken_by_readers(container);
    if (container.is(Kind::subscript)) return follow_container(syntax::Subscript{container}.object());
    const names::Binding* variable = facts_.variable(container);
    return variable && follow_variable(*variable, true);
}

// Wherever it is used, also in front: in a loop, that comes later.
bool Search::follow_variable(const names::Binding& variable, bool holds) {
    if (!seen_.insert(&variable).second) return true;
    if (variable.captured) return false;
    if (is_parameter(variable)) taken_by("readers of `" + std::string(variable.text) + "`");
    return std::ranges::all_of(facts_.uses_of(variable), [&](Node use) {
        return effects::binds(variable, use) || (holds && is_put_into(use)) || follow(use, holds);
    });
}

// Of what nothing is known, its use has to look like that of a list or dict.
bool Search::is_container(Node expression, bool looks_like_one) const {
    const values::Value value = facts_.value(expression);
    return value.is(values::Kind::mapping) || (value.is(values::Kind::unknown) && looks_like_one) ||
           (value.is(values::Kind::sequence) && value.sequence().form == values::Sequence::Form::list);
}

// `parts["kl"]`, no part of a tensor.
bool Search::is_item(Node subscript) const {
    const std::vector<Node> indices = syntax::Subscript{subscript}.indices();
    return indices.size() == 1 && is_container(syntax::Subscript{subscript}.object(), indices.front().is(Kind::string));
}

// `parts.append(x)` as a statement.
bool Search::puts(Node call) const {
    const auto method = syntax::as<syntax::Attribute>(call.child(Field::function));
    return method && call.parent().is(Kind::expression_statement) &&
           std::ranges::find(put_into, method->name().text()) != put_into.end() &&
           is_container(method->object(), method->name().text() == put_into.front());
}

// `parts["kl"] = ...`, `parts.append(...)`
bool Search::is_put_into(Node container) const {
    const Node parent = container.parent();
    if (parent.is(Kind::subscript))
        return container.field() == Field::value && parent.field() == Field::left &&
               parent.parent().is(Kind::assignment) && is_item(parent);
    return parent.is(Kind::attribute) && container.field() == Field::object && parent.field() == Field::function &&
           puts(parent.parent());
}

bool Search::is_parameter(const names::Binding& variable) const {
    const auto is_it = [&](const syntax::Parameter& each) { return facts_.variable(each.name) == &variable; };
    return std::ranges::any_of(syntax::parameters_of(facts_.function()), is_it);
}

}  // namespace

std::optional<Takers> takers_of(const Facts& facts, Node number) {
    Search search(facts, 0);
    if (!search.follow(number, false)) return std::nullopt;
    return std::move(search).takers();
}

std::optional<Takers> takers_of_list(const Facts& facts, Node list) {
    Search search(facts, 0);
    const bool is_given = list.parent().is(Kind::return_statement);
    if (!(is_given ? search.follow_callers(list, true) : search.follow(list, true))) return std::nullopt;
    return std::move(search).takers();
}

}  // namespace transforms::scalar_uses
