#include "server/lsp/settings.h"

#include "server/logging/log.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lsp {
namespace {

using rpc::Json;
using Words = std::optional<std::vector<std::string>>;

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
Words words(const Json& json) {
    if (json.is_string()) return split(json.get_ref<const std::string&>());
    if (!json.is_array() || !std::ranges::all_of(json, &Json::is_string)) return std::nullopt;
    return json.get<std::vector<std::string>>();
}

std::optional<analysis::Version> version(const Json& json) {
    return json.is_string() ? analysis::parse_version(json.get_ref<const std::string&>()) : std::nullopt;
}

std::optional<analysis::Severities> severities(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    analysis::Severities result;
    for (const auto& [code, word] : json.items()) {
        const auto severity =
            word.is_string() ? rules::parse_severity(word.get_ref<const std::string&>()) : std::nullopt;
        if (!severity) return std::nullopt;
        result.emplace(code, *severity);
    }
    return result;
}

Words entries(const Json& json) {
    Words listed = words(json);
    analysis::Options ignored;
    return listed && config::set_entries(ignored, *listed) ? listed : std::nullopt;
}

}  // namespace

config::Settings read_settings(const Json& json) {
    config::Settings settings;
    if (!json.is_object()) return settings;
    if (const auto nested = json.find("graphmend"); nested != json.end()) return read_settings(*nested);
    const auto read = [&](const char* key, auto reader, auto& setting) {
        const auto found = json.find(key);
        if (found == json.end() || found->is_null()) return;
        setting = reader(*found);
        if (!setting) logging::warning("the setting `" + std::string(key) + "` is not understood");
    };
    read("torchVersion", version, settings.torch);
    read("pythonVersion", version, settings.python);
    read("entries", entries, settings.entries);
    read("select", words, settings.select);
    read("ignore", words, settings.ignore);
    read("severity", severities, settings.severity);
    return settings;
}

}  // namespace lsp
