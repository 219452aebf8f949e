#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// Dynamo traces generators that compiled code consumes, but compiles none.
const Rule generator_entry{
    .code = "GM602",
    .name = "generator-entry",
    .summary = "what is compiled is a generator",
    .outcome = Outcome::skip,
    .on_construct =
        [](const values::Construct& construct, Report& report) {
            if (!construct.node.is(syntax::Kind::function_definition)) return;
            report.push_back({.node = construct.node.child(syntax::Field::name),
                              .message = "a generator is never compiled itself",
                              .gb = "GB0003",
                              .likely = false,
                              .cause = {}});
        },
};

}  // namespace rules
