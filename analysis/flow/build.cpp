#include "analysis/flow/build.h"

#include "analysis/flow/builder.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <optional>

namespace flow {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

std::optional<bool> literal_truth(Node node) {
    if (node.is(Kind::true_)) return true;
    if (node.is(Kind::false_) || node.is(Kind::none)) return false;
    if (node.is(Kind::integer) && node.text() == "1") return true;
    if (node.is(Kind::integer) && node.text() == "0") return false;
    return std::nullopt;
}

// `_` or a name.
bool matches_all(Node pattern) {
    const Node form = pattern.first_child();
    if (!form) return pattern.text() == "_";
    return form.is(Kind::dotted_name) && !form.first_child().next_sibling();
}

bool is_body(Kind kind) {
    switch (kind) {
        case Kind::module:
        case Kind::function_definition:
        case Kind::class_definition:
        case Kind::lambda:
        case Kind::list_comprehension:
        case Kind::set_comprehension:
        case Kind::dictionary_comprehension:
        case Kind::generator_expression: return true;
        default: return false;
    }
}

}  // namespace

Builder::Builder(Node body, const MaySwallow& may_swallow)
    : body_(body), may_swallow_(may_swallow), out_(body), exit_(out_.label()) {}

Graph Builder::run() && {
    switch (body_.kind()) {
        case Kind::module: suite(body_); break;
        case Kind::function_definition:
        case Kind::class_definition: suite(body_.child(Field::body)); break;
        case Kind::lambda: out_.emit(ElementKind::produce, body_.child(Field::body)); break;
        default: comprehension(); break;
    }
    return std::move(out_).finish(exit_);
}

void Builder::suite(Node block) {
    for (const Node node : block.children()) statement(node);
}

void Builder::statement(Node node) {
    switch (node.kind()) {
        case Kind::if_statement: return if_statement(node);
        case Kind::while_statement: return while_statement(node);
        case Kind::for_statement: return for_statement(node);
        case Kind::assert_statement: return assert_statement(node);
        case Kind::match_statement: return match_statement(node);
        case Kind::with_statement: return with_statement(node);
        case Kind::try_statement: return try_statement(node);
        case Kind::function_definition:
        case Kind::class_definition: return out_.emit(ElementKind::define, node);
        case Kind::decorated_definition:
            if (const Node definition = node.child(Field::definition)) out_.emit(ElementKind::define, definition);
            return;
        default: break;
    }
    if (!syntax::is_statement(node.kind())) return;
    out_.emit(ElementKind::statement, node);
    if (node.is(Kind::return_statement)) unwind(EdgeKind::return_);
    if (node.is(Kind::break_statement) && in_loop()) unwind(EdgeKind::break_);
    if (node.is(Kind::continue_statement) && in_loop()) unwind(EdgeKind::continue_);
    if (node.is(Kind::raise_statement)) out_.raise();
}

void Builder::if_statement(Node node) {
    const Label after = out_.label();
    const auto arm = [&](Node clause) {
        const Label yes = out_.label();
        const Label no = out_.label();
        condition(clause.child(Field::condition), yes, no);
        out_.place(yes);
        suite(clause.child(Field::consequence));
        out_.jump(after);
        out_.place(no);
    };
    arm(node);
    for (const Node alternative : node.children()) {
        if (alternative.is(Kind::elif_clause)) arm(alternative);
        if (alternative.is(Kind::else_clause)) suite(alternative.child(Field::body));
    }
    out_.place(after);
}

void Builder::while_statement(Node node) {
    const Label head = out_.place_head();
    const Label body = out_.label();
    const Label otherwise = out_.label();
    condition(node.child(Field::condition), body, otherwise);
    out_.place(body);
    loop(node, head, otherwise);
}

