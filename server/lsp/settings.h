// The settings of a client, laid over the options that the server was started with. Used by initialize and configuration.
#pragma once

#include "analysis/analyze.h"
#include "server/rpc/message.h"

namespace lsp {

// Reads `torchVersion`, `pythonVersion`, `entries`, `select`, `ignore`, bare or below `graphmend`. Other keys mean nothing
// here, and a value that makes no sense leaves the option as it is, with a line in the log.
[[nodiscard]] analysis::Options with_settings(analysis::Options options, const rpc::Json& settings);

}  // namespace lsp
