// Reads the names out of a Tree: which identifiers are variables, in which scope they are evaluated, what binds them.
#pragma once

#include "analysis/names/draft.h"

namespace names {

void walk(const syntax::Tree& tree, Draft& draft);

// What the import statement binds (imports.cpp).
void bind_imports(syntax::Node statement, Draft& draft);

}  // namespace names
