// From bytes to Sources: the one way in which Python files are read. Used by the commands and by modules/.
#pragma once

#include "analysis/text/source.h"
#include "server/files/walk.h"

#include <memory>
#include <string>
#include <variant>

namespace files {

struct Loaded {
    std::string bytes;  // as on the disk
    std::shared_ptr<const text::Source> source;
};

[[nodiscard]] std::variant<Loaded, Failure> load(const std::string& path);
[[nodiscard]] std::variant<Loaded, Failure> decode(const std::string& path, std::string bytes);

}  // namespace files
