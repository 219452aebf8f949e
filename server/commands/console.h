// Standard output and standard error of the commands.
#pragma once

#include <string>
#include <string_view>

namespace commands {

// False, after a complaint, when the bytes did not all arrive: a full disk, say.
[[nodiscard]] bool print(std::string_view bytes);

// Where standard output is a terminal; likewise.
[[nodiscard]] bool clear_screen();

[[nodiscard]] bool complains_on_terminal();

void complain(std::string_view bytes);  // on standard error, as far as possible

// While it lives, what is printed and complained of is kept, for who runs a command on behalf of somebody else.
class Captured {
  public:
    Captured();
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured();

    std::string out;
    std::string err;
};

// Whether standard output takes colours: a terminal that nobody asked to stay plain, or by order of the environment.
[[nodiscard]] bool wants_colour();

}  // namespace commands
