#include "tests/support/scratch.h"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace tests {

Scratch::Scratch(std::string_view text)
    : file_(::memfd_create("scratch", 0)), path_("/proc/self/fd/" + std::to_string(file_)) {
    if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        throw std::runtime_error("no room for a file in memory");
}

Scratch::~Scratch() { ::close(file_); }

}  // namespace tests
