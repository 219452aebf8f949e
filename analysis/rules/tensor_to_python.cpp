#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
namespace {

using values::Kind;

// What is said to be a list, of which nobody knows what is in it, may be an array, which takes others as indices.
bool may_be_array(const values::Sequence& sequence) {
    return !sequence.exact && (sequence.items.empty() || sequence.items.front().is(Kind::unknown));
}

// Python containers and slices want an index that is a number, and ask the tensor for it.
void on_subscript(const values::Subscript& subscript, Report& report) {
    const values::Value object = subscript.object;
    for (const auto& [node, index] : subscript.indices) {
        // What comes back from a break is read while tracing; a tensor is taken for one that the graph computes.
        if (!index.is_tensor() && !(index.is(Kind::array) && index.known == values::Known::no)) continue;
        const bool bound = node.is(syntax::Kind::slice);
        if (bound && (object.has_data() || object.is(Kind::sequence))) {
            report.push_back({.node = node,
                              .message = "the value of a tensor bounds a slice",
                              .gb = "GB0124",
                              .likely = index.likely,
                              .cause = what_it_is(node, index),
                              .loses_frame = true});
        } else if (object.is(Kind::sequence)) {
            if (index.is(Kind::array) && index.rank != 0 && may_be_array(object.sequence())) continue;
            report.push_back({.node = node,
                              .message = "the value of a tensor indexes a Python container",
                              .gb = "GB0124",
                              .likely = index.likely,
                              .cause = what_it_is(node, index),
                              .is_lasting = true});
        } else if (object.has_data() && index.rank == 0 && index.known == values::Known::no &&
                   (index.dtype == torch::Dtype::integer ||
                    (index.dtype == torch::Dtype::boolean && subscript.store))) {  // GM301 tells of reads
            // An input that lies on the CPU is read while tracing; one that is computed is not there yet.
            report.push_back({.node = node,
                              .message = "a computed tensor without dimensions is used as an index",
                              .gb = "GB0033",
                              .likely = index.likely,
                              .cause = what_it_is(node, index)});
        }
    }
}

// A number out of an array is an array to Dynamo.
std::string on_call(const values::Call& call, const torch::Row& row) {
    if (row.when == torch::When::array_key) return "Dynamo has no hash for what comes out of a numpy array";
    return called(call) + " takes the data of a tensor out of the graph";
}

}  // namespace

// A Python number, or a bool, made from the data of a tensor: the graph has to run before Python can go on.
const Rule tensor_to_python{
    .code = "GM201",
    .name = "tensor-to-python",
    .summary = "the data of a tensor becomes a Python number",
    .on_call = on_call,
    .on_subscript = on_subscript,
};

}  // namespace rules
