// What a shell can offer for the word that is being written. Used by the command that the scripts of shells call.
#pragma once

#include "server/commands/line/line.h"

#include <span>
#include <string>

namespace commands {

// `words` are those behind the name of the program, up to the one under the cursor. One candidate a line, and behind a
// tab what it is; nothing where any file may follow.
[[nodiscard]] std::string completions(const Line& line, std::span<const std::string> words);

// What makes a shell ask; empty if it is none that is known.
[[nodiscard]] std::string_view completion_script(std::string_view shell);
[[nodiscard]] std::vector<std::string> shells();

}  // namespace commands
