#include "server/lsp/client.h"

#include <optional>

namespace lsp {
namespace {

using rpc::Json;

const Json& at(const Json& capabilities, const char* pointer) {
    static const Json none;
    const Json::json_pointer path(pointer);
    return capabilities.contains(path) ? capabilities.at(path) : none;
}

bool is_true(const Json& json) { return json.is_boolean() && json.get<bool>(); }

std::optional<text::Unit> unit_named(const Json& name) {
    for (const text::Unit unit : {text::Unit::utf8, text::Unit::utf16, text::Unit::utf32})
        if (name == name_of(unit)) return unit;
    return std::nullopt;
}

text::Unit preferred_unit(const Json& offered) {
    if (offered.is_array())
        for (const Json& name : offered)
            if (const auto unit = unit_named(name)) return *unit;
    return text::Unit::utf16;
}

bool prefers_markdown(const Json& formats) {
    return formats.is_array() && !formats.empty() && formats.front() == "markdown";
}

}  // namespace

std::string_view name_of(text::Unit unit) {
    switch (unit) {
        case text::Unit::utf8: return "utf-8";
        case text::Unit::utf16: return "utf-16";
        case text::Unit::utf32: return "utf-32";
    }
    return {};
}

Client read_client(const Json& capabilities) {
    const auto has = [&](const char* pointer) { return is_true(at(capabilities, pointer)); };
    const auto names = [&](const char* pointer) { return at(capabilities, pointer).is_object(); };
    return {
        .unit = preferred_unit(at(capabilities, "/general/positionEncodings")),
        .pulls = names("/textDocument/diagnostic"),
        .refreshes = has("/workspace/diagnostics/refreshSupport"),
        .refreshes_lenses = has("/workspace/codeLens/refreshSupport"),
        .related_information = has("/textDocument/publishDiagnostics/relatedInformation"),
        .code_actions = names("/textDocument/codeAction/codeActionLiteralSupport"),
        .preferred = has("/textDocument/codeAction/isPreferredSupport"),
        .disabled = has("/textDocument/codeAction/disabledSupport"),
        .confirms = has("/textDocument/codeAction/honorsChangeAnnotations") &&
                    names("/workspace/workspaceEdit/changeAnnotationSupport"),
        .versioned_edits = has("/workspace/workspaceEdit/documentChanges"),
        .markdown = prefers_markdown(at(capabilities, "/textDocument/hover/contentFormat")),
        .configuration = has("/workspace/configuration"),
        .registers_configuration = has("/workspace/didChangeConfiguration/dynamicRegistration"),
        .watches_files = has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
    };
}

}  // namespace lsp
