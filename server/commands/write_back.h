// A file whose text was changed, written back as it came. Used by fix, and by check where it writes comments.
#pragma once

#include "analysis/text/source.h"
#include "server/files/load.h"

#include <optional>
#include <string>
#include <variant>

namespace commands {

// The changed text as bytes in the encoding of the file. The bytes outside of the changes are the same only if the
// encoding spells the old text as the file did.
[[nodiscard]] std::variant<std::string, files::Failure> spelled(const files::Loaded& loaded,
                                                                const text::Source& changed);

[[nodiscard]] std::optional<files::Failure> write_back(const std::string& path, const std::string& bytes);

}  // namespace commands
