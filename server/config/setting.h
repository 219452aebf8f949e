// The table of settings: what a configuration file may hold. The reader, `graphmend config`, `graphmend init` and the
// JSON schema are made of it.
#pragma once

#include "server/config/config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace config {

using Strings = std::vector<std::string>;

struct Setting {
    using Field = std::variant<std::optional<analysis::Version> Settings::*, std::optional<bool> Settings::*,
                               std::optional<Strings> Settings::*, Strings Settings::*,
                               std::optional<analysis::Severities> Settings::*, PerFile Settings::*>;
    std::string_view key;
    Field field;  // where a value goes; its type decides how it is spelled
    std::string_view help;
    std::string_view example;                   // in TOML
    std::span<const std::string_view> words{};  // of a list: all that it may hold; empty: anything
};

[[nodiscard]] std::span<const Setting> table();

// The value in TOML; nothing where these settings say nothing about it.
[[nodiscard]] std::optional<std::string> spelled(const Setting& setting, const Settings& of);

// Each setting as a comment, below its help: how a file begins.
[[nodiscard]] std::string commented_settings();

// The JSON schema of graphmend.toml, and of the table [tool.graphmend].
[[nodiscard]] std::string schema();

}  // namespace config
