#include "server/rpc/dispatcher.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

using rpc::ErrorCode;
using rpc::Json;

struct Number {
    int value = 0;
};
void from_json(const Json& json, Number& number) { number.value = json.at("value").get<int>(); }

// A connection with a few methods, and what the client saw of it.
struct Connection {
    std::vector<Json> sent;
    std::vector<int> exits;
    std::vector<int> noted;
    std::vector<rpc::Reply> kept;
    rpc::Dispatcher dispatcher{[this](const Json& message) { sent.push_back(message); },
                               [this](int status) { exits.push_back(status); }};

    Connection() {
        dispatcher.on_request<Json>("initialize", [](const Json&, const rpc::Reply& reply) { reply("ready"); });
        dispatcher.on_request<Number>("double",
                                      [](Number number, const rpc::Reply& reply) { reply(2 * number.value); });
        dispatcher.on_request<Json>("later",
                                    [this](const Json&, rpc::Reply reply) { kept.push_back(std::move(reply)); });
        dispatcher.on_request<Json>("never", [](const Json&, const rpc::Reply&) {});
        dispatcher.on_request<Json>("throw",
                                    [](const Json&, const rpc::Reply&) { throw std::runtime_error("out of luck"); });
        dispatcher.on_request<Json>(
            "refuse", [](const Json&, const rpc::Reply&) { throw rpc::Error(ErrorCode::invalid_params, "not this"); });
        dispatcher.on_notification<Number>("note", [this](Number number) { noted.push_back(number.value); });
    }

    void request(const Json& id, const char* method, Json params = Json::object()) {
        dispatcher.receive(rpc::dump(rpc::request(id, method, std::move(params))));
    }
    void notify(const char* method, Json params = Json::object()) {
        dispatcher.receive(rpc::dump(rpc::notification(method, std::move(params))));
    }
    [[nodiscard]] int last_error() const { return sent.back().at("error").at("code"); }
};

struct Initialized : Connection {
    Initialized() {
        request(0, "initialize");
        sent.clear();
    }
};

}  // namespace

TEST_CASE_FIXTURE(Initialized, "a request is answered under its own id, number or string") {
    request(7, "double", {{"value", 4}});
    request("x", "double", {{"value", 5}});
    REQUIRE(sent.size() == 2);
    CHECK(sent[0] == Json{{"jsonrpc", "2.0"}, {"id", 7}, {"result", 8}});
    CHECK(sent[1] == Json{{"jsonrpc", "2.0"}, {"id", "x"}, {"result", 10}});
}

TEST_CASE_FIXTURE(Connection, "nothing but initialize is answered before initialize") {
    request(1, "double", {{"value", 4}});
    CHECK(last_error() == -32002);
    request(2, "shutdown");
    CHECK(last_error() == -32002);
    notify("note", {{"value", 4}});
    CHECK(noted.empty());
    request(3, "initialize");
    CHECK(sent.back().at("result") == "ready");
    request(4, "initialize");
    CHECK(last_error() == -32600);
}

TEST_CASE_FIXTURE(Initialized, "the right error for each mistake") {
    request(1, "unknown");
    CHECK(last_error() == -32601);
    request(2, "$/unknown");
    CHECK(last_error() == -32601);
    request(3, "double", {{"value", "four"}});
    CHECK(last_error() == -32602);
    request(4, "double", nullptr);
    CHECK(last_error() == -32602);
    request(5, "throw");
    CHECK(last_error() == -32603);
    CHECK(sent.back().at("error").at("message") == "out of luck");
    request(6, "refuse");
    CHECK(last_error() == -32602);
    CHECK(sent.size() == 6);
    dispatcher.receive("{");
    CHECK(last_error() == -32700);
    CHECK(sent.back().at("id").is_null());
    dispatcher.receive("[]");
    CHECK(last_error() == -32600);
    dispatcher.refuse("too long");
    CHECK(last_error() == -32700);
}

TEST_CASE_FIXTURE(Initialized, "notifications are never answered, whatever is wrong with them") {
    notify("unknown");
    notify("$/unknown");
    notify("note", {{"value", "four"}});
    notify("note", nullptr);
    notify("$/cancelRequest", {{"id", 99}});
    notify("$/cancelRequest", nullptr);
    notify("note", {{"value", 4}});
    CHECK(sent.empty());
    CHECK(noted == std::vector{4});
}

TEST_CASE_FIXTURE(Initialized, "a cancelled request is answered at once, and only once") {
    request(1, "later");
    const std::stop_token cancelled = kept.front().cancelled();
    CHECK(sent.empty());
    notify("$/cancelRequest", {{"id", "1"}});  // another request
    CHECK(sent.empty());
    notify("$/cancelRequest", {{"id", 1}});
    CHECK(last_error() == -32800);
    CHECK(cancelled.stop_requested());
    kept.front()("too late");
    notify("$/cancelRequest", {{"id", 1}});
    CHECK(sent.size() == 1);
}

TEST_CASE_FIXTURE(Initialized, "an id is free again once its request is answered") {
    request(1, "later");
    request(1, "double", {{"value", 4}});
    CHECK(last_error() == -32600);
    kept.front()("done");
    CHECK(sent.back().at("result") == "done");
    request(1, "double", {{"value", 4}});
    CHECK(sent.back().at("result") == 8);
}

TEST_CASE_FIXTURE(Initialized, "a request that its handler forgets is an internal error") {
    request(1, "never");
    CHECK(last_error() == -32603);
    request(2, "later");
    CHECK(sent.size() == 1);
    kept.clear();
    CHECK(last_error() == -32603);
}

TEST_CASE_FIXTURE(Initialized, "shutdown, then exit") {
    request(1, "later");
    request(2, "shutdown");
    CHECK(sent.back().at("result").is_null());
    request(3, "double", {{"value", 4}});
    CHECK(last_error() == -32600);
    notify("note", {{"value", 4}});
    CHECK(noted.empty());
    notify("exit");
    CHECK(exits == std::vector{0});
}

TEST_CASE("the exit status tells whether shutdown came first") {
    Connection fresh;
    fresh.notify("exit");
    CHECK(fresh.exits == std::vector{1});

    Initialized running;
    running.dispatcher.end_of_input();
    CHECK(running.exits == std::vector{1});
    running.request(1, "shutdown");
    running.dispatcher.end_of_input();
    CHECK(running.exits == std::vector{1, 0});
}

TEST_CASE_FIXTURE(Initialized, "an answer of the client reaches whoever asked") {
    std::vector<Json> results;
    const auto remember = [&](const Json& result) { results.push_back(result); };
    dispatcher.ask("client/question", {{"x", 1}}, remember);
    dispatcher.ask("client/question", nullptr, remember);
    REQUIRE(sent.size() == 2);
    CHECK(sent[0].at("method") == "client/question");
    CHECK(!sent[1].contains("params"));
    dispatcher.receive(rpc::dump(rpc::success(sent[0].at("id"), "yes")));
    dispatcher.receive(rpc::dump(rpc::success(sent[0].at("id"), "again")));
    dispatcher.receive(rpc::dump(rpc::failure(sent[1].at("id"), ErrorCode::internal_error, "no")));
    dispatcher.receive(R"({"id": 12345, "result": 1})");
    CHECK(results == std::vector<Json>{"yes"});
    CHECK(sent.size() == 2);
}
