// JSON text -> JSON-RPC 2.0 messages, and back. Used by the dispatcher.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace rpc {

using Json = nlohmann::json;

enum class ErrorCode : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    not_initialized = -32002,
    request_cancelled = -32800,
};

// What a handler throws to answer with an error of its choice.
struct Error : std::runtime_error {
    Error(ErrorCode error_code, const std::string& message) : std::runtime_error(message), code(error_code) {}
    ErrorCode code;
};

struct Request {
    Json id;  // a string or a number
    std::string method;
    Json params;  // null if there are none
};
struct Notification {
    std::string method;
    Json params;
};
struct Response {
    Json id;
    Json result;  // null if it is an error
    Json error;   // null if it is none
};
struct Malformed {
    Json id;  // null where it could not be told
    ErrorCode code;
    std::string reason;
};
using Message = std::variant<Request, Notification, Response, Malformed>;

// Never throws. Characters that JSON does not allow (half of a surrogate pair, bytes that are not UTF-8) become U+FFFD,
// as one lost edit would leave a document wrong from then on.
[[nodiscard]] Message parse(std::string_view body);

[[nodiscard]] Json request(Json id, std::string_view method, Json params);
[[nodiscard]] Json notification(std::string_view method, Json params);
[[nodiscard]] Json success(Json id, Json result);
[[nodiscard]] Json failure(Json id, ErrorCode code, std::string_view message);

// One line of JSON, valid UTF-8 whatever the strings hold.
[[nodiscard]] std::string dump(const Json& json);

}  // namespace rpc
