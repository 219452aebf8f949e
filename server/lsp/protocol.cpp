#include "server/lsp/protocol.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lsp {
namespace {

std::string uri_in(const Json& json) { return json.at("textDocument").at("uri").get<std::string>(); }

// Null where the key is left out.
const Json& optional(const Json& object, const char* key) {
    static const Json none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

// Numbers outside of the range of the protocol mean its ends; they are clamped to the text later anyway.
template <class Integer>
Integer clamped(const Json& json) {
    if (!json.is_number()) return json.get<Integer>();  // throws
    const double number = json.get<double>();
    if (std::isnan(number)) return 0;
    return static_cast<Integer>(
        std::clamp(number, double{std::numeric_limits<Integer>::min()}, double{std::numeric_limits<Integer>::max()}));
}

int version_in(const Json& document) {
    const Json& version = optional(document, "version");
    return version.is_null() ? 0 : clamped<int>(version);
}

text::Position position_in(const Json& json) {
    return {.line = clamped<std::uint32_t>(json.at("line")), .column = clamped<std::uint32_t>(json.at("character"))};
}

session::Range range_in(const Json& json) {
    return {.start = position_in(json.at("start")), .end = position_in(json.at("end"))};
}

session::Change change_in(const Json& json) {
    session::Change change{.range = {}, .text = json.at("text").get<std::string>()};
    if (const Json& range = optional(json, "range"); !range.is_null()) change.range = range_in(range);
    return change;
}

CodeActionParams::Known known_in(const Json& json) {
    const Json& code = optional(json, "code");
    return {.range = range_in(json.at("range")), .code = code.is_string() ? code.get<std::string>() : std::string()};
}

}  // namespace

void from_json(const Json& json, InitializeParams& params) {
    if (const Json& process = optional(json, "processId"); process.is_number_integer())
        params.process = process.get<int>();
    params.capabilities = json.at("capabilities");
    params.options = optional(json, "initializationOptions");
}

void from_json(const Json&, NoParams&) {}

void from_json(const Json& json, DidOpenParams& params) {
    const Json& document = json.at("textDocument");
    params = {.uri = uri_in(json), .version = version_in(document), .text = document.at("text").get<std::string>()};
}

void from_json(const Json& json, DidChangeParams& params) {
    params = {.uri = uri_in(json), .version = version_in(json.at("textDocument")), .changes = {}};
    for (const Json& change : json.at("contentChanges")) params.changes.push_back(change_in(change));
}

void from_json(const Json& json, DocumentParams& params) { params.uri = uri_in(json); }

void from_json(const Json& json, ConfigurationParams& params) {
    params.settings = json.is_object() ? optional(json, "settings") : Json();
}

void from_json(const Json& json, DiagnosticParams& params) {
    params.uri = uri_in(json);
    if (const Json& previous = optional(json, "previousResultId"); previous.is_string()) params.previous = previous;
}

void from_json(const Json& json, WatchedFilesParams& params) {
    params.uris.clear();
    const Json& changes = optional(json, "changes");
    for (const Json& change : changes.is_array() ? changes : Json::array())
        params.uris.push_back(change.at("uri").get<std::string>());
}

void from_json(const Json& json, HoverParams& params) {
    params = {.uri = uri_in(json), .position = position_in(json.at("position"))};
}

void from_json(const Json& json, CodeActionParams& params) {
    params.uri = uri_in(json);
    params.range = range_in(json.at("range"));
    const Json& context = json.at("context");
    for (const Json& diagnostic : optional(context, "diagnostics")) params.diagnostics.push_back(known_in(diagnostic));
    if (const Json& only = optional(context, "only"); !only.is_null()) only.get_to(params.only);
    params.automatic = optional(context, "triggerKind") == Json(2);
}

}  // namespace lsp
