#include "transforms/rewrites.h"

#include "transforms/canonical/canonical.h"
#include "transforms/canonical/comprehension.h"
#include "transforms/epilogue/epilogue.h"
#include "transforms/epilogue/sink_read.h"
#include "transforms/gates/dynamo_option.h"
#include "transforms/gates/eager_only_check.h"
#include "transforms/gates/eager_only_output.h"
#include "transforms/gates/housekeeping.h"
#include "transforms/gates/layer_drop.h"
#include "transforms/gates/one_graph.h"
#include "transforms/higher_order/cond.h"
#include "transforms/higher_order/while_loop.h"
#include "transforms/if_conversion/if_conversion.h"
#include "transforms/if_conversion/sink_common_call.h"
#include "transforms/if_conversion/sink_operation.h"
#include "transforms/in_graph/effect.h"
#include "transforms/in_graph/equal_call.h"
#include "transforms/in_graph/graph_assert.h"
#include "transforms/masks/bincount.h"
#include "transforms/masks/ignored_classes.h"
#include "transforms/masks/masked_selection.h"
#include "transforms/masks/masked_store.h"
#include "transforms/masks/nonzero_index.h"
#include "transforms/masks/output_size.h"
#include "transforms/masks/redundant_any.h"
#include "transforms/masks/zeroed.h"
#include "transforms/outlining/gradient_function.h"
#include "transforms/outlining/hoist_class.h"
#include "transforms/outlining/split_step.h"
#include "transforms/scalars/eliminate_item.h"
#include "transforms/scalars/flat_types.h"
#include "transforms/scalars/forward_stored_number.h"
#include "transforms/scalars/hoist.h"
#include "transforms/scalars/kept_list.h"
#include "transforms/scalars/loop_over_list.h"
#include "transforms/scalars/python_number.h"
#include "transforms/scalars/row_index.h"
#include "transforms/scalars/shadow_number.h"
#include "transforms/scalars/truth_value.h"
#include "transforms/suppression.h"

#include <algorithm>
#include <array>

