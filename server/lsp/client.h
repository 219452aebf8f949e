// What the client can do, as far as the server behaves differently for it. Read once, from `initialize`.
#pragma once

#include "analysis/text/position.h"
#include "server/rpc/message.h"

namespace lsp {

struct Client {
    text::Unit unit = text::Unit::utf16;  // of columns: the first that it offers and we know
    bool pulls = false;                   // asks for diagnostics itself
    bool refreshes = false;               // pulls anew when told to
    bool refreshes_lenses = false;        // the same for code lenses
    bool related_information = false;
    bool code_actions = false;  // as literals; older clients know commands only
    bool preferred = false;
    bool disabled = false;
    bool confirms = false;         // asks the user about edits that are annotated so
    bool versioned_edits = false;  // documentChanges
    bool markdown = false;
    bool configuration = false;            // answers workspace/configuration
    bool registers_configuration = false;  // tells of changes once it is asked to
    bool watches_files = false;
};

[[nodiscard]] Client read_client(const rpc::Json& capabilities);
[[nodiscard]] std::string_view name_of(text::Unit unit);  // "utf-16"

}  // namespace lsp
