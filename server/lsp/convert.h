// Findings, Edits and Spans -> the JSON of the protocol, in the client's units. Used by the handlers; nothing here asks
// for anything or changes anything.
#pragma once

#include "analysis/rules/finding.h"
#include "server/lsp/client.h"
#include "server/session/snapshot.h"
#include "transforms/transforms.h"

#include <span>

namespace lsp {

using rpc::Json;

[[nodiscard]] Json range(const text::Source& source, text::Span span, text::Unit unit);
[[nodiscard]] Json diagnostic(const session::Snapshot& snapshot, const rules::Finding& finding, const Client& client);
// All of a result: its findings, and a hint where parts of the file could not be analysed.
[[nodiscard]] Json diagnostics(const session::Result& result, const Client& client);

// A WorkspaceEdit of one document. With a `warning`, a client that can asks its user before it makes the edit.
[[nodiscard]] Json workspace_edit(const session::Snapshot& snapshot, std::span<const transforms::Edit> edits,
                                  const Client& client, const std::string& warning = {});

[[nodiscard]] std::string_view in_words(rules::Outcome outcome);  // "splits the graph: ..."

}  // namespace lsp
