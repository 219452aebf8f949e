// A file of findings that are known: those who begin to use GraphMend see what is new alone.
#pragma once

#include "server/files/walk.h"
#include "server/output/identity.h"

#include <string>
#include <variant>

namespace output {

// JSON that people review: sorted, without line numbers.
[[nodiscard]] std::string baseline(const Identities& known);
// The same read from the file.
[[nodiscard]] std::variant<Identities, files::Failure> read_baseline(const std::string& path);
// Absolute: paths in the file are relative to it.
[[nodiscard]] std::string folder_of_baseline(const std::string& path);

}  // namespace output
