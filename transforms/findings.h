// What a rewrite is asked for: the code that a finding is about, and the findings of a function.
#pragma once

#include "analysis/analyze.h"
#include "analysis/rules/finding.h"
#include "analysis/syntax/node.h"

#include <span>

namespace transforms {

// The expression that a finding is about; false outside of functions, of which rewrites know nothing.
[[nodiscard]] syntax::Node operand_of(const analysis::Analysis& analysis, const rules::Finding& finding);

[[nodiscard]] std::span<const rules::Finding> findings_in(const analysis::Analysis& analysis, syntax::Node function);

// It stands in that file, of which each analysis may have read a copy of its own.
[[nodiscard]] bool stands_in(const rules::Finding& finding, const text::Source& source);

}  // namespace transforms
