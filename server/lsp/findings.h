// Answers to questions about a place in a document: waits for its analysis, then works on a reader. Used by hover and
// code actions.
#pragma once

#include "server/lsp/context.h"
#include "server/rpc/dispatcher.h"

#include <functional>
#include <string>
#include <vector>

namespace lsp {

// The findings that the span touches; an empty one touches what begins or ends there, too.
[[nodiscard]] std::vector<const rules::Finding*> findings_at(const session::Result& result, text::Span span);

// Runs on a reader; copies of the rest of the server's state are handed to it.
using Question = std::function<rpc::Json(const session::Result&, const session::Engine&, const Client&)>;

// Answers with `nothing` when the document is not open, or as soon as it is edited: the place is not what it was.
void answer_about(Context& context, const std::string& uri, const rpc::Reply& reply, const rpc::Json& nothing,
                  Question question, session::Pace pace = session::Pace::quick);

}  // namespace lsp
