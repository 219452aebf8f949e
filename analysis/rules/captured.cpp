#include "analysis/rules/captured.h"

namespace rules {
namespace {

constexpr torch::Release fullgraph_captures{2, 10};  // item() and nonzero(), without being told

}  // namespace

bool is_captured(const Rule& rule, const Remark& remark, const values::Entry& entry, const values::Program& program) {
    const values::Dynamo& told = program.dynamo();
    if (rule.allowed && told.*rule.allowed) return true;
    const bool whole = (entry.fullgraph || told.as_fullgraph) && program.release() >= fullgraph_captures;
    const bool scalars = told.captures_scalars || whole;
    if (remark.if_captured) return !scalars;
    if (remark.is_lasting) return false;
    if (remark.gb == "GB0124" || remark.stands_for_number) return scalars;
    return remark.gb == "GB0036" && (told.captures_shapes || whole);
}

}  // namespace rules
