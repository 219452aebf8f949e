// `graphmend server`: the language server on standard input and output.
#pragma once

#include "analysis/analyze.h"

namespace commands {

struct ServeOptions {
    bool verbose = false;        // logs to standard error
    analysis::Options analysis;  // what the client's settings are laid over
};

// Returns the exit status: 0 if the client asked for the end with `shutdown` first, else 1.
[[nodiscard]] int serve(const ServeOptions& options);

}  // namespace commands
