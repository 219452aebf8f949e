// What a text that formats its arguments makes of one of them: `"{:.1f}".format(t)`.
#pragma once

#include "analysis/syntax/node.h"

namespace effects {

// Every place of the text that shows the argument formats it as what it is, with a specification unless `plain`: not
// `{!r}` or `{0.shape}`.
[[nodiscard]] bool formats_only(syntax::Node call, syntax::Node argument, bool plain);

}  // namespace effects
