// Programs of the user as children: how they end, and that what they say arrives.
#include "server/python/channel.h"
#include "server/python/process.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using python::Outcome;

Outcome run_shell(const std::string& script, std::chrono::seconds timeout = {}) {
    python::Channel channel("{}");
    return python::run({.command = {"/bin/sh", "-c", script}, .timeout = timeout}, channel, [](std::string_view) {});
}

// A process that connects, as seen from its side.
class Client {
  public:
    explicit Client(const std::string& address) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        std::memcpy(name.sun_path, address.c_str(), address.size() + 1);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    void say(std::string_view bytes) const { REQUIRE(::write(socket_, bytes.data(), bytes.size()) > 0); }
    [[nodiscard]] std::string hear() const {
        char bytes[64];
        const ssize_t count = ::read(socket_, bytes, sizeof bytes);
        return {bytes, static_cast<std::size_t>(count > 0 ? count : 0)};
    }

  private:
    int socket_;
};

}  // namespace

TEST_CASE("a program ends by itself, by a signal, by the clock, or is not there") {
    CHECK(python::to_string(run_shell("exit 3")) == "ended with exit status 3");
    const Outcome killed = run_shell("kill -9 $$");
    CHECK(killed.end == Outcome::End::killed);
    CHECK(killed.code == SIGKILL);
    CHECK(run_shell("trap '' TERM; sleep 60 & sleep 60; sleep 60", std::chrono::seconds(1)).end ==
          Outcome::End::timed_out);
    python::Channel channel("{}");
    const Outcome absent = python::run({.command = {"/no/such/program"}}, channel, [](std::string_view) {});
    CHECK(absent.end == Outcome::End::not_started);
    CHECK(python::to_string(absent).find("No such file") != std::string::npos);
}

TEST_CASE("a program finds the channel, and the environment it was given") {
    python::Channel channel("{}");
    const std::string script = "[ -S \"$GRAPHMEND_CHANNEL\" ] && [ \"$MORE\" = yes ]";
    CHECK(
        python::run({.command = {"/bin/sh", "-c", script}, .environment = {"MORE=yes"}}, channel, [](std::string_view) {
        }).code == 0);
}

TEST_CASE("lines of several processes arrive whole, the unfinished one of a process that died too") {
    python::Channel channel("hello");
    std::vector<std::string> lines;
    const auto heard = [&](std::string_view line) { lines.emplace_back(line); };
    {
        const Client first(channel.address());
        const Client second(channel.address());
        channel.listen(1000, heard);
        channel.listen(1000, heard);
        CHECK(first.hear() == "hello\n");
        CHECK(second.hear() == "hello\n");
        first.say("a half");
        second.say("one\ntwo\nthr");
        channel.listen(1000, heard);
        first.say(" and the rest\n");
        channel.listen(1000, heard);
    }
    channel.finish(heard);
    std::sort(lines.begin(), lines.end());
    CHECK(lines == std::vector<std::string>{"a half and the rest", "one", "thr", "two"});
}
