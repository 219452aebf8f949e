// Results as bytes. Private to this folder.
#pragma once

#include "server/modules/modules.h"
#include "server/output/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cache {

// Texts that Findings and Fixes point to, which otherwise are constants of the program.
using Keep = std::function<std::string_view(std::string_view)>;
// The text of a file as it is now: null if it is not the one with this hash.
using SourceOf = std::function<std::shared_ptr<const text::Source>(const std::string& path, files::Hash hash)>;

[[nodiscard]] std::string encode(const output::Result& result);
[[nodiscard]] std::optional<output::Result> decode(std::string_view bytes, const SourceOf& source_of, const Keep& keep);

}  // namespace cache
