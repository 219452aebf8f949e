// What the server and its like use of this folder, and no other header of it: fixes of findings, a text with all fixes
// applied, modules rewritten in memory, and what the proofs rest on.
#pragma once

#include "transforms/apply.h"
#include "transforms/edit/edit.h"
#include "transforms/in_memory/constant_read.h"
#include "transforms/in_memory/loop_operator.h"
#include "transforms/in_memory/module_effects.h"
#include "transforms/propose.h"
#include "transforms/rewrite.h"
#include "transforms/rewrites.h"
#include "transforms/speculation/dump.h"
#include "transforms/study.h"
#include "transforms/suppression.h"

namespace transforms {

using edit::apply;
using edit::Edit;

}  // namespace transforms
