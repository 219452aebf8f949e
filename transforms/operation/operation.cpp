#include "transforms/operation/operation.h"

#include "transforms/operation/kinds.h"

#include <array>
#include <span>

namespace transforms::operation {

namespace {

using As = Found (*)(const Site&);
// The first that knows the node has it.
constexpr std::array<As, 3> of_any_node{as_size, as_product, as_called};
constexpr std::array of_calls{as_constant,   as_extreme,    as_python_number,   as_cast,    as_reshape,
                              as_allocation, as_arithmetic, as_reduction,       as_dimwise, as_loss,
                              as_triangle,   as_distances,  as_described_by_row};

Found first_of(std::span<const As> kinds, const Site& site) {
    for (const As as : kinds)
        if (Found found = as(site)) return found;
    return nullptr;
}

}  // namespace

Found operation_of(const function::Facts& facts, syntax::Node node, const torch::Row* row) {
    const Site site{.facts = facts, .node = node, .row = row};
    if (Found found = first_of(of_any_node, site)) return found;
    return row && node.is(syntax::Kind::call) ? first_of(of_calls, site) : nullptr;
}

}  // namespace transforms::operation
