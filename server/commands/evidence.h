// What runs of `confirm` have shown of what fixes assume: told with the fixes. Used by the commands that offer some.
#pragma once

#include "server/commands/arguments.h"
#include "server/output/report.h"

namespace commands {

// Says so in the titles of fixes, and takes out those that a run has refuted.
void weigh(output::Report& report, const Analysing& analysing);

}  // namespace commands
