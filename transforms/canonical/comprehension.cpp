#include "transforms/canonical/comprehension.h"

#include "analysis/names/module.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/look_ahead.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The part of a comprehension, or of a lambda, that is evaluated again and again.
struct Repeated {
    Node body;
    std::string before;  // what stands around the body where it is a statement
    std::string behind;
    std::string start;  // what the loop fills; empty for a function
};

// `x` of `[x for ...]`, `v` of `{k: v for ...}`
Node body_of(Node whole) {
    if (whole.is(Kind::lambda)) return whole.child(Field::body);
    const Node first = whole.first_child();
    return whole.is(Kind::dictionary_comprehension) ? first.child(Field::value) : first;
}

bool opens(Node node) {
    return node.is(Kind::list_comprehension) || node.is(Kind::dictionary_comprehension) ||
           node.is(Kind::generator_expression) || node.is(Kind::lambda);
}

// The innermost whose body holds the node.
Node around(Node node) {
    for (Node at = node; at && !syntax::is_statement(at.kind()); at = at.parent())
        if (opens(at)) return syntax::is_within(node, body_of(at)) ? at : Node{};
    return {};
}

std::string spelled(Node node) { return "(" + std::string(node.text()) + ")"; }

Repeated spell_out(Node whole, std::string name) {
    const Node body = body_of(whole);
    if (whole.is(Kind::lambda)) return {body, "return ", "", ""};
    if (!whole.is(Kind::dictionary_comprehension)) return {body, name + ".append(", ")", name + " = []"};
    const std::string key = spelled(whole.first_child().child(Field::key));
    std::string start = name + " = {}";
    return {body, name.append(".update({").append(key).append(": "), "})", std::move(start)};
}

// `for x in xs:`, `if x is not None:`, `def name(x, y=1):`
std::vector<std::string> headers_of(Node whole, const std::string& name) {
    if (whole.is(Kind::lambda)) {
        const Node parameters = whole.child(Field::parameters);
        return {"def " + name + "(" + (parameters ? std::string(parameters.text()) : "") + "):"};
    }
    std::vector<std::string> headers;
    for (Node each = whole.first_child().next_sibling(); each; each = each.next_sibling()) {
        if (each.is(Kind::for_in_clause))
            headers.push_back("for " + std::string(each.child(Field::left).text()) + " in " +
                              spelled(each.child(Field::right)) + ":");
        else
            headers.push_back("if " + spelled(each.first_child()) + ":");
    }
    return headers;
}

// Its variables become those of the function: nothing else may be called so there. What is assigned in it, or waits,
// would have another scope.
bool can_be_spelled_out(const names::Module& names, Node whole, Node function) {
    for (const Node node : subtree(whole))
        if (node.is(Kind::named_expression) || node.is(Kind::await) || node.is(Kind::yield) ||
            (node != whole && opens(node)))
            return false;
    if (whole.is(Kind::lambda) && body_of(whole).text().find('\n') != std::string_view::npos) return false;
    if (whole.is(Kind::lambda)) return true;
    const names::Scope *own = names.scope_of(whole), *around = names.scope_of(function);
    return own && around && std::ranges::none_of(own->bindings, [&](const names::Binding& each) {
               return std::ranges::find(around->bindings, each.text, &names::Binding::text) != around->bindings.end();
           });
}

// The edits of a program in which the body is a statement, and stands where it stood.
std::vector<Edit> edits_of(const text::Source& source, Node statement, Node whole, std::string_view indentation,
                           const std::string& name) {
    const Repeated made = spell_out(whole, name);
    const std::string line = std::string(source.line_ending());
    std::string inner(indentation), front = made.start.empty() ? "" : made.start + line + inner;
    for (const std::string& header : headers_of(whole, name)) {
        inner += edit::step_of(source, statement);
        front.append(header).append(line).append(inner);
    }
    const std::string text(statement.text());
    const std::size_t begin = whole.span().begin - statement.span().begin, end = begin + whole.span().size();
    const bool is_argument = whole.parent().is(Kind::call);  // `sum(x for x in xs)`: its parentheses are the call's
    const std::string rest = text.substr(0, begin) + (is_argument ? "(" + name + ")" : name) + text.substr(end);
    return {{{statement.span().begin, made.body.span().begin}, front + made.before},
            {{made.body.span().end, statement.span().end}, made.behind + line + std::string(indentation) + rest}};
}

// Without what the new code begins with as the old code does: `return `.
void trim(const text::Source& source, Edit& edit) {
    const std::string_view old = source.text(edit.span);
    const auto same = std::ranges::mismatch(old, edit.text).in1 - old.begin();
    edit.span.begin += static_cast<std::uint32_t>(same);
    edit.text.erase(0, static_cast<std::size_t>(same));
}

// Of the fixes those that stay within the body, where it stands in the program.
void move_back(const text::Source& source, Proposal& proposal, text::Span there, text::Span body) {
    const auto is_moved = [&](Edit& each) {
        trim(source, each);
        if (!there.contains(each.span)) return false;
        each.span = {each.span.begin - there.begin + body.begin, each.span.end - there.begin + body.begin};
        return true;
    };
    std::erase_if(proposal.fixes, [&](Fix& fix) { return !std::ranges::all_of(fix.edits, is_moved); });
}

}  // namespace

Proposal propose_spelled_out(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node whole = analysis.program() ? around(analysis.program()->tree().at(finding.span)) : Node{};
    const Node statement = whole ? syntax::statement_of(whole) : Node{}, function = syntax::function_of(statement);
    if (!function.is(Kind::function_definition)) return {};
    const auto indentation = edit::indentation(analysis.source(), statement.span());
    const bool is_simple = statement.is(Kind::expression_statement) || statement.is(Kind::return_statement);
    const names::Module& names = analysis.program()->names();
    if (!is_simple || !indentation || !can_be_spelled_out(names, whole, function) || !study.may_look_ahead()) return {};
    const std::vector<Edit> edits =
        edits_of(analysis.source(), statement, whole, *indentation, edit::unused_name(names, "spelled_out"));
    const text::Span body = body_of(whole).span();
    const auto is_gone = [&](const rules::Finding& each) {
        return statement.span().contains(each.span) && !body.contains(each.span);
    };
    const analysis::Analysis after = with_edits(analysis, edits, is_gone);
    if (!after.program()->tree().errors().empty()) return {};
    const rules::Finding* there = found_behind(after, finding, edits);
    if (!there) return {};
    Study ahead(after, study);
    Proposal proposal = propose(ahead, *there);
    const std::uint32_t begin = moved(body, edits).begin;
    move_back(after.source(), proposal, {begin, begin + body.size()}, body);
    proposal.advice.clear();
    return proposal;
}

}  // namespace transforms::canonical
