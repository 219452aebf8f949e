// Users' own rows of knowledge: files in the format of analysis/torch, which win over the built-in rows.
#pragma once

#include "analysis/torch/knowledge.h"
#include "server/config/config.h"

#include <memory>
#include <span>
#include <string>
#include <variant>

namespace config {

// What the rows of all files say of the release. The Error says by file and line what is not understood first.
[[nodiscard]] std::variant<std::shared_ptr<const torch::OwnRows>, Error> read_rows(std::span<const std::string> paths,
                                                                                   analysis::Version torch);

}  // namespace config
