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

}  // namespace

std::optional<std::string> parts_of(const values::Program& program, Node call) {
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    if (!assignment || assignment->value() != call) return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    const bool are_variables = std::ranges::all_of(targets, [](Node each) { return each.is(Kind::identifier); });
    const torch::Row* row = row_called(program, call);
    const values::Value given = program.value(call);
    if (!row || !row->traits.pure || !are_variables || targets.size() < 2 || targets.size() != row->fields.size() ||
        !given.is(values::Kind::sequence))
        return std::nullopt;
    for (const Node node : subtree(call))
        if (node.is(Kind::named_expression)) return std::nullopt;
    std::string made;
    for (const torch::Field& field : row->fields)
        made.append(made.empty() ? "(" : ", ").append(call.text()).append(".").append(field.name);
    return made + ")";
}

}  // namespace transforms::if_conversion
