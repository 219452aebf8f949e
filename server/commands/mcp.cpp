#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/mcp_client.h"
#include "server/commands/mcp_tools.h"
#include "server/pages/pages.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <variant>

// The Model Context Protocol: a message of JSON-RPC in each line of standard input, and one in each of standard output.
// No request depends on one before it but for what `initialize` said of the client, which serves the revisions that
// begin with it and those without.

namespace commands {

namespace {

using rpc::Error;
using rpc::ErrorCode;
using rpc::Json;

constexpr std::array<std::string_view, 4> with_handshake{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::array<std::string_view, 1> without{"2026-07-28"};
constexpr int unsupported_version = -32022;
constexpr int hour = 3'600'000;  // milliseconds

struct Unsupported {
    std::string requested;
};

bool knows(const auto& versions, const std::string& version) {
    return std::ranges::find(versions, version) != versions.end();
}

Json identity() { return {{"name", "graphmend"}, {"version", GRAPHMEND_VERSION}}; }

// What does not change while this program runs.
Json lasting(Json result) {
    result.update({{"ttlMs", hour}, {"cacheScope", "public"}});
    return result;
}

Json initialize(const Json& params, Client& client) {
    client.introduce(params);
    const std::string wanted = params.at("protocolVersion");
    return {{"protocolVersion", knows(with_handshake, wanted) ? wanted : std::string(with_handshake.front())},
            {"capabilities", {{"tools", Json::object()}}},
            {"serverInfo", identity()},
            {"instructions", pages::guides().front()}};
}

Json discover() {
    Json versions(without);
    for (const std::string_view each : with_handshake) versions.push_back(each);
    return lasting({{"supportedVersions", std::move(versions)},
                    {"capabilities", {{"tools", Json::object()}}},
                    {"instructions", pages::guides().front()},
                    {"_meta", {{"io.modelcontextprotocol/serverInfo", identity()}}}});
}

void check_version(const Json& params) {
    const Json version = params.value("_meta", Json::object()).value("io.modelcontextprotocol/protocolVersion", Json());
    if (!version.is_null() && !knows(without, version.get<std::string>()))
        throw Unsupported{version.get<std::string>()};
}

// What runs a program is allowed by the user before.
Json call(const Json& params, Client& client) {
    const std::string name = params.at("name");
    const Json arguments = params.value("arguments", Json::object());
    if (const std::string question = question_before(name, arguments); !question.empty())
        if (std::optional<Json> instead = client.refusal(question, params)) return *std::move(instead);
    return call_tool(name, arguments);
}

Json result_of(const std::string& method, const Json& params, Client& client) {
    check_version(params);
    if (method == "initialize") return initialize(params, client);
    if (method == "server/discover") return discover();
    if (method == "ping") return Json::object();
    if (method == "tools/list") return lasting({{"tools", tools()}});
    if (method == "tools/call") return call(params, client);
    throw Error(ErrorCode::method_not_found, "there is no method `" + method + "`");
}

Json answer(const rpc::Request& request, Client& client) {
    try {
        Json result = result_of(request.method, request.params.is_null() ? Json::object() : request.params, client);
        result.emplace("resultType", "complete");
        return rpc::success(request.id, std::move(result));
    } catch (const Error& error) {
        return rpc::failure(request.id, error.code, error.what());
    } catch (const Json::exception& error) {
        return rpc::failure(request.id, ErrorCode::invalid_params, error.what());
    } catch (const Unsupported& version) {
        Json failure = rpc::failure(request.id, static_cast<ErrorCode>(unsupported_version),
                                    "the protocol revision is not supported");
        failure["error"]["data"] = {{"supported", without}, {"requested", version.requested}};
        return failure;
    } catch (const std::exception& error) {
        return rpc::failure(request.id, ErrorCode::internal_error, error.what());
    }
}

}  // namespace

// Until the input ends. Notifications ask for nothing, and answers were not asked for.
int run(const Mcp&) {
    std::ios::sync_with_stdio(false);
    Client client;
    while (const std::optional<std::string> line = client.next_line()) {
        if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
        const rpc::Message message = rpc::parse(*line);
        Json reply;
        if (const auto* request = std::get_if<rpc::Request>(&message)) reply = answer(*request, client);
        if (const auto* bad = std::get_if<rpc::Malformed>(&message))
            reply = rpc::failure(bad->id, bad->code, bad->reason);
        if (!reply.is_null() && !print(rpc::dump(reply) + "\n")) return 2;
    }
    return 0;
}

}  // namespace commands
