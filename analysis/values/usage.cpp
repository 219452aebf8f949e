#include "analysis/values/usage.h"

#include <algorithm>
#include <array>

namespace values {
namespace {

using syntax::Kind;
using syntax::Node;

// Members that a tensor shares with numpy arrays, Python numbers or containers prove nothing.
bool only_tensors_have(std::string_view member, torch::Release release) {
    const torch::Row* row = torch::find_member(torch::tensor_class, member, release);
    if (!row) return false;
    if (torch::find_member(torch::array_class, member, release)) return false;
    constexpr std::array shared{"real", "imag", "index", "count", "split", "copy", "T", "device", "dtype", "to", "apply",
                                "type", "data", "name", "names", "grad", "is_cuda", "register_hook", "layout"};
    return std::ranges::find(shared, member) == shared.end();
}

// What surrounds one use of the parameter.
bool proves_tensor(Node use, torch::Release release, const TakesTensor& takes_tensor) {
    const Node parent = use.parent();
    switch (parent.kind()) {
        case Kind::attribute:
            return parent.child(syntax::Field::object) == use &&
                   only_tensors_have(parent.child(syntax::Field::attribute).text(), release);
        case Kind::binary_operator:
            return parent.op() == syntax::Op::matmul;
        case Kind::subscript: {
            if (parent.child(syntax::Field::value) != use) return false;
            const auto indices = syntax::Subscript{parent}.indices();
            return indices.size() > 1 && std::ranges::any_of(indices, [](Node index) {
                       return index.is(Kind::slice) || index.is(Kind::ellipsis) || index.is(Kind::none);
                   });
        }
        case Kind::argument_list:
            return parent.first_child() == use && takes_tensor(syntax::Call{parent.parent()}.function());
        default:
            return false;
    }
}

}  // namespace

bool used_as_tensor(const names::Module& names, Node function, const syntax::Parameter& parameter, torch::Release release,
                    const TakesTensor& takes_tensor) {
    const names::Reference meant = names.resolve(parameter.name);
    if (!meant) return false;
    const Node body = function.child(syntax::Field::body);
    for (std::uint32_t i = body.index(); i < body.end_index(); ++i) {
        const Node node = body.tree()->node(i);
        if (node.is(Kind::identifier) && node.text() == parameter.name.text() && names.resolve(node) == meant &&
            proves_tensor(node, release, takes_tensor))
            return true;
    }
    return false;
}

}  // namespace values
