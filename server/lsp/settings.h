// The settings of a client, in the terms of the configuration files. Used by initialize and configuration.
#pragma once

#include "server/config/config.h"
#include "server/rpc/message.h"

namespace lsp {

// Reads `torchVersion`, `pythonVersion`, `entries`, `select`, `ignore`, `severity`, bare or below `graphmend`. Other
// keys mean nothing here, and a value that makes no sense is left out, with a line in the log.
[[nodiscard]] config::Settings read_settings(const rpc::Json& json);

}  // namespace lsp
