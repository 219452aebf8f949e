#include "analysis/rules/engine/structure.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <optional>

namespace rules {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

// Names, defaults and decorators belong to the function around.
bool is_body_of_function(Node parent, Node child) {
    return child.field() == Field::body &&
           (parent.is(Kind::function_definition) || parent.is(Kind::lambda) || parent.is(Kind::class_definition));
}

// Dynamo takes a break for one in a loop when the bytecode behind it jumps back before it, and looks no further than
// the next `return`.
bool returns_before_repeating(Node node, Node body) {
    if (syntax::statement_of(node).is(Kind::return_statement)) return true;
    for (const Node behind : behind(node, body)) {
        if (behind.is(Kind::continue_statement)) return false;
        if (behind.is(Kind::return_statement) && syntax::function_of(behind) == syntax::function_of(body)) return true;
    }
    return false;
}

// The condition of `while` is compiled twice (Python 3.11), before the loop and at its end, and nothing jumps back
// before either. A list comprehension is a call, behind which Dynamo resumes; a generator is not.
bool is_loop_around(Node parent, Node child, Node node) {
    if (parent.is(Kind::generator_expression)) return child != parent.child(Kind::for_in_clause);
    const bool repeats = parent.is(Kind::for_statement) || parent.is(Kind::while_statement);
    return repeats && child.field() == Field::body && !returns_before_repeating(node, child);
}

// A generator that a call consumes cannot be put back behind the break.
bool consumes_generator(Node node) {
    const auto call = syntax::as<syntax::Call>(node);
    if (!call) return false;
    const Node arguments = call->arguments();
    if (arguments.is(Kind::generator_expression)) return true;
    for (const Node argument : arguments.children())
        if (syntax::unparenthesized(argument).is(Kind::generator_expression)) return true;
    return false;
}

// What is known of the context manager that a `with` enters; null if nothing.
const torch::Row* row_entered(const values::Program& program, Node item) {
    Node expression = item.child(Field::value);
    if (expression.is(Kind::as_pattern)) expression = expression.first_child();
    if (const auto call = syntax::as<syntax::Call>(expression)) expression = call->function();
    return values::row_of(program.value(expression));
}

// Whether Dynamo enters the context manager again behind a break.
bool is_resumable(const values::Program& program, Node item) {
    const torch::Row* row = row_entered(program, item);
    return row && row->context == torch::Context::resumable;
}

bool is_lossy_with(const values::Program& program, Node with) {
    const Node clause = with.child(Kind::with_clause);
    for (const Node item : clause.children())
        if (!is_resumable(program, item)) return true;
    return false;
}

bool is_generator(const values::Program& program, Node function) {
    const names::Scope* scope = program.names_of(function).scope_of(function);
    return scope && scope->yields;
}

// The text of a condition as a reader would say it: "labels is given", "not self.training".
std::string phrase(Node test, bool yes) {
    test = syntax::unparenthesized(test);
    if (test.is(Kind::not_operator)) return phrase(test.first_child(), !yes);
    if (test.is(Kind::comparison_operator)) {
        const Node left = test.first_child();
        const Node right = left.next_sibling();
        if (right.is(Kind::none) && !right.next_sibling() && (right.op() == Op::is || right.op() == Op::is_not))
            return std::string(left.text()) + ((right.op() == Op::is_not) == yes ? " is given" : " is not given");
    }
    std::string text;
    for (const char c : test.text())
        if (c != '\n' && c != '\r') {
            if (c != ' ' || !text.ends_with(' ')) text += c;
        }
    return yes ? text : "not (" + text + ")";
}

// What is known of a test that Python asks operand by operand.
std::optional<bool> truth_of(const values::Program& program, Node test) {
    test = syntax::unparenthesized(test);
    if (test.is(Kind::not_operator)) {
        const auto truth = truth_of(program, test.first_child());
        return truth ? std::optional(!*truth) : truth;
    }
    if (!test.is(Kind::boolean_operator)) return values::truth(program.value(test));
    const bool decides = test.op() == Op::logical_or;
    const auto left = truth_of(program, test.child(Field::left)), right = truth_of(program, test.child(Field::right));
    if (left == decides || right == decides) return decides;
    return left && right ? std::optional(!decides) : std::nullopt;
}

// Adds what has to hold and is not known here: operands that tracing decides, and data.
void add_conditions(const values::Program& program, Node test, bool yes, std::vector<std::string>& into) {
    test = syntax::unparenthesized(test);
    if (test.is(Kind::not_operator)) return add_conditions(program, test.first_child(), !yes, into);
    if (test.is(Kind::boolean_operator) && (test.op() == Op::logical_and) == yes) {
        add_conditions(program, test.child(Field::left), yes, into);
        return add_conditions(program, test.child(Field::right), yes, into);
    }
    const bool reached = test.is(Kind::boolean_operator) || !program.value(test).is(values::Kind::never);
    if (reached && !truth_of(program, test)) into.push_back(phrase(test, yes));
}

void add_if(const values::Program& program, Node parent, Node child, std::vector<std::string>& into) {
    if (child.field() == Field::consequence) return add_conditions(program, parent.child(Field::condition), true, into);
    if (child.field() != Field::alternative) return;
    // In an `elif` or `else`: every condition before it said no.
    add_conditions(program, parent.child(Field::condition), false, into);
    for (const Node before : parent.children()) {
        if (before == child || into.size() >= Conditions::most) break;
        if (before.is(Kind::elif_clause)) add_conditions(program, before.child(Field::condition), false, into);
    }
}

// Whether what stands behind an `if` runs only where its test said no. Guards that raise are for wrong inputs.
bool leaves(Node statement) {
    if (!statement.is(Kind::if_statement) || statement.child(Field::alternative)) return false;
    Node last = statement.child(Field::consequence).first_child();
    while (last && last.next_sibling()) last = last.next_sibling();
    return last.is(Kind::return_statement) || last.is(Kind::continue_statement) || last.is(Kind::break_statement);
}

bool names_rare_dtype(const values::Program& program, Node node) {
    if (node.is(Kind::tuple) || node.is(Kind::list)) {
        for (const Node item : node.children())
            if (names_rare_dtype(program, item)) return true;
        return false;
    }
    const values::Value value = program.value(node);
    return value.is(values::Kind::api) && value.api().row && value.api().row->role == torch::Role::rare_dtype;
}

bool asks_for_rare_dtype(const values::Program& program, Node test) {
    test = syntax::unparenthesized(test);
    if (test.is(Kind::boolean_operator) && test.op() == Op::logical_and)
        return asks_for_rare_dtype(program, test.child(Field::left)) ||
               asks_for_rare_dtype(program, test.child(Field::right));
    const Node operand = test.first_child().next_sibling();
    return test.is(Kind::comparison_operator) &&
           (operand.op() == Op::equal || operand.op() == Op::in || operand.op() == Op::is) &&
           names_rare_dtype(program, operand);
}

}  // namespace

