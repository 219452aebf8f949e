// Whether TorchScript may compile a function: it reads the source, and cannot follow calls of the runtime.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/values/program.h"

namespace effects {

// By what stands in the file: the function or one that names it is decorated, or something is handed to
// `torch.jit.script`.
[[nodiscard]] bool may_be_scripted(const values::Program& program, syntax::Node function);

}  // namespace effects
