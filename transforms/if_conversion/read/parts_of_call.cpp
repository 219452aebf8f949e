#include "transforms/if_conversion/read/parts_of_call.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace transforms::if_conversion {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

const torch::Row* row_called(const values::Program& program, Node call) {
    values::Value value = program.value(call.child(Field::function));
    if (value.is(values::Kind::bound)) value = value.bound().method;
    return values::row_of(value);
}

// `x.chunk(2)`, `self.encode(x)`: a tuple of tensors.
bool gives_as_many(const torch::Row* row, const values::Sequence& parts, std::size_t wanted) {
    const auto is_tensor = [](const values::Value& each) { return each.is_tensor() && !each.maybe_none; };
    if (!std::ranges::all_of(parts.items, is_tensor) || parts.items.empty()) return false;
    if (row) return row->fields.empty() && row->traits.view && row->traits.total;
    return parts.exact && parts.items.size() == wanted && parts.form == values::Sequence::Form::tuple;
}

}  // namespace

std::optional<std::string> parts_of(const values::Program& program, Node call) {
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    if (!assignment || assignment->value() != call) return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    const bool are_variables = std::ranges::all_of(targets, [](Node each) { return each.is(Kind::identifier); });
    const torch::Row* row = row_called(program, call);
    const values::Value given = program.value(call);
    const bool is_named = row && row->traits.pure && targets.size() == row->fields.size();
    if (!are_variables || targets.size() < 2 || !given.is(values::Kind::sequence)) return std::nullopt;
    if (!is_named && !gives_as_many(row, given.sequence(), targets.size())) return std::nullopt;
    for (const Node node : subtree(call))
        if (node.is(Kind::named_expression)) return std::nullopt;
    std::string made;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        made.append(made.empty() ? "(" : ", ").append(call.text());
        if (is_named)
            made.append(".").append(row->fields[i].name);
        else
            made.append("[").append(std::to_string(i)).append("]");
    }
    return made + ")";
}

}  // namespace transforms::if_conversion
