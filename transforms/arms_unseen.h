// Behind a select nobody can tell its result from what the arm would have left: neither by the gradients that flow
// back, nor because it is a copy. Obligations of a select, for obligations.cpp.
#pragma once

#include "transforms/case.h"

namespace transforms {

void same_gradients(Case& c);
void copies_unseen(Case& c);

}  // namespace transforms
