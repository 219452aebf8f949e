#include "transforms/condition/sunk_definitions.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/splice.h"

#include <algorithm>

namespace transforms::condition {

using syntax::Kind;
using syntax::Node;

namespace {

// With what was moved into it: `odd = size > limit` of `size = t.item()`.
std::string text_of_moved(const std::vector<Moved>& all, const Moved& moved) {
    std::vector<edit::Replacement> inner;
    for (const Moved& each : all)
        if (syntax::is_within(each.use, moved.value)) inner.push_back({each.use.span(), text_of_moved(all, each)});
    std::string text =
        inner.empty() ? std::string(moved.value.text()) : edit::on_one_line(moved.value, std::move(inner));
    const Node around = moved.use.parent(), value = moved.value;
    const bool asks = value.is(Kind::comparison_operator) || value.is(Kind::boolean_operator) ||
                      value.is(Kind::not_operator) || value.is(Kind::conditional_expression);
    const bool computes = value.is(Kind::binary_operator) || value.is(Kind::unary_operator);
    const bool computed_with = around.is(Kind::binary_operator) || around.is(Kind::unary_operator) ||
                               around.is(Kind::attribute) || around.is(Kind::subscript);
    const bool is_part = computed_with || around.is(Kind::comparison_operator) || around.is(Kind::boolean_operator);
    return (computes && computed_with) || (asks && is_part) ? "(" + text + ")" : text;
}

}  // namespace

void move_values(const text::Source& source, const std::vector<Moved>& all, std::vector<edit::Edit>& edits) {
    for (const Moved& moved : all) {
        if (const auto lines = edit::removable(source, moved.statement)) edits.push_back({*lines, ""});
        const text::Span use = moved.use.span();  // in the program's own code, if that is kept
        const bool replaced =
            std::ranges::any_of(edits, [&](const edit::Edit& each) { return each.span.overlaps(use); });
        if (!replaced) edits.push_back({use, text_of_moved(all, moved)});
    }
}

}  // namespace transforms::condition
