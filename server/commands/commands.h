// One function per command, called by main. Each prints, and returns the exit status.
#pragma once

#include "server/commands/arguments.h"

namespace commands {

[[nodiscard]] int run(const Check& arguments);
[[nodiscard]] int run(const Fix& arguments);
[[nodiscard]] int run(const Rewrite& arguments);
[[nodiscard]] int run(const Run& arguments);
[[nodiscard]] int run(const Explain& arguments);
[[nodiscard]] int run(const Rules& arguments);
[[nodiscard]] int run(const Completions& arguments);
[[nodiscard]] int run(const Complete& arguments);
[[nodiscard]] int run(const Man& arguments);
[[nodiscard]] int run(const Mcp& arguments);
[[nodiscard]] int run(const Clean& arguments);
[[nodiscard]] int run(const Evidence& arguments);
[[nodiscard]] int run(const Config& arguments);
[[nodiscard]] int run(const Init& arguments);
[[nodiscard]] int run(const Serve& arguments);
[[nodiscard]] int run(const Dump& arguments);
[[nodiscard]] int run(const Why& arguments);
[[nodiscard]] int run(const Confirm& arguments);
[[nodiscard]] int run(const Profile& arguments);

}  // namespace commands
