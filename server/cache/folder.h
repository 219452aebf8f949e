// The folder of the cache. Private to this folder.
#pragma once

#include <string>
#include <string_view>

namespace cache {

// The file for what the key says.
[[nodiscard]] std::string file_for(const std::string& folder, std::string_view key);
// Makes the folder that the file is to lie in, and clears it of what nobody has used for long. False if it cannot be.
[[nodiscard]] bool make(const std::string& file);

}  // namespace cache
