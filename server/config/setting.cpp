#include "server/config/setting.h"

#include <nlohmann/json.hpp>

#include <array>

namespace config {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> entries{"compile", "forward", "functions"};

constexpr std::array settings{
    Setting{"torch-version", &Settings::torch, "The PyTorch that the code is for; else the installed or required one.",
            "\"2.13\""},
    Setting{"python-version", &Settings::python, "The Python that the code is for; likewise.", "\"3.11\""},
    Setting{"entries", &Settings::entries,
            "What is taken as compiled: what the source compiles, each forward of a module, or every function. In a "
            "function where no tensor is seen, findings are hints.",
            R"(["compile", "forward"])", entries},
    Setting{"select", &Settings::select, "Only these rules: codes or their beginnings.", R"(["GM1", "GM201"])"},
    Setting{"ignore", &Settings::ignore, "Not these rules.", R"(["GM401"])"},
    Setting{"per-file-ignores", &Settings::per_file_ignores,
            "Not these rules in files that a pattern fits, which means what it means in a .gitignore.",
            R"({ "tests/" = ["GM"], "*_debug.py" = ["GM401"] })"},
    Setting{"forward-counts", &Settings::forward_counts,
            "Findings in a forward that nothing is seen to compile count like the others; else they are hints.",
            "true"},
    Setting{"severity", &Settings::severity, "What findings of these rules are: error, warning or hint.",
            R"({ GM401 = "hint" })"},
    Setting{"exclude", &Settings::exclude,
            "Files and folders that are not looked at, besides the usual ones: patterns as in a .gitignore.",
            R"(["build/", "third_party/"])"},
    Setting{"knowledge", &Settings::knowledge,
            "Files of rows about APIs of your own, in the format of analysis/torch; relative to this file.",
            R"(["ops.json"])"},
    Setting{"capture-scalar-outputs", &Settings::captures_scalars,
            "The option of Dynamo of that name, where the program sets it.", "true"},
    Setting{"capture-dynamic-output-shape-ops", &Settings::captures_shapes, "Likewise.", "true"},
    Setting{"allow-rnn", &Settings::allows_rnn, "Likewise.", "true"},
};

std::string in_quotes(std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);  // TOML takes JSON's spelling of strings
}

std::string listed(const Strings& texts) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + in_quotes(text);
    return "[" + result + "]";
}

using Spelled = std::optional<std::string>;

Spelled in_toml(const std::optional<analysis::Version>& value) {
    return value ? Spelled(in_quotes(analysis::to_string(*value))) : std::nullopt;
}
Spelled in_toml(const std::optional<bool>& value) { return value ? Spelled(*value ? "true" : "false") : std::nullopt; }
Spelled in_toml(const std::optional<Strings>& value) { return value ? Spelled(listed(*value)) : std::nullopt; }
Spelled in_toml(const Strings& value) { return value.empty() ? std::nullopt : Spelled(listed(value)); }

template <class Table, class Value>
Spelled in_toml(const Table& table, Value spell) {
    std::string result;
    for (const auto& [key, value] : table)
        result += (result.empty() ? "" : ", ") + in_quotes(key) + " = " + spell(value);
    return "{ " + result + " }";
}
Spelled in_toml(const std::optional<analysis::Severities>& value) {
    if (!value) return std::nullopt;
    return in_toml(*value, [](rules::Severity severity) { return in_quotes(to_string(severity)); });
}
Spelled in_toml(const PerFile& value) { return value.empty() ? std::nullopt : in_toml(value, listed); }

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
Json table_of(Json values) { return {{"type", "object"}, {"additionalProperties", std::move(values)}}; }

// What a value looks like, by the type of its field.
struct Shape {
    const Setting& setting;

    [[nodiscard]] Json strings() const {
        Json item{{"type", "string"}};
        if (!setting.words.empty()) item["enum"] = setting.words;
        Json list = list_of(std::move(item));
        if (!setting.words.empty()) list["minItems"] = 1;
        return list;
    }
    Json operator()(std::optional<analysis::Version> Settings::*) const {
        return {{"type", "string"}, {"pattern", "^[0-9]+\\.[0-9]+"}};
    }
    Json operator()(std::optional<bool> Settings::*) const { return {{"type", "boolean"}}; }
    Json operator()(std::optional<Strings> Settings::*) const { return strings(); }
    Json operator()(Strings Settings::*) const { return strings(); }
    Json operator()(std::optional<analysis::Severities> Settings::*) const {
        return table_of({{"type", "string"}, {"enum", {"error", "warning", "hint"}}});
    }
    Json operator()(PerFile Settings::*) const { return table_of(list_of({{"type", "string"}})); }
};

}  // namespace

std::span<const Setting> table() { return settings; }

std::optional<std::string> spelled(const Setting& setting, const Settings& of) {
    return std::visit([&](auto field) { return in_toml(of.*field); }, setting.field);
}

std::string commented_settings() {
    std::string result;
    for (const Setting& setting : settings)
        result += (result.empty() ? "# " : "\n# ") + std::string(setting.help) + "\n# " + std::string(setting.key) +
                  " = " + std::string(setting.example) + "\n";
    return result;
}

std::string schema() {
    Json properties = Json::object();
    for (const Setting& setting : settings) {
        Json property{{"description", setting.help}};
        property.update(std::visit(Shape{setting}, setting.field));
        properties[std::string(setting.key)] = std::move(property);
    }
    const Json result{{"$schema", "http://json-schema.org/draft-07/schema#"},
                      {"title", "GraphMend"},
                      {"description", "Settings of graphmend.toml, and of [tool.graphmend] in pyproject.toml."},
                      {"type", "object"},
                      {"additionalProperties", false},
                      {"properties", std::move(properties)}};
    return result.dump(2) + "\n";
}

}  // namespace config
