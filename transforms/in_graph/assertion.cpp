#include "transforms/in_graph/assertion.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/predicate.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/in_graph/failing_check.h"
#include "transforms/in_graph/obligations.h"

#include <algorithm>
#include <iterator>

namespace transforms::in_graph {

using function::Facts;
using proof::Proof;
using syntax::Kind;
using syntax::Node;

namespace {

// An `assert`, or an `if` or `elif` behind which no arm comes.
bool is_check(Node statement) {
    const bool is_alone = statement.is(Kind::if_statement) && syntax::If{statement}.alternatives().empty();
    const bool is_last = statement.is(Kind::elif_clause) && !statement.next_sibling();
    return is_alone || is_last || statement.is(Kind::assert_statement);
}

constexpr std::string_view assertion = "._assert_async", is_compiling = ".compiler.is_compiling()";
constexpr std::string_view other_error =
    "a failing check may raise a RuntimeError there, on a GPU one that ends the process";
constexpr std::string_view other_output = "what it only warns of may be lost there";

// That it holds, as a bool tensor.
std::string expected(const condition::Question& question, bool holds) {
    return question.negated == holds ? "~" + edit::grouped(question.text) : question.text;
}

struct Layout {
    std::string indentation, step, line_ending;
    [[nodiscard]] std::string line() const { return line_ending + indentation; }
    [[nodiscard]] Layout deeper() const { return {indentation + step, step, line_ending}; }
};

// On one line; or what is in the brackets on another one; or each argument on one of its own.
std::string call_text(const std::string& function, const std::vector<std::string>& arguments, const Layout& layout) {
    const std::string all = edit::joined(arguments, ", ");
    if (layout.indentation.size() + function.size() + all.size() + 2 <= edit::longest_line)
        return function + "(" + all + ")";
    const std::string line = layout.deeper().line();
    const bool fits = layout.deeper().indentation.size() + all.size() <= edit::longest_line;
    return function + "(" + line + (fits ? all : edit::joined(arguments, "," + line) + ",") + layout.line() + ")";
}

// What a check asks: what stays in Python, and what the graph is asked. A part that Python knows to fail the check by
// itself, `n == 0` of `n == 0 or mask.any()`, fails it while tracing.
struct Asked {
    std::vector<Node> tensors;
    std::vector<Node> python{};
};

Asked asked_by(const Facts& facts, Node condition, bool holds, Proof& proof) {
    std::vector<Node> parts;
    condition::flatten(condition, holds ? syntax::Op::logical_and : syntax::Op::logical_or, parts);
    const auto is_known = [&](Node each) { return condition::stays_in_python(facts, each); };
    Asked asked{.tensors = {condition}};
    if (parts.size() < 2 || std::ranges::none_of(parts, is_known)) return asked;
    asked.tensors.clear();
    for (const Node part : parts) {
        if (is_known(part)) condition::may_be_asked_twice(facts, part, proof);
        (is_known(part) ? asked.python : asked.tensors).push_back(part);
    }
    return asked;
}

// The check of what Python knows, in front of that of tensors: `if n == 0:`, and the statement that raises; or an
// `assert`.
std::optional<std::string> checked_in_python(const std::vector<Node>& parts, Node check, const Layout& layout) {
    const bool holds = check.is(Kind::assert_statement);
    std::string all;
    for (const Node part : parts) all.append(all.empty() ? "" : holds ? " and " : " or ").append(part.text());
    const Node said =
        holds ? check.first_child().next_sibling() : check.child(syntax::Field::consequence).first_child();
    if ((!holds && (!said.is(Kind::raise_statement) || said.next_sibling())) || all.find('\n') != std::string::npos ||
        said.text().find('\n') != std::string_view::npos)
        return std::nullopt;
    if (holds) return "assert " + all + (said ? ", " + std::string(said.text()) : "");
    return "if " + all + ":" + layout.deeper().line() + std::string(said.text());
}

// The version of the graph, behind `if torch.compiler.is_compiling():`.
std::string asserted(const condition::Predicate& predicate, const FailingCheck& failure, bool holds,
                     std::string_view torch, const Layout& layout) {
    std::string text;
    for (const std::string& line : predicate.before) text += layout.line() + line;
    for (const condition::Question& question : predicate.questions)
        for (const Raised& each : failure.raised()) {
            std::vector<std::string> conditions = predicate.fixed;
            std::ranges::copy(each.conditions, std::back_inserter(conditions));
            const Layout inner = conditions.empty() ? layout : layout.deeper();
            if (!conditions.empty()) text += layout.line() + "if " + edit::joined(conditions, " and ") + ":";
            text += inner.line() +
                    call_text(std::string(torch).append(assertion), {expected(question, holds), each.text}, inner);
        }
    return text;
}

std::vector<edit::Edit> gated(const text::Source& source, Node check, const std::string& version,
                              std::string_view torch, const Layout& layout) {
    const std::string text = "if " + std::string(torch).append(is_compiling) + ":" + version + layout.line();
    const std::uint32_t begin = check.span().begin;
    if (check.is(Kind::elif_clause)) return {{{begin, begin}, "el" + text}};
    if (check.is(Kind::if_statement)) return {{{begin, begin}, text + "el"}};
    std::vector<edit::Edit> edits{{{begin, begin}, text + "else:" + layout.deeper().line()}};
    std::ranges::move(edit::deeper(source, check, layout.step), std::back_inserter(edits));
    return edits;
}

condition::Predicate read_asked(const Facts& facts, const Asked& parts, Node statement, bool holds,
                                metadata::Forms& forms, Proof& proof) {
    condition::Predicate asked = condition::read_predicate(facts, parts.tensors, statement, forms, proof, true);
    const bool is_mixed = parts.tensors.size() != 1 && !asked.fixed.empty();
    if (asked.hoisted || !asked.moved.empty() || is_mixed || parts.tensors.empty())
        proof.refuse("the condition has several parts");
    for (const Node part : parts.tensors)
        discharge_assertion(facts, {.statement = statement, .place = part, .raises = true, .inverted = holds}, proof);
    return asked;
}

// The finding says that it is a tensor. PyTorch warns of a number that is made of what a gradient is wanted of: eager
// code does so still.
proof::Guards guards_of(const Proof& proof) {
    proof::Guards guards = proof.guards();
    std::erase_if(guards, [](const proof::Guard& each) {
        return each.property == proof::Guard::Property::gradient || proof::tests_tensor(each);
    });
    return guards;
}

}  // namespace

Node check_of(Node operand) {
    Node at = operand;
    while (at && !is_check(at) && !at.is(Kind::function_definition)) at = at.parent();
    return is_check(at) ? at : Node{};
}

Node statement_of_check(Node check) { return check.is(Kind::elif_clause) ? check.parent() : check; }

std::optional<Assertion> assertion_of(const Facts& facts, Node check, metadata::Forms& forms, Proof& proof) {
    const text::Source& source = facts.function().tree()->source();
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto indentation = edit::indentation(source, check.span());
    if (!torch || !indentation) return std::nullopt;
    const bool holds = check.is(Kind::assert_statement);
    FailingCheck failure(facts, proof);
    failure.read(check);
    if (failure.raised().empty()) return std::nullopt;
    const Node condition = holds ? check.first_child() : syntax::If{check}.condition();
    const Asked parts = asked_by(facts, condition, holds, proof);
    const condition::Predicate asked = read_asked(facts, parts, statement_of_check(check), holds, forms, proof);
    if (proof.refused()) return Assertion{};
    const Layout layout{std::string(*indentation), edit::step_of(source, check), std::string(source.line_ending())};
    const auto in_python =
        parts.python.empty() ? std::string() : checked_in_python(parts.python, check, layout.deeper());
    if (!in_python) {
        proof.refuse("the condition has several parts");
        return Assertion{};
    }
    const std::string version = (in_python->empty() ? "" : layout.deeper().line() + *in_python) +
                                asserted(asked, failure, holds, *torch, layout.deeper());
    Assertion made{.edits = gated(source, check, version, *torch, layout),
                   .assumptions = proof.assumptions(),
                   .guards = guards_of(proof),
                   .kinds = failure.kinds(),
                   .names_values = failure.names_values()};
    made.assumptions.emplace_back(other_error);
    if (failure.loses_output()) made.assumptions.emplace_back(other_output);
    return made;
}

}  // namespace transforms::in_graph
