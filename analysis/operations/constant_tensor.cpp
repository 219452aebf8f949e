#include "analysis/operations/constant_tensor.h"

#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace operations {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr double largest_in_all = 127;  // dtypes: int8 has no more

bool is_list(Node node) { return node.is(Kind::tuple) || node.is(Kind::list); }

// `()`, `(2, 3)`, `2, 3`
bool are_sizes(const std::vector<Node>& given) {
    return std::ranges::all_of(given, [](Node size) { return size.is(Kind::integer); });
}

// `device=x.device`, `dtype=x.dtype`, `dtype=torch.float32`
bool is_known_option(const function::Facts& facts, Node argument) {
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    if (!keyword) return false;
    if (keyword->name().text() == "device") return static_cast<bool>(asked_for_device(facts, keyword->value()));
    const torch::Row* dtype = dtype_named(facts, keyword->value());
    return keyword->name().text() == "dtype" &&
           (dtype ? is_plain(*dtype) : static_cast<bool>(asked_for_dtype(facts, keyword->value())));
}

}  // namespace

bool makes_scalar(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node first = syntax::Call{call}.arguments().first_child();
    if (!row || !first) return false;
    if (row->shape == torch::Shape::sized) return is_list(first) && !first.first_child();
    const bool holds = row->shape == torch::Shape::content || row->name == "torch.Tensor.new_tensor";
    return holds && (function::is_traced_number(facts.value(first)) || first.is(Kind::true_) || first.is(Kind::false_));
}

bool is_constant(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const bool of_tensor = row && row->name.starts_with(torch::tensor_class);
    if (!row || !row->traits.pure) return false;
    std::vector<Node> given;
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (!is_known_option(facts, argument)) given.push_back(argument);
    if (given.empty()) return false;
    if (row->shape == torch::Shape::sized && of_tensor)
        return are_sizes(is_list(given[0]) && given.size() == 1 ? syntax::elements_of(given[0]) : given);
    if (!makes_scalar(facts, call) || given.size() > 1) return false;
    const auto number = function::number_of(facts.value(given[0]));
    return row->shape == torch::Shape::sized || (number && *number >= 0 && *number <= largest_in_all) || !of_tensor;
}

}  // namespace operations
