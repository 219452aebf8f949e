#include "server/python/channel.h"
#include "server/python/process.h"

#include <stdexcept>

// What channel.cpp and process.cpp are elsewhere. Python has no local sockets on Windows, and what is started there is
// no group that could be ended as one: programs of the user are not run.

namespace python {

Channel::Channel(std::string) { throw std::runtime_error("programs are run on Linux and macOS, not on Windows"); }
Channel::~Channel() = default;
void Channel::listen(int, const Heard&) {}
void Channel::finish(const Heard&) {}

std::string to_string(const Outcome&) { return "was not run"; }
Outcome run(const Program&, Channel&, const Heard&) { return {.end = Outcome::End::not_started}; }

}  // namespace python
