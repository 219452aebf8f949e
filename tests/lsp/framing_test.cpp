#include "server/rpc/framing.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

struct Read {
    std::vector<std::string> bodies;
    std::vector<std::string> errors;
};

void drain(rpc::Framing& framing, Read& read) {
    while (auto frame = framing.next()) {
        if (auto* const body = std::get_if<std::string>(&*frame))
            read.bodies.push_back(std::move(*body));
        else
            read.errors.push_back(std::get<rpc::FramingError>(*frame).reason);
    }
}

Read read(std::string_view bytes, std::size_t piece = std::string_view::npos) {
    rpc::Framing framing;
    Read read;
    for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at)) {
        framing.feed(bytes.substr(at, piece));
        drain(framing, read);
    }
    return read;
}

using Bodies = std::vector<std::string>;

const std::string two_messages = rpc::framed("{\"a\":1}") + rpc::framed("[]");

}  // namespace

TEST_CASE("messages arrive whole, however their bytes are cut") {
    for (std::size_t piece = 1; piece <= two_messages.size(); ++piece) {
        CAPTURE(piece);
        const Read got = read(two_messages, piece);
        CHECK(got.bodies == Bodies{"{\"a\":1}", "[]"});
        CHECK(got.errors.empty());
    }
}

TEST_CASE("a message is framed as it is read") { CHECK(rpc::framed("é") == "Content-Length: 2\r\n\r\né"); }

TEST_CASE("headers are read as people and programs write them") {
    CHECK(read("content-length:2\r\n\r\n{}").bodies == Bodies{"{}"});
    CHECK(read("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2 \r\n\r\n{}").bodies ==
          Bodies{"{}"});
    CHECK(read("Content-Length: 2\r\nContent-Type: x\r\n\r\n{}").bodies == Bodies{"{}"});
    CHECK(read("Content-Length: 2\n\n{}").bodies == Bodies{"{}"});
    CHECK(read("Content-Length: 0\r\n\r\n" + rpc::framed("{}")).bodies == Bodies{"", "{}"});
}

TEST_CASE("a damaged header is one error, and the next message is read") {
    for (const char* const damaged :
         {"Content-Length: x\r\n\r\n{}", "Content-Length: -5\r\n\r\n{}", "Content-Length: \r\n\r\n{}",
          "Content-Length: 2.5\r\n\r\n{}", "Content-Length: 99999999999999999999999\r\n\r\n{}",
          "Content-Length: 999999999999999\r\n\r\n{}", "Length: 2\r\n\r\n{}", "\r\n\r\n", "\n\n\n\n\n\n",
          "hello?\r\n\r\nare you there?\r\n\r\n"}) {
        CAPTURE(damaged);
        const Read got = read(damaged + two_messages);
        CHECK(got.bodies == Bodies{"{\"a\":1}", "[]"});
        CHECK(got.errors.size() == 1);
    }
}

TEST_CASE("bytes without an end of a header are dropped, not kept") {
    const std::string noise(10 * rpc::Framing::max_header, 'x');
    for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}, noise.size() + two_messages.size()}) {
        CAPTURE(piece);
        const Read got = read(noise + two_messages, piece);
        CHECK(got.bodies == Bodies{"{\"a\":1}", "[]"});
        CHECK(got.errors.size() == 1);
    }
}

TEST_CASE("a message that is too long is skipped and reported once") {
    const std::uint64_t length = rpc::Framing::max_message + 10;
    rpc::Framing framing;
    Read got;
    framing.feed("Content-Length: " + std::to_string(length) + "\r\n\r\n");
    const std::string piece(1 << 20, '{');
    for (std::uint64_t sent = 0; sent < length;) {
        const auto size = std::min<std::uint64_t>(piece.size(), length - sent);
        framing.feed(std::string_view(piece).substr(0, size));
        drain(framing, got);
        sent += size;
    }
    framing.feed(two_messages);
    drain(framing, got);
    CHECK(got.errors.size() == 1);
    CHECK(got.bodies == Bodies{"{\"a\":1}", "[]"});
}
