// What files that hand something to torch.compile say of the classes of others. Used by the commands.
#pragma once

#include "server/output/result.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace commands {

// By path: of the files that are worth another look, what the others claim about their classes.
using Claimed = std::map<std::string, std::vector<values::Claim>>;
[[nodiscard]] Claimed claimed_by_others(std::span<const output::Result> results);

}  // namespace commands
