// Where the installed packages of an environment are, found without running its Python.
#pragma once

#include <string>
#include <vector>

namespace config {

// The folder and those that its .pth files and editable installs lead to, in the order in which Python looks into them.
[[nodiscard]] std::vector<std::string> search_path_of(const std::string& site_packages);

}  // namespace config
