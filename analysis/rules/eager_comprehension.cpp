#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"

namespace rules {

// Its argument is the iterator that Python made of what it goes over, and there is nothing that Dynamo could trace in
// one.
const Rule eager_comprehension{
    .code = "GM603",
    .name = "eager-comprehension",
    .summary = "a comprehension in a function that is left to eager",
    .outcome = Outcome::skip,
    .severity = Severity::hint,
    .conditional = Severity::hint,
    .on_comprehension =
        [](const values::Comprehension& comprehension) {
            return quoted(comprehension.node) +
                   " is compiled by itself where the function is left to eager, and breaks there";
        },
};

}  // namespace rules
