// What a lost frame hides. Used by run.cpp.
#pragma once

#include "analysis/rules/engine/causes.h"

namespace rules {

// Behind the place where Dynamo gives a frame up it traces nothing: what is found there shows when that place is
// mended, and until then it is a hint that names the place.
void demote_behind_losses(const values::Program& program, Causes& causes);

}  // namespace rules
