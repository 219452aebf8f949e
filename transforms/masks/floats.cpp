#include "transforms/masks/floats.h"

#include "analysis/syntax/python.h"
#include "transforms/masks/selection.h"

#include <algorithm>
#include <array>
#include <vector>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Of a module that multiplies with floats.
bool has_weights(const Facts& facts, const torch::Row* call) {
    if (!call) return false;
    const torch::Row* weight = torch::find_member(call->name.substr(0, call->name.rfind('.')), "weight",
                                                  torch::Knowledge{facts.program().release()});
    return weight && weight->dtype == torch::Dtype::floating;
}

// Whatever the functions of the file return that the call leads to.
bool returns_floats(const Facts& facts, Node call, int steps) {
    const auto& followed = facts.program().calls().at(call);
    return !followed.empty() && std::ranges::all_of(followed, [&](const values::Activation* each) {
        const Node function = each->scope ? each->scope->owner : Node{};
        if (!function.is(Kind::function_definition) || facts.program().number_of(function) != 0) return false;
        const std::vector<Node> returns = syntax::returns_of(function);
        return !returns.empty() && std::ranges::all_of(returns, [&](Node statement) {
            return statement.first_child() && computes_floats(facts.all().of(function), statement.first_child(), steps);
        });
    });
}

}  // namespace

bool computes_floats(const Facts& facts, Node expression, int steps) {
    const Node node = syntax::unparenthesized(expression);
    const torch::Dtype dtype = values::category(facts.value(node));
    if (dtype != torch::Dtype::unknown || steps == 0) return dtype == torch::Dtype::floating;
    const auto any_of = [&](const auto& parts) {
        return std::ranges::any_of(parts, [&](Node each) { return computes_floats(facts, each, steps - 1); });
    };
    if (const names::Binding* variable = facts.variable(node)) {
        const auto made = facts.definition(*variable, syntax::statement_of(node));
        return made && made->statement && any_of(std::vector{made->value});
    }
    if (node.is(Kind::subscript)) return any_of(std::vector{node.child(Field::value)});
    const auto sum = arithmetic_in(facts, node);
    if (sum) return sum->op == syntax::Op::div || any_of(std::vector{sum->left, sum->right});
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    if (node.is(Kind::call) && !row)
        return has_weights(facts, facts.row_of_module(node)) || returns_floats(facts, node, steps - 1);
    if (!row || row->gives != torch::Gives::tensor) return false;
    if (row->dtype == torch::Dtype::floated || row->traits.floats) return true;  // of whole numbers it raises
    const Node object = node.child(Field::function).child(Field::object);
    std::vector<Node> operands{object};
    for (const Node given : syntax::Call{node}.arguments().children()) operands.push_back(given);
    return row->dtype != torch::Dtype::cast && any_of(operands);
}

bool asks_of_floats(const Facts& facts, Node mask, Node statement) {
    constexpr std::array<std::string_view, 3> questions{"isnan", "isfinite", "isinf"};
    const names::Binding* variable = facts.variable(mask);
    const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
    return std::ranges::any_of(subtree(made && made->statement ? made->value : mask), [&](Node node) {
        const Node name = node.is(Kind::attribute) ? syntax::Attribute{node}.name() : node;
        return node.is(Kind::float_) || std::ranges::find(questions, name.text()) != questions.end();
    });
}

}  // namespace transforms::masks
