#include "analysis/operations/arithmetic.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <vector>

namespace operations {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

std::optional<Op> op_of(const torch::Row& row) {
    switch (row.role) {
        case torch::Role::adds: return Op::add;
        case torch::Role::subtracts: return Op::sub;
        case torch::Role::multiplies: return Op::mul;
        case torch::Role::divides: return Op::div;
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<Arithmetic> arithmetic_of(Node call, const torch::Row* row) {
    const auto op = row ? op_of(*row) : std::nullopt;
    if (!op) return std::nullopt;
    std::vector<Node> operands;
    if (row->name.starts_with(torch::tensor_class))
        operands.push_back(syntax::Call{call}.function().child(Field::object));
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        if (argument.is(Kind::keyword_argument)) return std::nullopt;
        operands.push_back(argument);
    }
    if (operands.size() != 2) return std::nullopt;
    return Arithmetic{.left = operands[0], .op = *op, .right = operands[1]};
}

bool is_extreme(const torch::Row* row) {
    return row && row->role == torch::Role::keyed && row->gives == torch::Gives::arithmetic;
}

}  // namespace operations
