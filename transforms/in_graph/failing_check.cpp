#include "transforms/in_graph/failing_check.h"

#include "analysis/effects/user_code.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/in_graph/site.h"

#include <algorithm>
#include <array>
#include <optional>

namespace transforms::in_graph {

using edit::quoted;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// An exception of Python whose text is what it is made with. A KeyError quotes that, and others may do anything.
bool shows_its_text(const function::Facts& facts, Node kind) {
    constexpr std::array<std::string_view, 18> kinds{
        "ArithmeticError",    "AssertionError", "AttributeError", "BufferError", "EOFError",   "Exception",
        "FloatingPointError", "IndexError",     "LookupError",    "MemoryError", "NameError",  "NotImplementedError",
        "OverflowError",      "RecursionError", "RuntimeError",   "TypeError",   "ValueError", "ZeroDivisionError"};
    return kind.is(Kind::identifier) && std::ranges::find(kinds, kind.text()) != kinds.end() &&
           !facts.program().names().resolve(kind);
}

// The parts of `"a" f"b {c}"`.
std::vector<Node> strings_of(Node message) {
    std::vector<Node> all;
    if (message.is(Kind::string)) all.push_back(message);
    if (message.is(Kind::concatenated_string))
        for (const Node part : message.children()) all.push_back(part);
    return all;
}

// What stands in front of the quotes of a string, and between them; nothing of one that may have several lines.
struct Literal {
    std::string_view prefix, content;
    char quote;
};
std::optional<Literal> literal_of(Node string) {
    const std::string_view text = string.text();
    const std::size_t begin = text.find_first_of("\"'");
    const bool is_long = text.substr(begin).starts_with("\"\"\"") || text.substr(begin).starts_with("'''");
    if (is_long || text.find('\n') != std::string_view::npos) return std::nullopt;
    return Literal{text.substr(0, begin), text.substr(begin + 1, text.size() - begin - 2), text[begin]};
}

bool has_interpolation(Node string) {
    for (const Node child : string.children())
        if (child.is(Kind::interpolation)) return true;
    return false;
}

}  // namespace

bool Handled::any_of(const std::vector<std::string_view>& kinds) const {
    return std::ranges::any_of(kinds, [&](std::string_view kind) { return names.contains(kind); });
}

Handled handled_in(const syntax::Tree& tree) {
    Handled all;
    for (const Node node : subtree(tree.root())) {
        if (!node.is(Kind::identifier)) continue;
        Node around = node.parent();
        while (around.is(Kind::tuple) || around.is(Kind::as_pattern)) around = around.parent();
        if (around.is(Kind::except_clause) || around.is(Kind::argument_list)) all.names.insert(node.text());
    }
    return all;
}

void FailingCheck::read(Node check) {
    if (!check.is(Kind::assert_statement)) return read_block(syntax::If{check}.body(), {});
    const Node message = check.first_child().next_sibling();
    raised_.push_back({{}, message ? text_of(message) : "\"assertion failed\""});
    kinds_.push_back("AssertionError");
}

std::string FailingCheck::refuse(Node message) {
    proof_.refuse(quoted(message) + " is no text that a graph can hold");
    return {};
}

// `i` of `for i, part in enumerate(parts)`, and of `for i in range(n)`: a graph has each round by itself.
bool FailingCheck::counts_rounds(Node shown) const {
    const names::Binding* variable = facts_.variable(shown);
    if (!variable || !variable->is_bound_once()) return false;
    const Node target = variable->occurrences.front().node, around = target.parent();
    const bool is_first =
        (around.is(Kind::pattern_list) || around.is(Kind::tuple_pattern)) && around.first_child() == target;
    const auto loop = syntax::as<syntax::For>(is_first ? around.parent() : around);
    const torch::Row* row = loop && loop->iterable().is(Kind::call) ? facts_.row_of(loop->iterable()) : nullptr;
    return row && (is_first ? row->role == torch::Role::enumerate : row->role == torch::Role::range);
}

// `name + " is not finite"`: texts that are put together, which tracing knows.
std::optional<std::string> FailingCheck::joined_text(Node message) const {
    std::vector<Node> parts;
    Node rest = message;
    for (; rest.is(Kind::binary_operator) && operator_of(rest) == Op::add; rest = rest.child(Field::left))
        parts.push_back(rest.child(Field::right));
    parts.push_back(rest);
    const auto is_text = [](Node part) { return part.is(Kind::string) && !has_interpolation(part); };
    const auto fits = [&](Node part) { return is_text(part) || (part.is(Kind::identifier) && facts_.variable(part)); };
    if (parts.size() < 2 || !std::ranges::all_of(parts, fits) || std::ranges::none_of(parts, is_text))
        return std::nullopt;
    for (const Node part : parts)
        if (!is_text(part)) proof_.test(proof::is_instance(part.text(), "str"));
    return std::string(message.text());
}

