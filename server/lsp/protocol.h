// The parameters of the protocol that the server reads, and nothing else of them. from_json throws Json::exception
// where they are not what LSP 3.17 says; the dispatcher makes that the error -32602.
#pragma once

#include "server/rpc/message.h"
#include "server/session/document.h"

#include <optional>
#include <string>
#include <vector>

namespace lsp {

using rpc::Json;

struct InitializeParams {
    std::optional<int> process;
    Json capabilities;
    Json options;  // initializationOptions; null if there are none
};

struct NoParams {};

struct DidOpenParams {
    std::string uri;
    int version = 0;
    std::string text;
};

struct DidChangeParams {
    std::string uri;
    int version = 0;
    std::vector<session::Change> changes;
};

struct DocumentParams {
    std::string uri;
};

struct ConfigurationParams {
    Json settings;
};

struct WatchedFilesParams {
    std::vector<std::string> uris;
};

struct DiagnosticParams {
    std::string uri;
    std::string previous;  // previousResultId; empty if there is none
};

struct HoverParams {
    std::string uri;
    text::Position position;
};

struct CodeActionParams {
    // Of a diagnostic as the client remembers it.
    struct Known {
        session::Range range;
        std::string code;
    };
    std::string uri;
    session::Range range;
    std::vector<Known> diagnostics;
    std::vector<std::string> only;  // empty: all kinds
    bool automatic = false;         // asked on a move of the cursor, not by a person
};

void from_json(const Json& json, InitializeParams& params);
void from_json(const Json& json, NoParams& params);
void from_json(const Json& json, DidOpenParams& params);
void from_json(const Json& json, DidChangeParams& params);
void from_json(const Json& json, DocumentParams& params);
void from_json(const Json& json, ConfigurationParams& params);
void from_json(const Json& json, WatchedFilesParams& params);
void from_json(const Json& json, DiagnosticParams& params);
void from_json(const Json& json, HoverParams& params);
void from_json(const Json& json, CodeActionParams& params);

}  // namespace lsp
