#include "server/lsp/settings.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lsp {
namespace {

using rpc::Json;

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(", "), text.size());
        if (end != 0) words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// A list of words, or the words in one string as the command line takes them.
std::optional<std::vector<std::string>> words(const Json& json) {
    if (json.is_string()) return split(json.get_ref<const std::string&>());
    if (!json.is_array() || !std::ranges::all_of(json, &Json::is_string)) return std::nullopt;
    return json.get<std::vector<std::string>>();
}

bool read(const Json& json, analysis::Version& version) {
    const auto parsed = json.is_string() ? analysis::parse_version(json.get_ref<const std::string&>()) : std::nullopt;
    if (parsed) version = *parsed;
    return parsed.has_value();
}

bool read(const Json& json, std::vector<std::string>& codes) {
    const auto listed = words(json);
    if (listed) codes = *listed;
    return listed.has_value();
}

bool read_entries(const Json& json, analysis::Options& options) {
    const auto listed = words(json);
    const auto known = [](const std::string& word) { return word == "compile" || word == "forward" || word == "functions"; };
    if (!listed || !std::ranges::all_of(*listed, known)) return false;
    const auto has = [&](std::string_view word) { return std::ranges::find(*listed, word) != listed->end(); };
    options.entries_compile = has("compile");
    options.entries_forward = has("forward");
    options.entries_functions = has("functions");
    return true;
}

bool read(const std::string& key, const Json& value, analysis::Options& options) {
    if (key == "torchVersion") return read(value, options.torch);
    if (key == "pythonVersion") return read(value, options.python);
    if (key == "entries") return read_entries(value, options);
    if (key == "select") return read(value, options.select);
    if (key == "ignore") return read(value, options.ignore);
    return true;
}

}  // namespace

analysis::Options with_settings(analysis::Options options, const Json& settings) {
    if (!settings.is_object()) return options;
    if (const auto nested = settings.find("graphmend"); nested != settings.end())
        return with_settings(std::move(options), *nested);
    for (const auto& [key, value] : settings.items())
        if (!value.is_null() && !read(key, value, options)) spdlog::warn("the setting `{}` is not understood", key);
    return options;
}

}  // namespace lsp
