#include "transforms/condition/predicate.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/lowering.h"
#include "transforms/condition/quantifier.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::condition {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

Predicate PredicateReader::read(const std::vector<Node>& conditions) {
    for (const Node each : conditions) {
        made_.questions.push_back(question(each));
        behind_ = true;  // the others are asked only if this one does not hold
    }
    return std::move(made_);
}

// `elif mask is None:` behind a condition on tensors: it may be asked although the program would not.
std::optional<Question> PredicateReader::link(Node condition) {
    const bool known = is_fixed(facts_, condition);
    if (!behind_ || (!known && !asks_no_tensor(facts_, condition)) || existence_of(facts_, condition, statement_))
        return std::nullopt;
    if (known && !is_harmless(facts_, condition, statement_)) refuse(condition, "may raise an error");
    if (!known) may_be_asked_twice(facts_, condition, proof_);
    const std::string text(condition.text());
    return Question{.text = text, .name = condition.is(Kind::identifier) ? text : "", .in_python = true};
}

Question PredicateReader::question(Node condition) {
    if (auto known = link(condition)) return *known;
    Question asked;
    Node plain = syntax::unparenthesized(condition);
    if (plain.is(Kind::not_operator)) {
        asked.negated = true;
        plain = syntax::unparenthesized(plain.first_child());
    }
    std::vector<Node> operands;
    if (!asked.negated && !behind_) flatten(plain, Op::logical_and, operands);
    if (plain.is(Kind::boolean_operator) && is_fixed(facts_, plain)) refuse(plain, "is no tensor");
    std::size_t first = 0;
    while (first + 1 < operands.size()) {
        if (!stays_in_python(facts_, operands[first])) break;
        made_.fixed.push_back(edit::operand(operands[first++]));
    }
    if (first == 0) {
        asked.text = tensor(plain, false);
    } else {
        asked.text = conjunction({operands.begin() + static_cast<std::ptrdiff_t>(first), operands.end()}, " & ");
        plain = operands.back();
    }
    const bool is_held = plain.is(Kind::identifier) && asked.text == plain.text();
    if (is_held || (made_.hoisted && asked.text == made_.hoisted->name)) asked.name = asked.text;
    return asked;
}

std::string PredicateReader::refuse(Node node, std::string_view why) {
    proof_.refuse(edit::quoted(node).append(" ").append(why));
    return {};
}

std::string PredicateReader::lacks(Node node, std::string_view why) {
    proof_.refuse(edit::quoted(node).append(" ").append(why), {proof::Requirement::fit});
    return {};
}

std::string PredicateReader::tensor(Node node, bool negated) {
    if (proof_.refused()) return {};
    node = syntax::unparenthesized(node);
    if (asks_kept(node)) return of_kept(node, negated);
    switch (node.kind()) {
        case Kind::identifier:
            if (const Node call = kept_read(node)) return tensor(call, negated);
            if (const auto exists = existence_of(facts_, node, statement_)) return exists_any(*exists, negated);
            break;
        case Kind::not_operator: return tensor(node.first_child(), !negated);
        case Kind::boolean_operator: {
            std::vector<Node> operands;
            flatten(node, node.op(), operands);
            const std::string made = conjunction(operands, node.op() == Op::logical_and ? " & " : " | ");
            return negated ? "~(" + made + ")" : made;
        }
        case Kind::comparison_operator: return of_comparison(node, negated);
        case Kind::call: return of_call(node, negated);
        case Kind::subscript:
            if (const auto exists = existence_of(facts_, node, statement_)) return exists_any(*exists, negated);
            break;
        default: break;
    }
    return single(node, negated);
}

std::string PredicateReader::of_comparison(Node node, bool negated) {
    const Node left = node.first_child(), right = left.next_sibling();
    if (right.next_sibling()) return chain(node, negated);
    if (const Node items = items_of_in(facts_, node)) return among(node, items, negated);
    if (right.op() == Op::in || right.op() == Op::not_in) return contained(node, negated);
    if (const Node one = truth_of(left), other = truth_of(right);
        one && other && (right.op() == Op::equal || right.op() == Op::not_equal))
        return of_truths(one, other, (right.op() == Op::equal) != negated);
    if (const auto exists = existence_of(facts_, node, statement_)) return exists_any(*exists, exists->none != negated);
    return is_of_tensor(left) || is_of_tensor(right) ? compared_numbers(node, negated) : single(node, negated);
}

// `0 in ids`, as a tensor answers it itself.
std::string PredicateReader::contained(Node node, bool negated) {
    const Node left = node.first_child(), tensor = left.next_sibling();
    const bool is_number = forms_.of(left).is_number() && !is_of_tensor(left);
    if (!forms_.of(tensor).is_tensor() || (!is_number && !forms_.of(left).is_tensor()))
        return refuse(node, "may be something else than a tensor");
    if (behind_) speculation_.check(left), speculation_.check(tensor);
    made_.tensors.push_back(tensor);
    const std::string same =
        edit::grouped(std::string(tensor.text())) + " == " + edit::grouped(std::string(left.text()));
    return ((tensor.op() == Op::not_in) != negated ? "~(" : "(") + same + ").any()";
}

