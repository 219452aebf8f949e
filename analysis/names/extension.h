// Modules that were compiled from C: there is no text to read, and Dynamo follows none of their functions. Who finds
// files, and the interpreter, ask here.
#pragma once

#include <string_view>

namespace names {

[[nodiscard]] inline bool is_extension(std::string_view path) {
    return path.ends_with(".so") || path.ends_with(".pyd");
}

}  // namespace names
