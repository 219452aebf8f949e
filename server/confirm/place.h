// Where, and in which form, what runs said of a file is kept. Private to this folder.
#pragma once

#include "analysis/text/source.h"
#include "server/confirm/evidence.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace confirm {

[[nodiscard]] std::string whole_path(const std::string& path);  // one name for each file
[[nodiscard]] std::filesystem::path file_of(const std::string& folder, const std::string& path);
[[nodiscard]] std::string text_of_line(const text::Source& source, std::uint32_t line);  // 1-based, not indented

[[nodiscard]] nlohmann::json json_of(const Observed& observed);
[[nodiscard]] Observed observed_in(const nlohmann::json& json);  // throws what the library does

}  // namespace confirm
