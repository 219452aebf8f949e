// Plays tests/lsp/sessions/*.session against the server: the files say what a client sends and what it has to receive,
// in this order and nothing else. The engine is marker_engine.h's.
//
//   ## a title begins a session with a fresh server
//   --> request 1 initialize {"capabilities": {}}
//   <-- result 1 {"capabilities": {"positionEncoding": "utf-16"}}     further keys of objects may be there
//   --> notify initialized {}
//   <-- request workspace/configuration {}
//   --> answer [{"ignore": []}]                                       to the last request of the server
//   <-- error 1 -32601
//   <-- notify textDocument/publishDiagnostics {...}
//   <-- exit 0
//   --> body {"not json                                               a message as it stands
//   <-- result 2 {"resultId": "$id"}                                  whatever it is; $id means the same from then on
//   # a comment; a line that begins with a blank continues the one before it

#include "server/lsp/server.h"
#include "tests/lsp/marker_engine.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using rpc::Json;

struct Line {
    int number;
    std::string text;
};

struct Transcript {
    std::string title;
    std::vector<Line> lines;
};

std::vector<Transcript> read(const std::filesystem::path& path) {
    std::vector<Transcript> transcripts;
    std::ifstream file(path);
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        if (text.starts_with("## "))
            transcripts.push_back({.title = text.substr(3), .lines = {}});
        else if (text.starts_with(' '))
            transcripts.back().lines.back().text += text;
        else if (!text.empty() && !text.starts_with('#'))
            transcripts.back().lines.push_back({.number = number, .text = text});
    }
    return transcripts;
}

using Bindings = std::map<std::string, Json>;

// Whether `actual` says all that `expected` says.
bool matches(const Json& expected, const Json& actual, Bindings& bindings) {
    const auto also = [&](const Json& e, const Json& a) { return matches(e, a, bindings); };
    if (expected.is_object())
        return actual.is_object() && std::ranges::all_of(expected.items(), [&](const auto& item) {
                   return actual.contains(item.key()) && also(item.value(), actual.at(item.key()));
               });
    if (expected.is_array()) return actual.is_array() && std::ranges::equal(expected, actual, also);
    if (expected.is_string() && expected.get_ref<const std::string&>().starts_with('$'))
        return bindings.try_emplace(expected, actual).first->second == actual;
    return expected == actual;
}

std::string take_word(std::string& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = text.substr(0, end);
    text.erase(0, std::min(text.find_first_not_of(' ', end), text.size()));
    return word;
}

class Client {
  public:
    void play(const Transcript& transcript) {
        for (const auto& [number, text] : transcript.lines) {
            INFO("line " << number << ": " << text);
            std::string rest = text;
            if (take_word(rest) == "-->")
                send(rest);
            else
                expect(rest);
        }
        settle();
        CHECK_MESSAGE(inbox_.empty(), (inbox_.empty() ? "" : rpc::dump(inbox_.front())));
    }

  private:
    void send(std::string rest) {
        for (const auto& [name, value] : bindings_)
            if (const auto at = rest.find(name); at != rest.npos)
                rest.replace(at, name.size(), value.get<std::string>());
        const std::string kind = take_word(rest);
        if (kind == "body") return receive(rest);
        if (kind == "answer") return receive(rpc::dump(rpc::success(asked_, Json::parse(rest))));
        if (kind == "end") return server_.end_of_input();
        const Json id = kind == "request" ? Json::parse(take_word(rest)) : Json();
        const std::string method = take_word(rest);
        Json params = rest.empty() ? Json() : Json::parse(rest);
        receive(rpc::dump(kind == "request" ? rpc::request(id, method, std::move(params))
                                            : rpc::notification(method, std::move(params))));
    }

    void receive(const std::string& body) { server_.receive(body); }

    void expect(std::string rest) {
        while (inbox_.empty() && (writer_.restart(), writer_.run_one() != 0)) {
        }
        REQUIRE_MESSAGE(!inbox_.empty(), "nothing came");
        const Json message = inbox_.front();
        inbox_.pop_front();
        INFO("came: " << rpc::dump(message));
        const std::string kind = take_word(rest);
        if (kind == "exit") {
            CHECK(message == Json{{"exit", std::stoi(rest)}});
        } else if (kind == "result" || kind == "error") {
            CHECK(message.value("id", Json()) == Json::parse(take_word(rest)));
            REQUIRE(message.contains(kind));
            CHECK(matches(kind == "error" ? Json{{"code", std::stoi(rest)}} : Json::parse(rest), message.at(kind),
                          bindings_));
        } else {
            CHECK(message.value("method", "") == take_word(rest));
            CHECK(message.contains("id") == (kind == "request"));
            if (kind == "request") asked_ = message.value("id", Json());
            CHECK(matches(rest.empty() ? Json() : Json::parse(rest), message.value("params", Json()), bindings_));
        }
    }

    // Until nothing is left to do.
    void settle() {
        writer_.restart();
        writer_.run();
    }

    std::deque<Json> inbox_;
    Json asked_;
    Bindings bindings_;
    lsp_tests::MarkerEngine engine_;
    boost::asio::io_context writer_;
    lsp::Server server_{writer_,
                        engine_.engine(),
                        {},
                        [this](const Json& message) { inbox_.push_back(message); },
                        [this](int status) {
                            inbox_.push_back({{"exit", status}});
                        }};
};

}  // namespace

TEST_CASE("the server keeps to its transcripts") {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(GRAPHMEND_ROOT "/tests/lsp/sessions"))
        files.push_back(entry.path());
    std::ranges::sort(files);
    REQUIRE(!files.empty());
    for (const auto& file : files)
        for (const Transcript& transcript : read(file)) {
            INFO(file.filename().string() << ": " << transcript.title);
            Client().play(transcript);
        }
}
