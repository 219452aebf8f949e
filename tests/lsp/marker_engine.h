// An engine for tests of the server that knows nothing of Python: words in capitals are its findings.
#pragma once

#include "server/session/session.h"

#include <atomic>

namespace lsp_tests {

// `BREAK` has a safe fix, `MAYBE` an unsafe one, `NEVER` none. `SLOW` is analysed for as long as nobody cancels it, and
// `THROW` does not survive the analysis.
struct MarkerEngine {
    std::atomic<int> analyses = 0;
    std::atomic<int> cancelled = 0;

    [[nodiscard]] session::Engine engine();
};

}  // namespace lsp_tests
