#include "server/rpc/message.h"

#include <charconv>
#include <optional>
#include <utility>

namespace rpc {
namespace {

// Copying and printing a Json recurse on its depth.
constexpr int max_depth = 256;

bool too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            in_string = !in_string;
        else if (in_string && c == '\\')
            ++i;
        else if (!in_string && (c == '[' || c == '{') && ++depth > max_depth)
            return true;
        else if (!in_string && (c == ']' || c == '}'))
            --depth;
    }
    return false;
}

// The UTF-16 unit that an escape `\uXXXX` at the front of `text` spells.
std::optional<unsigned> escaped_unit(std::string_view text) {
    if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
    unsigned unit = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    if (error != std::errc{} || end != text.data() + 6) return std::nullopt;
    return unit;
}

bool is_high(unsigned unit) { return 0xD800 <= unit && unit < 0xDC00; }
bool is_low(unsigned unit) { return 0xDC00 <= unit && unit < 0xE000; }

std::string repaired(std::string_view body) {
    std::string text =
        Json::parse(dump(Json(body))).get<std::string>();  // bytes that are not UTF-8 are replaced on the way
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') continue;
        const std::string_view rest = std::string_view(text).substr(i);
        const unsigned unit = escaped_unit(rest).value_or(0);
        if (is_high(unit) && is_low(escaped_unit(rest.substr(6)).value_or(0)))
            i += 11;
        else if (is_high(unit) || is_low(unit))
            text.replace(i + 2, 4, "fffd");
        else
            ++i;
    }
    return text;
}

// A discarded Json if the text is none.
Json parse_json(std::string_view text) { return Json::parse(text, nullptr, /*allow_exceptions=*/false); }

Json take(Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? Json() : std::move(*found);
}

Message classify(Json json) {
    if (json.is_array()) return Malformed{{}, ErrorCode::invalid_request, "batches are not part of the protocol"};
    if (!json.is_object()) return Malformed{{}, ErrorCode::invalid_request, "a message is a JSON object"};
    const bool has_id = json.contains("id");
    Json id = take(json, "id");
    const bool usable_id = id.is_string() || id.is_number();
    if (!json.contains("method")) {
        if (usable_id && (json.contains("result") || json.contains("error")))
            return Response{std::move(id), take(json, "result"), take(json, "error")};
        return Malformed{usable_id ? std::move(id) : Json(), ErrorCode::invalid_request, "a message needs a `method`"};
    }
    const Json method = take(json, "method");
    if (has_id && !usable_id) return Malformed{{}, ErrorCode::invalid_request, "an `id` is a string or a number"};
    if (!method.is_string())
        return Malformed{has_id ? std::move(id) : Json(), ErrorCode::invalid_request, "a `method` is a string"};
    if (has_id) return Request{std::move(id), method.get<std::string>(), take(json, "params")};
    return Notification{method.get<std::string>(), take(json, "params")};
}

Json envelope() { return {{"jsonrpc", "2.0"}}; }

}  // namespace

Message parse(std::string_view body) {
    if (too_deep(body)) return Malformed{{}, ErrorCode::parse_error, "the message is nested too deeply"};
    Json json = parse_json(body);
    if (json.is_discarded()) json = parse_json(repaired(body));
    if (json.is_discarded()) return Malformed{{}, ErrorCode::parse_error, "the message is not JSON"};
    return classify(std::move(json));
}

Json request(Json id, std::string_view method, Json params) {
    Json json = notification(method, std::move(params));
    json["id"] = std::move(id);
    return json;
}

Json notification(std::string_view method, Json params) {
    Json json = envelope();
    json["method"] = method;
    if (!params.is_null()) json["params"] = std::move(params);
    return json;
}

Json success(Json id, Json result) {
    Json json = envelope();
    json["id"] = std::move(id);
    json["result"] = std::move(result);
    return json;
}

Json failure(Json id, ErrorCode code, std::string_view message) {
    Json json = envelope();
    json["id"] = std::move(id);
    json["error"] = {{"code", static_cast<int>(code)}, {"message", message}};
    return json;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace rpc
