#include "transforms/scalars/hoist.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/edit/splice.h"
#include "transforms/findings.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace transforms::scalars {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The call that the finding is about, if it may be asked at another time.
Node question_at(const Facts& facts, Node operand) {
    while (operand && !operand.is(Kind::call) && !syntax::is_statement(operand.kind())) operand = operand.parent();
    const torch::Row* row = operand.is(Kind::call) ? facts.row_of(operand) : nullptr;
    return row && row->traits.fixed ? operand : Node{};
}

bool has_literals_alone(Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (!given.is(Kind::integer) && !syntax::plain_string(given)) return false;
    }
    return true;
}

// What the path of the call begins with, imported at the top of the module in front of `end`, and nothing else.
bool is_there(const names::Module& names, Node function, Node end) {
    Node root = function;
    while (root.is(Kind::attribute)) root = root.child(Field::object);
    const names::Reference reference = names.resolve(root);
    if (!reference || reference.scope != &names.top() || reference.binding().rebound_inside) return false;
    return std::ranges::all_of(reference.binding().occurrences, [&](const names::Occurrence& each) {
        return each.kind == names::BindingKind::import && each.import->statement.parent().is(Kind::module) &&
               each.import->statement.span().end <= end.span().end;
    });
}

// "MPS_IS_AVAILABLE" of `torch.backends.mps.is_available()`, "WHICH_GCC" of `shutil.which("gcc")`
std::string constant_name(std::string_view path, Node call) {
    const auto last = path.rfind('.');
    const auto before = last == std::string_view::npos || last == 0 ? last : path.rfind('.', last - 1);
    std::string text(before != std::string_view::npos ? path.substr(before + 1) : path.substr(last + 1));
    for (const Node argument : syntax::Call{call}.arguments().children()) text.append("_").append(argument.text());
    std::string name;
    for (const char each : text) {
        const auto letter = static_cast<unsigned char>(each);
        if (std::isalnum(letter) && letter < 128)
            name += static_cast<char>(std::toupper(letter));
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    return name;
}

// `LIMIT = 4`
bool makes_constant(Node statement) {
    const auto assignment = statement.is(Kind::expression_statement)
                                ? syntax::as<syntax::Assignment>(statement.first_child())
                                : std::nullopt;
    if (!assignment || !assignment->target().is(Kind::identifier)) return false;
    return std::ranges::none_of(assignment->target().text(), [](char each) { return each >= 'a' && each <= 'z'; });
}

// The last of the constants behind the imports, or the last import.
Node last_constant(Node import) {
    while (makes_constant(import.next_sibling())) import = import.next_sibling();
    return import;
}

// `IS_MPS = torch.backends.mps.is_available()`, at the top of the module in front of the function.
std::optional<std::string_view> asked_already(const names::Module& names, Node function, Node call) {
    const names::Scope& inside = *names.scope_of(function);
    for (const names::Binding& each : names.top().bindings) {
        const auto assignment = syntax::as<syntax::Assignment>(each.occurrences.front().node.parent());
        if (!each.is_bound_once() || !assignment || !assignment->value() || edit::is_hidden(inside, each.name))
            continue;
        const Node statement = syntax::statement_of(assignment->value());
        const bool is_before = statement.parent().is(Kind::module) && statement.span().end <= function.span().begin;
        if (is_before && assignment->value().text() == call.text()) return each.text;
    }
    return std::nullopt;
}

}  // namespace

Proposal propose_hoist(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const Node call = question_at(facts, operand);
    if (!call || !has_literals_alone(call) || call.parent().is(Kind::expression_statement)) return {};
    const names::Module& names = facts.program().names();
    const Node import = edit::last_import(facts.program().tree());
    const Node function = call.child(Field::function);
    const auto path = names.qualified(function);
    if (!import || !path || !is_there(names, function, import))
        return declined(edit::quoted(function) + " is not imported at the top of the module");
    const text::Source& source = analysis.source();
    const Node end = last_constant(import);
    if (!edit::ends_line(source, end.span()))
        return declined("what the constant would stand behind shares its line with other code");
    if (!edit::comments_in(source, call.span(), {}).empty()) return declined("there are comments in it");
    const auto asked = asked_already(names, facts.function(), call);
    const std::string name = asked ? std::string(*asked) : edit::unused_name(names, constant_name(*path, call));
    Fix fix{.rewrite = "hoist",
            .title = "ask " + edit::quoted(call) + " once, when the file is imported",
            .safety = Safety::unsafe,
            .assumes = "the answer is the same then"};
    fix.title += " (assumes that " + fix.assumes + ")";
    if (!asked) {
        const std::uint32_t at = edit::end_of_line(source, end.span().end);
        const std::string line(source.line_ending());
        fix.edits.push_back(
            {{at, at}, line + (end == import ? line : "") + name + " = " + edit::on_one_line(call, {})});
    }
    fix.edits.push_back({call.span(), name});
    return offered(std::move(fix));
}

}  // namespace transforms::scalars
