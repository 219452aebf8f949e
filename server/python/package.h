// Where GraphMend's Python part is: the package `graphmend`, which works inside the interpreter of the user.
#pragma once

#include <filesystem>
#include <optional>

namespace python {

// The folder to put on Python's path. Found from this very program: `../share/graphmend/runner` beside it where it is
// installed, `runner` in a folder above where it was built. Nothing if it is in neither place.
[[nodiscard]] std::optional<std::filesystem::path> package_folder();

}  // namespace python
