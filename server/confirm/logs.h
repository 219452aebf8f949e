// Logs of Dynamo that were recorded elsewhere, on a cluster say, read as if the program had been run here.
#pragma once

#include "server/confirm/run.h"

#include <string>
#include <string_view>

namespace confirm {

// A file, or all files of a folder: structured logs (TORCH_TRACE) and the text of TORCH_LOGS=graph_breaks,recompiles,
// whichever it is. What is damaged or cut off becomes a problem of the Run; the rest counts.
[[nodiscard]] Run read_logs(const std::string& path);

// One report of a break, as both kinds of logs word it.
[[nodiscard]] Break parse_break(std::string_view text);

}  // namespace confirm
