// What the server and its like use of this folder, and no other header of it: fixes of findings, a text with all fixes
// applied, modules rewritten in memory, and what the proofs rest on.
#pragma once

#include "transforms/apply.h"
#include "transforms/edit.h"
#include "transforms/effects_in_memory.h"
#include "transforms/operator_loop.h"
#include "transforms/print.h"
#include "transforms/propose.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"
#include "transforms/while_tracing.h"
