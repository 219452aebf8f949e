// The comments that silence findings: written, and taken away again.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/syntax/tree.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <span>
#include <string_view>
#include <vector>

namespace transforms {

// Comments that silence findings of this file, each at the end of a line.
//
// Before: `y = x.item()  # noqa: F841`            After: `y = x.item()  # noqa: F841  # graphmend: ignore[GM201]
// reason` Before: `... # graphmend: ignore[GM201] why`    After: `... # graphmend: ignore[GM201, GM101] why`
//
// One that cannot have a comment is left out.
[[nodiscard]] std::vector<edit::Edit> suppress(const syntax::Tree& tree, std::span<const rules::Finding> findings,
                                               std::string_view reason = {});

// Whether a line of its statement can hold a comment.
[[nodiscard]] bool can_suppress(const syntax::Tree& tree, const rules::Finding& finding);

// Takes away a comment that silences nothing, or one of its codes, and leaves the other comments of the line.
[[nodiscard]] Proposal propose_no_comment(Study& study, const rules::Finding& finding);

}  // namespace transforms
