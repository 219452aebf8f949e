#include "server/rpc/message.h"

#include <doctest/doctest.h>

#include <string>

namespace {

using rpc::ErrorCode;
using rpc::Json;

Json params_of(std::string_view body) { return std::get<rpc::Notification>(rpc::parse(body)).params; }

ErrorCode refusal(std::string_view body) { return std::get<rpc::Malformed>(rpc::parse(body)).code; }

std::string text_of(const std::string& escaped) {
    return params_of(R"({"method":"m","params":[")" + escaped + R"("]})").at(0);
}

}  // namespace

TEST_CASE("requests, notifications and responses are told apart") {
    const auto request =
        std::get<rpc::Request>(rpc::parse(R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}})"));
    CHECK(request.id == "a");
    CHECK(request.method == "m");
    CHECK(request.params == Json{{"x", 1}});
    CHECK(std::get<rpc::Notification>(rpc::parse(R"({"method":"m"})")).params.is_null());
    CHECK(std::get<rpc::Response>(rpc::parse(R"({"id":1,"result":null})")).result.is_null());
    CHECK(std::get<rpc::Response>(rpc::parse(R"({"id":1,"error":{"code":1}})")).error.at("code") == 1);
}

TEST_CASE("what is no message is refused with the right error") {
    for (const char* const body : {"", "{", "nonsense", "{\"method\": }", "\xff\xfe"})
        CHECK(refusal(body) == ErrorCode::parse_error);
    for (const char* const body :
         {"[]", "[{\"method\":\"m\"}]", "1", "null", "\"x\"", "{}", "{\"id\":1}", "{\"method\":1}",
          "{\"id\":null,\"method\":\"m\"}", "{\"id\":{},\"method\":\"m\"}", "{\"id\":[1],\"method\":\"m\"}"})
        CHECK(refusal(body) == ErrorCode::invalid_request);
    CHECK(std::get<rpc::Malformed>(rpc::parse(R"({"id":7})")).id == 7);
}

TEST_CASE("half of a surrogate pair becomes a replacement character, and a whole pair stays") {
    CHECK(text_of(R"(a\ud83d\ude00b)") == "a😀b");
    CHECK(text_of(R"(a\ud83db)") == "a\uFFFDb");
    CHECK(text_of(R"(a\ude00)") == "a\uFFFD");
    CHECK(text_of(R"(\ud83d\ud83d\ude00)") == "\uFFFD😀");
    CHECK(text_of(R"(\\ud83d \ud83d)") == "\\ud83d \uFFFD");
}

TEST_CASE("bytes that are not UTF-8 become replacement characters") {
    CHECK(text_of("a\xff"
                  "b") == "a\uFFFDb");
}

TEST_CASE("a message that is nested too deeply is refused, and brackets in strings are not nesting") {
    const std::string deep(1'000'000, '[');
    CHECK(refusal(deep) == ErrorCode::parse_error);
    CHECK(refusal(R"({"method":"m","params":)" + deep + "}") == ErrorCode::parse_error);
    CHECK(text_of(deep) == deep);
    CHECK(text_of(R"(\")" + deep) == "\"" + deep);
}

TEST_CASE("messages are printed on one line, whatever the strings hold") {
    CHECK(rpc::dump(rpc::notification("m", {{"text", "a\n\xff"}})) ==
          "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"text\":\"a\\n\uFFFD\"}}");
    CHECK(rpc::dump(rpc::failure(nullptr, ErrorCode::parse_error, "no")) ==
          R"({"error":{"code":-32700,"message":"no"},"id":null,"jsonrpc":"2.0"})");
}
