// The edit that makes GraphMend silent about one finding. Used by code actions.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "transforms/edit.h"

namespace lsp {

// Before: `y = x.item()  # noqa: F841`      After: `y = x.item()  # graphmend: ignore[GM201]  # noqa: F841`
// Before: `... # graphmend: ignore[GM201]`  After: `... # graphmend: ignore[GM201, GM101]`
[[nodiscard]] transforms::Edit ignore(const text::Source& source, const rules::Finding& finding);

}  // namespace lsp