namespace transforms {

namespace {

constexpr std::array<std::string_view, 4> branches{"GM101", "GM201", "GM301", "GM501"};
constexpr std::array<std::string_view, 1> arms{"GM101"};
constexpr std::array<std::string_view, 3> outputs{"GM401", "GM402", "GM403"};
constexpr std::array<std::string_view, 1> reads{"GM201"};
constexpr std::array<std::string_view, 1> shapes{"GM301"};
constexpr std::array<std::string_view, 2> symbols{"GM201", "GM301"};
constexpr std::array<std::string_view, 3> captured{"GM201", "GM301", "GM506"};
constexpr std::array<std::string_view, 1> autograd{"GM505"};
constexpr std::array<std::string_view, 1> comments{"GM801"};
constexpr std::array<std::string_view, 1> calls{"GM501"};
constexpr std::array<std::string_view, 1> classes{"GM601"};
constexpr std::array<std::string_view, 6> effects{"GM101", "GM201", "GM401", "GM402", "GM403", "GM501"};
constexpr std::array<std::string_view, 10> steps{"GM101", "GM201", "GM301", "GM401", "GM402",
                                                 "GM403", "GM501", "GM502", "GM503", "GM505"};
constexpr std::array table{
    Rewrite{.name = "split-step", .rules = steps, .propose = outlining::propose_split_step, .moves = true},
    Rewrite{.name = "func-grad", .rules = autograd, .propose = outlining::propose_gradient_function, .moves = true},
    Rewrite{.name = "hoist-class", .rules = classes, .propose = outlining::propose_hoist_class, .moves = true},
    Rewrite{.name = "zeroed", .rules = shapes, .propose = masks::propose_zeroed},
    Rewrite{.name = "output-size", .rules = shapes, .propose = masks::propose_output_size},
    Rewrite{.name = "masked-write", .rules = shapes, .propose = masks::propose_masked_write},
    Rewrite{.name = "masked-sum", .rules = shapes, .propose = masks::propose_masked_selection},
    Rewrite{.name = "ignored-classes", .rules = shapes, .propose = masks::propose_ignored_classes},
    Rewrite{.name = "mask-index", .rules = shapes, .propose = masks::propose_mask_index},
    Rewrite{.name = "counts", .rules = shapes, .propose = masks::propose_counts},
    Rewrite{.name = "python-number", .rules = branches, .propose = scalars::propose_python_number},
    Rewrite{.name = "flat-types", .rules = calls, .propose = scalars::propose_flat_types},
    Rewrite{.name = "hoist", .rules = calls, .propose = scalars::propose_hoist},
    Rewrite{.name = "equal-call", .rules = calls, .propose = in_graph::propose_equal_call},
    Rewrite{.name = "housekeeping", .rules = calls, .propose = gates::propose_housekeeping_gate},
    Rewrite{.name = "known-number", .rules = reads, .propose = scalars::propose_known_number},
    Rewrite{.name = "shadow-number", .rules = branches, .propose = scalars::propose_shadow_number},
    Rewrite{.name = "kept-scalar", .rules = symbols, .propose = canonical::propose_first_place},  // and keeps it
    Rewrite{.name = "kept-scalar", .rules = reads, .propose = scalars::propose_kept_scalar},
    Rewrite{.name = "kept-scalar", .rules = reads, .propose = scalars::propose_kept_list},
    Rewrite{.name = "row-index", .rules = reads, .propose = scalars::propose_row_index},
    Rewrite{.name = "tensor-loop", .rules = reads, .propose = scalars::propose_loop_over_list},
    Rewrite{.name = "shown-number", .rules = reads, .propose = epilogue::propose_shown_number},
    Rewrite{.name = "shell", .rules = effects, .propose = epilogue::propose_shell},
    Rewrite{.name = "effect", .rules = effects, .propose = in_graph::propose_effect},
    Rewrite{.name = "any-gate", .rules = branches, .propose = masks::propose_any_gate},
    Rewrite{.name = "sunk-operation", .rules = branches, .propose = if_conversion::propose_sink_operation},
    Rewrite{.name = "common-call", .rules = branches, .propose = if_conversion::propose_common_call},
    Rewrite{.name = "where", .rules = branches, .propose = if_conversion::propose_where},
    Rewrite{.name = "truth-value", .rules = branches, .propose = scalars::propose_truth_value},
    Rewrite{.name = "graph-assert", .rules = branches, .propose = in_graph::propose_graph_assert},
    Rewrite{.name = "shell", .rules = effects, .propose = epilogue::propose_shell_without_list},
    Rewrite{.name = "eager-check", .rules = branches, .propose = gates::propose_eager_check},
    Rewrite{.name = "compiling-gate", .rules = outputs, .propose = gates::propose_compiling_gate},
    Rewrite{.name = "where",
            .rules = branches,
            .propose = canonical::propose_spelled_out,
            .otherwise = true},  // what others give
    Rewrite{
        .name = "where", .rules = branches, .propose = canonical::propose_canonical, .moves = true, .otherwise = true},
    Rewrite{.name = "chance", .rules = branches, .propose = gates::propose_chance, .otherwise = true},
    Rewrite{.name = "cond", .rules = arms, .propose = higher_order::propose_cond, .otherwise = true},
    Rewrite{.name = "while-loop", .rules = arms, .propose = higher_order::propose_while_loop, .otherwise = true},
    Rewrite{.name = "one-graph", .rules = symbols, .propose = gates::propose_one_graph, .otherwise = true},
    Rewrite{.name = "dynamo-option", .rules = captured, .propose = gates::propose_dynamo_option},
    Rewrite{.name = "no-comment", .rules = comments, .propose = propose_no_comment},
};

struct Reason {
    std::string_view rule;
    std::string_view text;
};
constexpr std::array reasons{
    Reason{"GM101",
           "a rewrite is known for `if` and `a if c else b` alone, where tensors decide what is assigned or returned"},
    Reason{"GM102", "a comparison is decided while tracing: `assert len(parts) > 0`, `assert part is not None`"},
    Reason{"GM201", "what is done with the number cannot be done with a tensor, as far as is known"},
    Reason{"GM301", "the data decides how many elements there are, and what follows needs just these"},
    Reason{"GM501", "the call is made by Python itself, and no equal is known that is part of a graph"},
    Reason{"GM502", "it is left to eager on purpose"},
    Reason{"GM503", "what the `with` does is done by Python, outside of the graph"},
    Reason{"GM504", "to make a module is not part of a graph: it belongs in front of the compiled code"},
    Reason{"GM505", "it changes how gradients are recorded, which is not part of a graph"},
    Reason{"GM506", "PyTorch leaves recurrent modules to eager unless it is told otherwise"},
    Reason{"GM601", "to make a class is not part of a graph: it belongs in front of the compiled code"},
    Reason{"GM602", "a generator hands out its values one by one, and a graph gives all of them at once"},
    Reason{"GM603", "it breaks because of what leaves the function to eager: that is what to fix"},
    Reason{"GM701", "only the caller can keep the number from changing"},
    Reason{"GM702", "only the caller can keep the number from changing"},
    Reason{"GM801", "nothing is left to fix: take the comment away"},
};

}  // namespace

std::span<const Rewrite> rewrites() { return table; }

std::string_view reason_of(std::string_view rule) {
    const auto* found = std::ranges::find(reasons, rule, &Reason::rule);
    return found == reasons.end() ? "" : found->text;
}

}  // namespace transforms
