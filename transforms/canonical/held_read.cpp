#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// The number is an index, or a part of one: `table[n]`, `x[:, n - 1]`, `x[: n + 1]`; none if it is something else.
std::optional<syntax::Subscript> subscript_by(Node number) {
    Node at = number;
    while (at.parent().is(Kind::binary_operator) || at.parent().is(Kind::parenthesized_expression) ||
           at.parent().is(Kind::slice))
        at = at.parent();
    return at.field() == syntax::Field::value ? std::nullopt : syntax::as<syntax::Subscript>(at.parent());
}

// What is done with the number may have to be written anew: `math.log(x.item())`, `max(x.item() * 2, 1.0)`. Not
// `int(...)` alone, which is a part of the read.
bool is_argument(const Facts& facts, Node read) {
    for (Node around = read.parent(); around && !syntax::is_statement(around.kind()); around = around.parent()) {
        if (!around.is(Kind::argument_list)) continue;
        const torch::Row* row = facts.row_of(around.parent());
        if (!row || row->role != torch::Role::number_type) return true;
    }
    return false;
}

// The statement always evaluates it, and writes to nothing before that.
bool is_read_first(const Facts& facts, Node read, Node statement) {
    for (Node around = read.parent(); around != statement; around = around.parent()) {
        const bool decides = around.is(Kind::conditional_expression) || around.is(Kind::boolean_operator) ||
                             around.is(Kind::lambda) || around.is(Kind::comparison_operator) ||
                             around.is(Kind::for_in_clause) || around.is(Kind::list_comprehension) ||
                             around.is(Kind::set_comprehension) || around.is(Kind::dictionary_comprehension) ||
                             around.is(Kind::generator_expression);
        if (!around || decides) return false;
    }
    const auto writes = [&](Node node) {
        return node != read && (node.is(Kind::named_expression) || effects::may_write(facts, node));
    };
    return std::ranges::none_of(subtree(statement), writes);
}

}  // namespace

std::optional<Spelling> held_read(const text::Source& source, const Facts& facts, Node asked) {
    const Node read = syntax::enclosing(asked, Kind::call), statement = syntax::statement_of(read);
    if (!read || !condition::number_read(facts, read, statement)) return std::nullopt;
    const auto subscript = subscript_by(read);
    if (!subscript && !is_argument(facts, read)) return std::nullopt;
    // A table of which nothing is known may be a dict.
    const values::Value table = subscript ? facts.value(subscript->object()) : values::Value{};
    if (subscript && !table.is_tensor() && !scalar_uses::is_table(table)) return std::nullopt;
    const bool is_simple = statement.is(Kind::expression_statement) || statement.is(Kind::return_statement);
    const auto indentation = edit::indentation(source, statement.span());
    if (!is_simple || !indentation || !is_read_first(facts, read, statement)) return std::nullopt;
    const std::string name = edit::unused_name(facts.program().names(), subscript ? "index" : "number");
    const text::Span before{statement.span().begin, read.span().begin}, behind{read.span().end, statement.span().end};
    std::string line(source.line_ending());
    line.append(*indentation).append(source.text(before)).append(name).append(source.text(behind));
    return Spelling{
        .edits = {{before, name + " = "}, {behind, line}},
        .code = "GM201",
        .asked = read,
        .stand_in = {.name = name, .place = std::string(read.text()), .statement = statement.span(), .may_stay = true}};
}

}  // namespace transforms::canonical
