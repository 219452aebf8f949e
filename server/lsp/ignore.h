// The edit that makes GraphMend silent about one finding. Used by code actions.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/syntax/tree.h"
#include "transforms/transforms.h"

#include <optional>

namespace lsp {

// Before: `y = x.item()  # noqa: F841`      After: `y = x.item()  # graphmend: ignore[GM201]  # noqa: F841`
// Before: `... # graphmend: ignore[GM201]`  After: `... # graphmend: ignore[GM201, GM101]`
// Nothing where no line of the statement can hold a comment.
[[nodiscard]] std::optional<transforms::Edit> ignore(const syntax::Tree& tree, const rules::Finding& finding);

}  // namespace lsp
