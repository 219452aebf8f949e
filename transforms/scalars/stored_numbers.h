// Numbers that are read back from a tensor that was made of them: what reads them, and what has to hold so that they
// come out as they went in. For known_number and known_range.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"
#include "transforms/forms.h"
#include "transforms/rewrite.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace transforms::scalars {

// The tensor that `t.item()`, `t.tolist()` or `int(t)` reads.
struct Reading {
    syntax::Node tensor;
    bool whole = false;  // all its numbers, as deep as its lists
};

[[nodiscard]] std::optional<Reading> reading_of(const function::Facts& facts, syntax::Node call);

// A dtype that holds each int which is no size beyond all measure: `dtype=torch.int64`.
[[nodiscard]] bool is_wide_dtype(const function::Facts& facts, syntax::Node argument);

// What has to hold for the numbers to come out of a tensor as they went in, if that can be asked: each is an int that
// fits, and no bool, which may become one. Floats are rounded.
[[nodiscard]] std::optional<proof::Guards> stay_themselves(const function::Facts& facts,
                                                           const std::vector<syntax::Node>& numbers);

[[nodiscard]] std::string as_operand(syntax::Node number);

// To use what is `quoted` in the place of the tensor that holds it, behind the guards.
[[nodiscard]] Rewriting known_number(const function::Facts& facts, const std::string& quoted, proof::Guards guards);

// The number of uses of a variable apart from its assignment.
[[nodiscard]] std::ptrdiff_t uses_of(const function::Facts& facts, const names::Binding& variable);

// Takes away the definition of a tensor that was made of the numbers for nothing but the call.
void take_away(const analysis::Analysis& analysis, syntax::Node call, syntax::Node definition,
               const std::vector<syntax::Node>& numbers, std::vector<edit::Edit>& edits);

}  // namespace transforms::scalars
