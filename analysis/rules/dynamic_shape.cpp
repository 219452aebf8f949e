#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
namespace {

// `x[mask] = y` writes in place and keeps every shape; only a read depends on how many elements the mask selects.
void on_subscript(const values::Subscript& subscript, Report& report) {
    // What takes a mask and is nothing else that is known is a tensor.
    const bool is_data = subscript.object.has_data();
    if ((!is_data && !subscript.object.is(values::Kind::unknown)) || subscript.store) return;
    for (const auto& [node, index] : subscript.indices) {
        if (subscript.object.is(values::Kind::unknown) && index.rank == 0) continue;
        // A comparison that indexes a tensor is one of tensors.
        const bool mask = index.has_data() || (index.is(values::Kind::unknown) && subscript.object.is_tensor());
        if (!mask || index.dtype != torch::Dtype::boolean) continue;
        report.push_back({.node = node,
                          .message = "reading through a bool mask gives a shape that depends on data",
                          .gb = "GB0036",
                          .likely = index.likely || subscript.object.likely || !is_data || !index.has_data(),
                          .cause = what_it_is(node, index)});
    }
}

}  // namespace

// The shape of the result depends on the data of a tensor, which is not there while tracing.
const Rule dynamic_shape{
    .code = "GM301",
    .name = "dynamic-shape",
    .summary = "the shape of a result depends on the data of a tensor",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " gives a shape that depends on data"; },
    .on_subscript = on_subscript,
};

}  // namespace rules
