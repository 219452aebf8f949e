// `any(BODY for t in ITEMS)` and `all([BODY for t in ITEMS])`, whose items are tensors.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>
#include <vector>

namespace transforms::condition {

struct Each {
    syntax::Node body;
    std::vector<syntax::Node> names;  // several where each item is a tuple: `for old, new in ((a, b), (c, d))`
    syntax::Node items;
    bool lazy = false;  // what comes behind the one that decides is not evaluated
};

// A call of `any` or `all`, whatever it goes through.
[[nodiscard]] bool asks_of_each(const function::Facts& facts, syntax::Node call);

// Of the call; nothing if it has another form.
[[nodiscard]] std::optional<Each> read_each(syntax::Node call);

// A list of tensors, or a call that makes one and can be made again.
[[nodiscard]] bool holds_tensors(const function::Facts& facts, syntax::Node items);

// What is asked of each is a tensor that changes nothing, and the items are written there or known to be tensors.
[[nodiscard]] bool goes_through_tensors(const function::Facts& facts, const Each& each);

// A graph can compute it for all of them, and hand over new bool tensors: `[t.isnan().any() for t in (q, k)]`. Not
// `always`: not even the first one may be evaluated in the program.
[[nodiscard]] bool is_computed_of_each(const function::Facts& facts, const Each& each, syntax::Node statement,
                                       bool always);

}  // namespace transforms::condition
