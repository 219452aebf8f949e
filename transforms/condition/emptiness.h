// Conditions that only ask whether a mask has a true element, by counting what it selects: `torch.nonzero(m).numel() >
// 0`, `len(x[m]) == 0`, `torch.where(m)[0].shape[0]`. How many there are decides a shape; whether there are any,
// `m.any()`, does not.
#pragma once

#include "analysis/function/function_facts.h"

#include <optional>

namespace transforms::condition {

struct Places {
    syntax::Node mask;
    bool tuple = false;  // an index for each dimension, else a row for each place
};
// Of `torch.nonzero(m)`, `m.nonzero(as_tuple=True)`, `torch.where(m)`.
[[nodiscard]] std::optional<Places> places_of(const function::Facts& facts, syntax::Node call);

// `chosen = x[m]`, when nothing but the condition reads it: it is not needed any more.
struct Moved {
    syntax::Node statement;  // the assignment
    syntax::Node value;      // x[m]
    syntax::Node use;        // the name in the condition
};

struct Existence {
    syntax::Node mask;
    syntax::Node selected;  // x of x[m]: it has to have the shape of the mask; or none
    bool none = false;      // asks that there is none
    bool places = false;    // counts coordinates, of which a tensor without dimensions has none
    syntax::Node limit{};   // what their number is compared with, if not whether there are any: `3` of `... >= 3`
    std::optional<Moved> moved{};
};

// What reads the variable, if that is one place alone; or none.
[[nodiscard]] syntax::Node single_use(const function::Facts& facts, const names::Binding& variable);
// Of a name in the statement: an assignment in front of it whose value can be asked for here as well, as nothing else
// reads it.
[[nodiscard]] std::optional<Moved> moved_to(const function::Facts& facts, syntax::Node name, syntax::Node statement);

// Of a condition that is evaluated as part of `statement`; negations are the caller's.
[[nodiscard]] std::optional<Existence> existence_of(const function::Facts& facts, syntax::Node condition,
                                                    syntax::Node statement);
// The condition, further down, that is all that reads what the expression gives: `x[m]` in `chosen = x[m]`.
[[nodiscard]] syntax::Node only_use(const function::Facts& facts, syntax::Node expression);

// The mask that the condition asks for a true element: `m.any()`, `torch.any(m)`, or what counts them; or none.
[[nodiscard]] syntax::Node mask_asked_for(const function::Facts& facts, syntax::Node condition, syntax::Node statement);

// Such a mask, or one whose opposite is asked: `not m.all()`, `m.logical_not().any()`.
struct AskedMask {
    syntax::Node mask;
    bool is_inverted = false;

    // What selects the elements that are asked for: `m`, `~m`.
    [[nodiscard]] std::string index() const;
};
[[nodiscard]] AskedMask mask_or_opposite_asked_for(const function::Facts& facts, syntax::Node condition,
                                                   syntax::Node statement);

}  // namespace transforms::condition
