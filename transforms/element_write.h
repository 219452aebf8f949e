// A write to the elements under a mask, `out[m] = y[m] * 2.0`, and what has to hold so that it can be computed for all
// of them. For masked_write and any_gate.
#pragma once

#include "analysis/syntax/python.h"
#include "transforms/masked_elements.h"

#include <optional>
#include <string_view>
#include <vector>

namespace transforms {

// `out[m] = e`, `out[m] += e`
struct Write {
    syntax::Node statement;
    syntax::Node place;  // out[m]
    syntax::Node value;  // e
    syntax::Op op = syntax::Op::none;
    std::vector<syntax::Node> reads{};  // y[m] in e

    [[nodiscard]] syntax::Node tensor() const { return place.child(syntax::Field::value); }
    [[nodiscard]] syntax::Node mask() const { return mask_of(place); }
};

// The statement, if it is one under a mask that is spelled so.
[[nodiscard]] std::optional<Write> write_of(const Facts& facts, syntax::Node statement, std::string_view mask);

// What is tested in front, or refused; fills in the reads. `rebinds`: the variable gets a new tensor; with `dtypes` and
// `floating` as in Fitting.
[[nodiscard]] Proof prove_write(const Facts& facts, Write& write, std::string_view torch, bool rebinds, bool dtypes,
                                bool floating);
// Something around the statement may see when an error is raised, or which variables there are.
[[nodiscard]] bool is_watched(const Facts& facts, syntax::Node statement);

}  // namespace transforms
