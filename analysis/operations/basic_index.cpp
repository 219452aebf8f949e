#include "analysis/operations/basic_index.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/text/number.h"

#include <algorithm>
#include <string_view>

namespace operations {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr int largest = 1'000'000;

std::optional<int> place_in(std::string_view text) {
    const auto number = text::whole_number(text);
    return number && std::abs(*number) <= largest ? number : std::nullopt;
}

// `:`, `1:-1`, `::2`; a step that is not above zero raises an error.
bool is_plain_slice(std::string_view text) {
    int part = 0;
    for (std::size_t begin = 0; begin <= text.size(); ++part) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        const std::string_view bound = text.substr(begin, end - begin);
        const auto number = place_in(bound);
        if (!bound.empty() && (!number || (part == 2 && *number <= 0))) return false;
        begin = end + 1;
    }
    return true;
}

// `i + 1:`
bool is_slice_of_numbers(const function::Facts& facts, Node index) {
    if (!index.is(Kind::slice) || index.child(syntax::Field::value)) return false;
    for (const Node bound : index.children())
        if (!function::is_traced_number(facts.value(bound))) return false;
    return true;
}

}  // namespace

std::string Cut::shape(const std::string& whole) const { return "(" + whole + ")[" + text + "]"; }

std::optional<Cut> cut_of(Node expression, const function::Facts* facts) {
    const auto view = syntax::as<syntax::Subscript>(syntax::unparenthesized(expression));
    if (!view) return std::nullopt;
    const std::vector<Node> indices = view->indices();
    Cut cut{.of = view->object()};
    const auto takes = [](Node index) { return !index.is(Kind::ellipsis) && !index.is(Kind::none); };
    cut.rank = static_cast<int>(std::ranges::count_if(indices, takes));
    const auto ellipses = std::ranges::count_if(indices, [](Node index) { return index.is(Kind::ellipsis); });
    if (ellipses > 1) return std::nullopt;
    int dim = 0;
    for (const Node index : indices) {
        std::string text(index.text());
        std::erase(text, ' ');
        const auto number = place_in(text);
        const bool is_named = !number && facts && function::is_traced_number(facts->value(index));
        const bool is_bounded = facts && is_slice_of_numbers(*facts, index);
        cut.text.append(cut.text.empty() ? "" : ", ")
            .append(number || is_named ? "0" : text);   // which one says nothing of shapes
        if (index.is(Kind::ellipsis)) dim -= cut.rank;  // what follows is counted from the back
        if (!takes(index)) continue;
        if (number)
            cut.items.push_back({.dim = dim, .size = *number < 0 ? -*number : *number + 1});
        else if (!is_named && !is_bounded && !is_plain_slice(text))
            return std::nullopt;
        ++dim;
    }
    return cut;
}

}  // namespace operations
