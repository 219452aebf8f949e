#include "analysis/function/in_place_update.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace function {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<Fill, 2> fills{
    {{"zero_", "torch.zeros_like", "new_zeros"}, {"fill_", "torch.full_like", "new_full"}}};

Node method_of(Node call) {
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    return function.is(Kind::attribute) ? function : Node{};
}

}  // namespace

const Fill* fill_named(std::string_view method) {
    const auto* found = std::ranges::find(fills, method, &Fill::in_place);
    return found == fills.end() ? nullptr : found;
}

bool is_update(Node value) {
    const std::string_view name = method_of(value) ? method_of(value).child(Field::attribute).text() : "";
    return value.is(Kind::augmented_assignment) ||
           (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_');
}

std::vector<Node> links_of(Node update) {
    std::vector<Node> links{update};
    while (method_of(links.back()) && is_update(method_of(links.back()).child(Field::object)))
        links.push_back(method_of(links.back()).child(Field::object));
    return links;
}

Node updated_by(Node update) {
    const Node first = links_of(update).back();
    return first.is(Kind::augmented_assignment) ? first.child(Field::left) : method_of(first).child(Field::object);
}

bool is_only_updated(Node written) {
    Node link = written;
    while (link.parent().is(Kind::attribute) && method_of(link.parent().parent()) == link.parent() &&
           is_update(link.parent().parent()))
        link = link.parent().parent();
    return link != written && link.parent().is(Kind::expression_statement);
}

}  // namespace function