void Builder::for_statement(Node node) {
    out_.emit(ElementKind::evaluate, node.child(Field::right));
    const Label head = out_.place_head();
    const Label body = out_.label();
    const Label otherwise = out_.label();
    out_.branch(ElementKind::next, node, body, otherwise);
    out_.place(body);
    out_.emit(ElementKind::bind, node);
    loop(node, head, otherwise);
}

void Builder::loop(Node node, Label head, Label otherwise) {
    const Label after = out_.label();
    frames_.push_back({.form = Frame::Form::loop, .next = head, .end = after});
    suite(node.child(Field::body));
    frames_.pop_back();
    out_.jump(head);
    out_.place(otherwise);
    suite(node.child(Kind::else_clause).child(Field::body));
    out_.place(after);
}

void Builder::assert_statement(Node node) {
    const Node test = node.first_child();
    const Label holds = out_.label();
    const Label fails = out_.label();
    condition(test, holds, fails);
    out_.place(fails);
    if (const Node message = test.next_sibling()) out_.emit(ElementKind::evaluate, message);
    out_.raise();
    out_.place(holds);
}

void Builder::match_statement(Node node) {
    for (const Node child : node.children()) {
        if (child.field() == Field::subject) out_.emit(ElementKind::evaluate, child);
    }
    const Label after = out_.label();
    for (const Node child : node.child(Field::body).children()) {
        if (child.is(Kind::case_clause)) match_case(child, after);
    }
    out_.place(after);
}

void Builder::match_case(Node clause, Label after) {
    const Label matches = out_.label();
    const Label next = out_.label();
    const Node pattern = clause.child(Kind::case_pattern);
    const bool is_only_pattern = !pattern.next_sibling().is(Kind::case_pattern);
    if (is_only_pattern && matches_all(pattern))
        out_.jump(matches);
    else
        out_.branch(ElementKind::match, clause, matches, next);
    out_.place(matches);
    out_.emit(ElementKind::bind, clause);
    if (const Node guard = clause.child(Field::guard)) {
        const Label chosen = out_.label();
        condition(guard.first_child(), chosen, next);
        out_.place(chosen);
    }
    suite(clause.child(Field::consequence));
    out_.jump(after);
    out_.place(next);
}

void Builder::comprehension() {
    Label next = exit_;  // of the innermost loop: where it goes on, and where it leads when it is done
    for (const Node clause : body_.children()) {
        const Label inside = out_.label();
        if (clause.is(Kind::for_in_clause)) {
            for (const Node child : clause.children()) {
                if (child.field() == Field::right) out_.emit(ElementKind::evaluate, child);
            }
            const Label head = out_.place_head();
            out_.branch(ElementKind::next, clause, inside, next);
            out_.place(inside);
            out_.emit(ElementKind::bind, clause);
            next = head;
        } else if (clause.is(Kind::if_clause)) {
            condition(clause.first_child(), inside, next);
            out_.place(inside);
        }
    }
    out_.emit(ElementKind::produce, body_.child(Field::body));
    out_.jump(next);
}

void Builder::condition(Node test, Label yes, Label no) {
    test = syntax::unparenthesized(test);
    if (test.is(Kind::not_operator)) return condition(test.child(Field::argument), no, yes);
    if (test.is(Kind::boolean_operator)) {
        const Label right = out_.label();
        const bool is_and = test.op() == syntax::Op::logical_and;
        condition(test.child(Field::left), is_and ? right : yes, is_and ? no : right);
        out_.place(right);
        return condition(test.child(Field::right), yes, no);
    }
    if (const auto truth = literal_truth(test)) return out_.jump(*truth ? yes : no);
    out_.branch(ElementKind::test, test, yes, no);
}

Graph build(Node body, const MaySwallow& may_swallow) { return Builder(body, may_swallow).run(); }

std::vector<Node> bodies(Node root) {
    std::vector<Node> found;
    for (const Node node : subtree(root)) {
        if (is_body(node.kind())) found.push_back(node);
    }
    return found;
}

}  // namespace flow
