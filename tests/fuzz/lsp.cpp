#include "server/lsp/server.h"

#include "tests/fuzz/targets.h"
#include "tests/lsp/marker_engine.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace fuzz {
namespace {

using rpc::Json;

constexpr std::chrono::seconds patience{5};

// A server and its client, who sends anything and keeps count of the answers.
class Connection {
  public:
    void send(std::string_view bytes) {
        framing_.feed(bytes);
        while (const auto frame = framing_.next()) {
            if (exited_) return;
            expect_answer(*frame);
            server_.receive(*frame);
            writer_.restart();
            writer_.poll();
        }
    }

    // What is wrong with the answers, once all are there.
    std::string settle() {
        const auto end = std::chrono::steady_clock::now() + patience;
        writer_.restart();
        while (wrong_.empty() && !exited_ && waits() && std::chrono::steady_clock::now() < end)
            writer_.run_one_until(end);
        return wrong_.empty() && !exited_ && waits() ? "a request without an answer" : wrong_;
    }

  private:
    void expect_answer(const rpc::Frame& frame) {
        const auto* body = std::get_if<std::string>(&frame);
        if (body == nullptr) {
            ++open_["null"];
            return;
        }
        const rpc::Message message = rpc::parse(*body);
        if (const auto* request = std::get_if<rpc::Request>(&message)) ++open_[rpc::dump(request->id)];
        if (const auto* malformed = std::get_if<rpc::Malformed>(&message)) ++open_[rpc::dump(malformed->id)];
    }

    [[nodiscard]] bool waits() const {
        return std::ranges::any_of(open_, [](const auto& request) { return request.second > 0; });
    }

    void receive(const Json& message) {
        if (rpc::dump(Json::parse(rpc::dump(message))) != rpc::dump(message)) wrong_ = "sends what is not JSON";
        if (message.contains("method")) return;
        if (--open_[rpc::dump(message.at("id"))] < 0) wrong_ = "answers what nobody asked: " + rpc::dump(message);
    }

    std::string wrong_;
    std::map<std::string, int> open_;  // requests without an answer, by id
    bool exited_ = false;
    rpc::Framing framing_;
    lsp_tests::MarkerEngine engine_;
    boost::asio::io_context writer_;
    lsp::Server server_{writer_,
                        engine_.engine(),
                        {},
                        [this](const Json& message) { receive(message); },
                        [this](int) { exited_ = true; }};
};

}  // namespace

std::string lsp(std::string_view bytes) {
    if (bytes.find("SLOW") != std::string_view::npos) return "";  // on purpose, for as long as nobody cancels it
    Connection connection;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
        const std::string_view line = bytes.substr(0, end);
        bytes.remove_prefix(end);
        connection.send(line.starts_with('{') ? rpc::framed(line) : std::string(line));
    }
    return connection.settle();
}

}  // namespace fuzz