// `x` of `bool(x)`, or none.
Node PredicateReader::truth_of(Node side) const {
    const Node call = syntax::unparenthesized(side);
    return call.is(Kind::call) && !number_read(facts_, call, statement_) ? truth_read(facts_, call, statement_)
                                                                         : Node{};
}

// `bool(a) != bool(b)`
std::string PredicateReader::of_truths(Node one, Node other, bool alike) {
    const std::string left = tensor(one, false), right = tensor(other, false);
    return edit::grouped(left) + (alike ? " == " : " != ") + edit::grouped(right);
}

std::string PredicateReader::of_call(Node node, bool negated) {
    if (const Node read = truth_read(facts_, node, statement_)) return tensor(read, negated);
    if (const auto exists = existence_of(facts_, node, statement_)) return exists_any(*exists, negated);
    if (const auto same = sameness(node)) return *same + (negated ? " == 0" : "");
    if (const auto asked = asked_of_number(facts_, node, statement_)) return of_number(node, *asked, negated);
    if (!asks_of_each(facts_, node)) return single(node, negated);
    return over_items(node, facts_.row_of(node)->role == torch::Role::any, negated);
}

// `verbose or (x > 2).any()`: what tracing knows, among the tensors.
std::string PredicateReader::fixed(Node operand) {
    if (behind_ && !is_harmless(facts_, operand, statement_)) return refuse(operand, "may raise an error");
    const std::string text(operand.text());
    return syntax::unparenthesized(operand).is(Kind::not_operator) ? text : "bool(" + text + ")";
}

namespace {

constexpr std::string_view either = " | ";

// What runs where the condition does not hold: the other arms, and what stands behind one that leaves.
std::vector<Node> otherwise_of(Node condition) {
    Node asker = condition.parent();
    while (asker.is(Kind::boolean_operator) || asker.is(Kind::parenthesized_expression)) asker = asker.parent();
    if (const auto choice = syntax::as<syntax::Conditional>(asker)) return {choice->otherwise()};
    const bool is_link = asker.is(Kind::elif_clause);
    std::vector<Node> all;
    for (Node next = asker.child(Field::consequence).next_sibling(); next; next = next.next_sibling())
        all.push_back(next);
    for (Node next = is_link ? asker.next_sibling() : Node{}; next; next = next.next_sibling()) all.push_back(next);
    const auto leaves = [](Node last) {
        return last.is(Kind::return_statement) || last.is(Kind::continue_statement) || last.is(Kind::break_statement);
    };
    if (!asker.is(Kind::if_statement) || !all.empty() || !leaves(syntax::last_statement(syntax::If{asker}.body())))
        return all;
    for (Node next = asker.next_sibling(); next; next = next.next_sibling()) all.push_back(next);
    return all;
}

// `m is not None` of `m is not None and m.any()`: the one is asked only where the other holds. `old is None` of
// `old is None or t == 0`: what runs otherwise has it.
bool protects(Node fixed, const std::vector<Node>& operands, std::string_view op) {
    if (std::ranges::none_of(subtree(fixed), [](Node node) { return node.is(Kind::none); })) return false;
    const std::vector<Node> otherwise = op == either ? otherwise_of(fixed) : std::vector<Node>{};
    return std::ranges::any_of(descendants(fixed), [&](Node name) {
        const auto needs_it = [&](Node other) { return other != fixed && syntax::mentions(other, name.text()); };
        const bool is_name = name.is(Kind::identifier) || name.is(Kind::attribute);
        return is_name && (std::ranges::any_of(operands, needs_it) || std::ranges::any_of(otherwise, needs_it));
    });
}

}  // namespace

std::string PredicateReader::conjunction(const std::vector<Node>& operands, std::string_view op) {
    std::string made;
    for (const Node operand : operands) {
        const Node flag = operands.size() > 1 ? flag_of(facts_, operand) : Node{};
        if (flag) proof_.test_kind(is_flag(facts_, flag));
        const bool is_known = is_fixed(facts_, operand);
        if (is_known && operands.size() == 1) return refuse(operand, "is no tensor");
        if (is_known && protects(operand, operands, op)) return refuse(operand, "decides what else can be asked");
        std::string text = flag || is_known ? fixed(operand) : tensor(operand, false);
        if (made.empty() && operands.size() == 1) return text;
        made.append(made.empty() ? "" : op).append(edit::grouped(text));
        behind_ = true;
    }
    return made;
}

void move_to(Predicate& predicate, const std::string& device) {
    for (Question& each : predicate.questions) {
        if (each.in_python) continue;
        each.text = edit::grouped(each.text) + ".to(" + device + ")";
        each.name.clear();
    }
}

Predicate read_predicate(const function::Facts& facts, const std::vector<Node>& conditions, Node statement,
                         metadata::Forms& forms, proof::Proof& proof, bool trusts) {
    PredicateReader reader(facts, statement, forms, proof);
    reader.may_trust(trusts);
    return reader.read(conditions);
}

}  // namespace transforms::condition
