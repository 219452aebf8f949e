#include "analysis/rules/engine/captured.h"

namespace rules {
namespace {

constexpr torch::Release fullgraph_captures{2, 10};  // item() and nonzero(), without being told

constexpr Option scalars{.flag = &values::Dynamo::captures_scalars, .name = "capture_scalar_outputs", .whole = true};
constexpr Option shapes{
    .flag = &values::Dynamo::captures_shapes, .name = "capture_dynamic_output_shape_ops", .whole = true};
constexpr Option recurrent{.flag = &values::Dynamo::allows_rnn, .name = "allow_rnn"};

}  // namespace

const Option* option_of(const Rule& rule, const Remark& remark) {
    if (rule.allowed == recurrent.flag) return &recurrent;
    if (remark.if_captured || remark.is_lasting) return nullptr;
    if (remark.gb == "GB0124" || remark.stands_for_number || remark.gives_whole_numbers) return &scalars;
    return remark.gb == "GB0036" ? &shapes : nullptr;
}

bool is_captured(const Rule& rule, const Remark& remark, const values::Entry& entry, const values::Dynamo& told,
                 torch::Release release) {
    const bool whole = (entry.fullgraph || told.as_fullgraph) && release >= fullgraph_captures;
    const auto is_on = [&](const Option& option) { return told.*option.flag || (option.whole && whole); };
    if (remark.if_captured) return !is_on({.flag = remark.if_captured, .name = {}, .whole = true});
    const Option* option = option_of(rule, remark);
    return option && is_on(*option);
}

}  // namespace rules
