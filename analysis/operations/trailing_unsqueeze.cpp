#include "analysis/operations/trailing_unsqueeze.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <vector>

namespace operations {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_whole_slice(Node index) { return index.is(Kind::slice) && index.children().empty(); }

std::optional<Column> column_of_subscript(Node node) {
    const std::vector<Node> indices = syntax::Subscript{node}.indices();
    if (indices.size() != 2 || !indices[1].is(Kind::none)) return std::nullopt;
    if (!indices[0].is(Kind::ellipsis) && !is_whole_slice(indices[0])) return std::nullopt;
    return Column{.of = node.child(Field::value), .of_list = !indices[0].is(Kind::ellipsis)};
}

// `mask.unsqueeze(-1)`, `torch.unsqueeze(mask, dim=-1)`
std::optional<Column> column_of_call(const function::Facts& facts, Node node) {
    const torch::Row* row = function::row_or_guess(facts, node);
    if (!row || row->role != torch::Role::unsqueezes) return std::nullopt;
    const syntax::Call call{node};
    std::vector<Node> given;
    if (row->name.starts_with(torch::tensor_class)) given.push_back(call.function().child(Field::object));
    for (const Node argument : call.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        given.push_back(keyword ? keyword->value() : argument);
        if (keyword && keyword->name().text() != "dim") return std::nullopt;
    }
    if (given.size() != 2 || function::number_of(facts.value(given[1])) != -1.0) return std::nullopt;
    return Column{.of = given[0]};
}

}  // namespace

std::optional<Column> column_of(const function::Facts& facts, Node expression) {
    const Node node = syntax::unparenthesized(expression);
    if (node.is(Kind::subscript)) return column_of_subscript(node);
    return node.is(Kind::call) ? column_of_call(facts, node) : std::nullopt;
}

}  // namespace operations
