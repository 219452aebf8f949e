#include "server/config/config.h"

#include "server/config/requirement.h"
#include "server/config/rows.h"
#include "server/files/glob.h"
#include "tests/fuzz/targets.h"
#include "tests/support/scratch.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace fuzz {
namespace {

constexpr analysis::Version versions[] = {{2, 13}, {2, 6}, {1, 13}};

std::string complaint(const config::Error& error, std::string_view text) {
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
    if (error.reason.empty()) return "refused without a reason";
    return error.line > lines ? "refused for line " + std::to_string(error.line) : "";
}

std::string rows(std::string_view text) {
    const tests::Scratch file(text);
    const std::string paths[] = {file.path()};
    const auto read = config::read_rows(paths, versions[0]);
    const auto* error = std::get_if<config::Error>(&read);
    return error != nullptr && error->reason.empty() ? "refused without a reason" : "";
}

std::string settings(const std::string& path, std::string_view text) {
    const auto parsed = config::parse(path, text);
    if (const auto* error = std::get_if<config::Error>(&parsed)) return complaint(*error, text);
    const auto& settings = std::get<config::Settings>(parsed);
    analysis::Options options;
    config::apply(options, settings);
    const std::string once = analysis::settings_text(options);
    config::apply(options, settings);
    if (analysis::settings_text(options) != once) return "settings are others when they are applied again";
    const auto unknown = config::unknown_rule(options);
    for (const std::string& pattern : settings.exclude) static_cast<void>(files::Glob(pattern).matches(text));
    return unknown ? complaint(*unknown, text) : "";
}

}  // namespace

std::string config(std::string_view text) {
    if (text.starts_with("[\n{")) return rows(text);
    if (const auto asked = config::asked_of("torch", text))
        if (const auto chosen = config::choose(*asked, versions); chosen && chosen->major < 0)
            return "a version below 0";
    const std::string wrong = settings("graphmend.toml", text);
    return wrong.empty() ? settings("pyproject.toml", text) : wrong;
}

}  // namespace fuzz
