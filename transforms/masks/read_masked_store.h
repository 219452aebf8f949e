// What is written under a mask: `out[m] = e`, `out[m] += e`, and what e is made of. For prove_masked_store.h.
#pragma once

#include "analysis/syntax/python.h"
#include "transforms/masks/mask_guards.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::masks {

struct Write {
    syntax::Node statement;
    syntax::Node place;  // out[m]
    syntax::Node value;  // e
    syntax::Op op = syntax::Op::none;
    bool is_executed = false;           // whatever stands under the mask is computed anyway: `(a - b)[m]` is a read
    std::vector<syntax::Node> reads{};  // y[m] in e
    std::vector<syntax::Node> rows{};   // w in e, which goes with each row of y[m]

    [[nodiscard]] syntax::Node tensor() const { return place.child(syntax::Field::value); }
    [[nodiscard]] syntax::Node mask() const { return mask_of(place); }
};

// The statement, if it is one under a mask that is spelled so.
[[nodiscard]] std::optional<Write> write_of(const function::Facts& facts, syntax::Node statement,
                                            std::string_view mask);

// Fills `reads` and `rows`. Refuses a part of the value that is anything else: every tensor in it is one of the
// elements under the mask, or the same for each row, or has no dimensions; every operation works element by element.
void read_value(const function::Facts& facts, syntax::Node part, Write& write, metadata::Forms& forms,
                proof::Proof& proof);

// Tests that what goes with each row leaves the shape and the dtype of what it is combined with as they are.
void fit_rows(const function::Facts& facts, const Write& write, const Fitted& fitted, std::string_view torch,
              proof::Proof& proof);

// The text of what all elements would get.
[[nodiscard]] std::string value_of_all(const Write& write);

}  // namespace transforms::masks