// Tracing knows it, and it stays what it is: `self.limit`, `2 * self.cutoff`, `x.dtype`; not a size, nor a number that
// is handed in, each of which compiled code would ask for.
bool FailingCheck::is_static(Node shown) const {
    const auto is_such = [](values::Value value) {
        return !value.unbacked &&
               (value.is(values::Kind::literal) || value.is(values::Kind::constant) || value.is(values::Kind::number));
    };
    if (counts_rounds(shown)) return true;
    if (!is_such(facts_.value(shown))) return false;
    for (const Node part : subtree(shown)) {
        const bool acts = part.is(Kind::call) || part.is(Kind::named_expression) || part.is(Kind::subscript) ||
                          part.is(Kind::await) || part.is(Kind::lambda);
        const values::Value value = facts_.value(part);
        const bool is_open = part.is(Kind::identifier) && facts_.variable(part) && !counts_rounds(part) &&
                             !value.is(values::Kind::object) && !value.is_tensor();
        if (acts || is_open || value.is(values::Kind::shape_number) || value.is(values::Kind::tensor_number))
            return false;
    }
    return true;
}

// As it stands, where all that it shows is static; else nothing.
std::optional<std::string> FailingCheck::static_text(Node message) const {
    std::string text;
    for (const Node part : strings_of(message)) {
        const auto literal = literal_of(part);
        if (!literal || (!literal->prefix.empty() && literal->prefix != "f")) return std::nullopt;
        text.append(text.empty() ? "" : " ").append(part.text());
        for (const Node child : part.children()) {
            if (!child.is(Kind::interpolation)) continue;
            const Node shown = child.first_child();
            for (Node beside = shown.next_sibling(); beside; beside = beside.next_sibling())
                if (beside.text().find('{') != std::string_view::npos) return std::nullopt;  // `{x:{width}}`
            if (!is_static(shown)) return std::nullopt;
        }
    }
    return text;
}

// `f"{name} has {n} rows"`: the text of a graph has no values that change, so it names them: `"{name} has {n} rows"`.
std::string FailingCheck::text_of(Node message) {
    if (const auto joined = joined_text(message)) return *joined;
    if (std::ranges::any_of(strings_of(message), has_interpolation))
        if (auto known = static_text(message)) return *known;
    std::string content;
    char quote = 0;
    for (const Node part : strings_of(message)) {
        const auto literal = literal_of(part);
        const bool fits = literal && (quote == 0 || literal->quote == quote);
        if (!fits || (!literal->prefix.empty() && literal->prefix != "f")) return refuse(message);
        quote = literal->quote;
        content += literal->content;
        names_values_ = names_values_ || has_interpolation(part);
    }
    return quote == 0 ? refuse(message) : quote + content + quote;
}

std::string FailingCheck::text_of_error(Node error) {
    const Node argument = error.is(Kind::call) ? syntax::Call{error}.only_argument() : Node{};
    const bool is_bare = error.is(Kind::call) && !syntax::Call{error}.arguments().first_child();
    const Node kind = error.is(Kind::call) ? syntax::Call{error}.function() : error;
    names_values_ = names_values_ || !shows_its_text(facts_, kind);
    kinds_.push_back(kind.text());
    if (argument) return text_of(argument);
    if (error.is(Kind::call) && !is_bare) proof_.refuse(quoted(error) + " says more than a text");
    return "\"" + std::string(kind.text()) + "\"";
}

// It says something and does nothing else, so that compiled code can go without.
bool FailingCheck::is_output(Node statement) const {
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    if (!call.is(Kind::call) || !in_graph::is_output(facts_, call)) return false;
    const Node arguments = syntax::Call{call}.arguments();
    const auto acts = [](Node each) {
        return each.is(Kind::call) || each.is(Kind::named_expression) || each.is(Kind::keyword_argument) ||
               each.is(Kind::list_splat) || each.is(Kind::await) || each.is(Kind::yield);
    };
    return std::ranges::none_of(subtree(arguments), acts) && !effects::acting_in(facts_, arguments);
}

// `if torch.is_grad_enabled(): raise ...`, `else: warnings.warn(...)`
void FailingCheck::read_branch(Node statement, const std::vector<std::string>& conditions) {
    const syntax::If branch{statement};
    const std::vector<Node> others = branch.alternatives();
    const bool is_known = condition::is_fixed(facts_, branch.condition());
    if (!is_known || others.size() > 1 || (!others.empty() && !others.front().is(Kind::else_clause)))
        return proof_.refuse(quoted(statement) + " is more than an output");
    std::vector<std::string> then = conditions, otherwise = conditions;
    then.push_back(edit::operand(branch.condition()));
    otherwise.push_back("not " + edit::grouped(std::string(branch.condition().text())));
    read_block(branch.body(), then);
    if (!others.empty()) read_block(others.front().child(Field::body), otherwise);
}

void FailingCheck::read_block(Node block, const std::vector<std::string>& conditions) {
    for (const Node statement : block.children()) {
        if (proof_.refused()) return;
        if (statement.is(Kind::if_statement)) {
            read_branch(statement, conditions);
        } else if (is_output(statement)) {
            loses_output_ = true;
        } else if (statement.is(Kind::raise_statement) && statement.first_child()) {
            if (statement.child(Field::cause)) return proof_.refuse("the error has a cause");
            raised_.push_back({conditions, text_of_error(statement.first_child())});
        } else {
            proof_.refuse(quoted(statement) + " is more than an output");
        }
    }
}

}  // namespace transforms::in_graph
