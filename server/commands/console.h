// Standard output and standard error of the commands.
#pragma once

#include <string_view>

namespace commands {

// False, after a complaint, when the bytes did not all arrive: a full disk, say.
[[nodiscard]] bool print(std::string_view bytes);

void complain(std::string_view bytes);  // on standard error, as far as possible

// Whether standard output takes colours: a terminal that nobody asked to stay plain, or by order of the environment.
[[nodiscard]] bool wants_colour();

}  // namespace commands
