#include "server/commands/console.h"

#include "server/os/files.h"
#include "server/os/os.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace commands {

namespace {

constexpr int standard_output = 1, standard_error = 2;
Captured* captured = nullptr;

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = os::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// https://no-color.org: only a value that is not empty counts.
std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

Captured::Captured() { captured = this; }
Captured::~Captured() { captured = nullptr; }

bool print(std::string_view bytes) {
    if (captured) return captured->out += bytes, true;
    if (write_all(standard_output, bytes)) return true;
    complain("graphmend: cannot write to standard output: " + std::generic_category().message(errno) + "\n");
    return false;
}

bool complains_on_terminal() { return !captured && os::is_terminal(standard_error); }

bool clear_screen() { return !os::is_terminal(standard_output) || print("\x1b[H\x1b[2J"); }

void complain(std::string_view bytes) {
    if (captured)
        captured->err += bytes;
    else [[maybe_unused]]
        const bool heard = write_all(standard_error, bytes);
}

bool wants_colour() {
    if (captured || !environment("NO_COLOR").empty()) return false;
    for (const char* name : {"FORCE_COLOR", "CLICOLOR_FORCE"})
        if (const std::string_view value = environment(name); !value.empty()) return value != "0";
    return os::is_terminal(standard_output) && environment("TERM") != "dumb";
}

}  // namespace commands
