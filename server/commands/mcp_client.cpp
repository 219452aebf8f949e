#include "server/commands/mcp_client.h"

#include "server/commands/console.h"

#include <iostream>
#include <string_view>
#include <utility>
#include <variant>

namespace commands {

namespace {

using rpc::Json;

// A form without fields: to send it is to allow.
Json form(const std::string& question) {
    return {{"message", question}, {"requestedSchema", {{"type", "object"}, {"properties", Json::object()}}}};
}

bool asks_by_forms(const Json& capabilities) {
    if (!capabilities.is_object() || !capabilities.contains("elicitation")) return false;
    const Json& ways = capabilities["elicitation"];
    return ways.is_object() && (ways.empty() || ways.contains("form"));
}

bool is_accepted(const Json& answer) { return answer.is_object() && answer.value("action", Json()) == "accept"; }

Json told(const std::string& text) {
    return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
}

Json not_allowed() { return told("The user did not allow it: nothing was run."); }

// A revision without `initialize`: each call says what its client can do.
std::optional<Json> refusal_without_state(const std::string& question, const Json& params) {
    const Json answers = params.value("inputResponses", Json());
    // The answer is to the question that was asked, not to one about another program.
    if (!answers.is_object() || params.value("requestState", Json()) != question)
        return Json{{"resultType", "input_required"},
                    {"inputRequests", {{"consent", {{"method", "elicitation/create"}, {"params", form(question)}}}}},
                    {"requestState", question}};
    if (is_accepted(answers.value("consent", Json()))) return std::nullopt;
    return not_allowed();
}

}  // namespace

std::optional<std::string> Client::next_line() {
    std::string line;
    if (!waiting_.empty()) {
        line = std::move(waiting_.front());
        waiting_.pop_front();
        return line;
    }
    if (std::getline(std::cin, line)) return line;
    return std::nullopt;
}

void Client::introduce(const Json& params) { can_ask_ = asks_by_forms(params.value("capabilities", Json())); }

std::optional<Json> Client::refusal(const std::string& question, const Json& params) {
    const Json meta = params.value("_meta", Json::object());
    const bool has_state = !meta.contains("io.modelcontextprotocol/protocolVersion");
    if (has_state ? !can_ask_ : !asks_by_forms(meta.value("io.modelcontextprotocol/clientCapabilities", Json())))
        return told("This client cannot ask its user, so nothing was run. The user can run it in a terminal.\n" +
                    question);
    if (!has_state) return refusal_without_state(question, params);
    if (ask(question)) return std::nullopt;
    return not_allowed();
}

// Until the answer is there. Who gives up the call, or goes, allows nothing; other requests wait for their turn.
bool Client::ask(const std::string& question) {
    const Json id = "consent-" + std::to_string(++asked_);
    if (!print(rpc::dump(rpc::request(id, "elicitation/create", form(question))) + "\n")) return false;
    for (std::string line; std::getline(std::cin, line);) {
        const rpc::Message message = rpc::parse(line);
        const auto* answer = std::get_if<rpc::Response>(&message);
        if (answer && answer->id == id) return is_accepted(answer->result);
        const auto* note = std::get_if<rpc::Notification>(&message);
        if (note && note->method == "notifications/cancelled") return false;
        waiting_.push_back(std::move(line));
    }
    return false;
}

}  // namespace commands
