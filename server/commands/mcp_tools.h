// What GraphMend offers to agents: commands of its own, with their parameters as JSON. Used by the `mcp` command.
#pragma once

#include "server/rpc/message.h"

#include <string>

namespace commands {

[[nodiscard]] rpc::Json tools();  // as `tools/list` tells them

// What the user has to be asked before: the tool runs a program. Empty if nothing.
[[nodiscard]] std::string question_before(const std::string& name, const rpc::Json& arguments);

// The result of `tools/call`. What the tool has to say, bad news as well, is in it; an rpc::Error is about the call.
// What the user had to be asked is allowed.
[[nodiscard]] rpc::Json call_tool(const std::string& name, const rpc::Json& arguments);

}  // namespace commands
