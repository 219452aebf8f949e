#include "analysis/effects/memory_names.h"

#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/python.h"

namespace effects {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t most_names = 8;

// What the tensor is a part of, or another name for.
Node made_from(const function::Facts& facts, Node tensor, Node statement) {
    if (const names::Binding* variable = facts.variable(tensor)) {
        const auto made = facts.definition(*variable, statement);
        return made && made->statement ? made->value : Node{};
    }
    if (tensor.is(Kind::subscript)) return tensor.child(Field::value);
    const std::string_view name = tensor.child(Field::attribute).text();
    const torch::Row* member = tensor.is(Kind::attribute) ? facts.member_of_tensors(name) : nullptr;
    if (member && member->traits.view) return tensor.child(Field::object);
    const torch::Row* row = tensor.is(Kind::call) ? facts.row_of(tensor) : nullptr;
    if (!row || (!row->traits.view && !casts(*row))) return {};
    const Node receiver = function::receiver_of(facts, tensor);
    return receiver ? receiver : syntax::Call{tensor}.arguments().first_child();
}

}  // namespace

std::vector<Node> memory_names(const function::Facts& facts, Node tensor, Node statement) {
    std::vector<Node> all;
    Node node = syntax::unparenthesized(tensor);
    while (node && all.size() < most_names) {
        all.push_back(node);
        node = syntax::unparenthesized(made_from(facts, node, statement));
    }
    return all;
}

}  // namespace effects
