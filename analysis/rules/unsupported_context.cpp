#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {
namespace {

void on_with(const values::With& with, Report& report) {
    const bool breaks =
        with.row && (with.row->context == torch::Context::skip || with.row->context == torch::Context::split);
    if (!breaks || with.row->gb.empty()) return;
    report.push_back({.node = with.node,
                      .message = quoted(with.node) + " cannot be entered in compiled code",
                      .gb = with.row->gb,
                      .likely = false,
                      .cause = {},
                      .loses_frame = with.row->context == torch::Context::skip});
}

}  // namespace

// A context manager that Dynamo cannot enter, or cannot enter again behind a break.
const Rule unsupported_context{
    .code = "GM503",
    .name = "unsupported-context",
    .summary = "`with` on a context manager that Dynamo cannot enter",
    .on_call = [](const values::Call& call,
                  const torch::Row&) { return called(call) + " cannot be entered in compiled code"; },
    .on_with = on_with,
};

}  // namespace rules
