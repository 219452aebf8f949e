// From bytes to Sources: the one way in which Python files are read. Used by the commands and by modules/.
#pragma once

#include "analysis/text/source.h"
#include "server/files/hash.h"
#include "server/files/walk.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace files {

struct Loaded {
    std::string bytes;  // as on the disk
    std::shared_ptr<const text::Source> source;
    std::optional<Stamp> stamp{};  // of the file, from before it was read; nothing if it is no regular one
};

[[nodiscard]] std::variant<Loaded, Failure> load(const std::string& path);
[[nodiscard]] std::variant<Loaded, Failure> decode(const std::string& path, std::string bytes);

}  // namespace files
