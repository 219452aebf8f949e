#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// The `class` statement runs code that Dynamo does not trace.
const Rule nested_class{
    .code = "GM601",
    .name = "nested-class",
    .summary = "a class is defined in compiled code",
    .on_construct =
        [](const values::Construct& construct, Report& report) {
            if (!construct.node.is(syntax::Kind::class_definition)) return;
            report.push_back({.node = construct.node.child(syntax::Field::name),
                              .message = "a class is defined in compiled code",
                              .gb = "GB8977",
                              .likely = false,
                              .cause = {}});
        },
};

}  // namespace rules