bool needs_rare_dtype(const values::Program& program, Node node) {
    for (Node child = node, parent = node.parent(); parent && !syntax::is_statement(child.kind());
         child = parent, parent = parent.parent())
        if (parent.is(Kind::boolean_operator) && parent.op() == Op::logical_and && child.field() == Field::right &&
            asks_for_rare_dtype(program, parent.child(Field::left)))
            return true;
    return false;
}

bool is_entered(Node node) {
    Node item = node.parent();
    if (item.is(Kind::as_pattern)) item = item.parent();
    return item.is(Kind::with_item);
}

// With an argument it may as well switch gradients on.
bool is_unrecorded(const values::Program& program, Node node) {
    Node child = node;
    for (Node parent = node.parent(); parent && !is_body_of_function(parent, child);
         child = parent, parent = parent.parent()) {
        if (!parent.is(Kind::with_statement) || child.field() != Field::body) continue;
        for (const Node item : parent.child(Kind::with_clause).children()) {
            const auto call = syntax::as<syntax::Call>(item.child(Field::value));
            const torch::Row* row = row_entered(program, item);
            if (call && row && row->role == torch::Role::no_grad && !call->arguments().first_child()) return true;
        }
    }
    return false;
}

bool is_for_failure(Node node) {
    const Node statement = syntax::statement_of(node);
    if (statement.is(Kind::raise_statement)) return true;
    return statement.is(Kind::assert_statement) && !syntax::is_within(node, statement.first_child());
}

Outcome outcome_at(const values::Program& program, Node node) {
    if (consumes_generator(node)) return Outcome::skip;
    Node child = node;
    for (Node parent = node.parent(); parent; child = parent, parent = parent.parent()) {
        if (is_body_of_function(parent, child)) return is_generator(program, parent) ? Outcome::skip : Outcome::split;
        if (is_loop_around(parent, child, node)) return Outcome::skip;
        if (parent.is(Kind::try_statement) && child.field() == Field::body) return Outcome::skip;
        if (parent.is(Kind::except_clause)) return Outcome::skip;
        if (parent.is(Kind::with_statement) && child.field() == Field::body && is_lossy_with(program, parent))
            return Outcome::skip;
    }
    return Outcome::split;
}

Outcome outcome_of_call(const values::Program& program, Node node) {
    const auto resumes = [&] {
        switch (node.kind()) {
            case Kind::call: return true;
            case Kind::attribute: return syntax::is_target(node);
            case Kind::subscript: return !node.parent().is(Kind::delete_statement);
            case Kind::comparison_operator:
                for (const Node operand : node.children())
                    if (operand.op() == syntax::Op::in || operand.op() == syntax::Op::not_in) return false;
                return true;
            default: return node.is(Kind::decorator) || node.parent().is(Kind::decorator);
        }
    };
    return resumes() ? outcome_at(program, node) : Outcome::skip;
}

void Conditions::add_exits(Node block, Node child, std::vector<std::string>& into) {
    const auto [known, is_new] = exits_.try_emplace(block);
    if (is_new)
        for (const Node statement : block.children())
            if (leaves(statement)) known->second.push_back(statement);
    for (const Node exit : known->second) {
        if (exit.index() >= child.index() || into.size() >= most) return;
        add_conditions(program_, exit.child(Field::condition), false, into);
    }
}

std::vector<std::string> Conditions::of(Node node) {
    std::vector<std::string> found;
    Node child = node;
    for (Node parent = node.parent(); parent && found.size() < most && !is_body_of_function(parent, child);
         child = parent, parent = parent.parent()) {
        if (parent.is(Kind::block)) {
            add_exits(parent, child, found);
        } else if (parent.is(Kind::if_statement)) {
            add_if(program_, parent, child, found);
        } else if (parent.is(Kind::elif_clause) && child.field() == Field::consequence) {
            add_conditions(program_, parent.child(Field::condition), true, found);
        } else if (const auto conditional = syntax::as<syntax::Conditional>(parent)) {
            if (child != conditional->condition())
                add_conditions(program_, conditional->condition(), child == conditional->then(), found);
        } else if (parent.is(Kind::boolean_operator) && child.field() == Field::right) {
            add_conditions(program_, parent.child(Field::left), parent.op() == Op::logical_and, found);
        }
    }
    if (found.size() >= most) found.emplace_back("...");
    std::ranges::reverse(found);
    return found;
}

}  // namespace rules
