#include "analysis/text/position.h"
#include "server/os/os.h"
#include "server/output/identity.h"
#include "server/output/output.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>

// GitLab's Code Quality: a subset of Code Climate's format. A merge request shows the entries whose fingerprint the
// target branch does not have.

namespace output {

namespace {

using Json = nlohmann::ordered_json;

std::string_view severity_of(rules::Severity severity) {
    switch (severity) {
        case rules::Severity::error: return "critical";
        case rules::Severity::warning: return "major";
        case rules::Severity::hint: return "info";
    }
    return "";
}

Json entry(const Identity& identity, std::size_t nth, const std::string& description, std::string_view severity,
           const std::string& path, std::uint32_t line) {
    return {{"description", description},
            {"check_name", identity.code},
            {"fingerprint", fingerprint(identity, nth)},
            {"severity", severity},
            {"location", {{"path", path}, {"lines", {{"begin", line}}}}}};
}

std::string description_of(const Item& item) {
    std::string text = std::string(item.finding.code) + ": " + item.finding.message;
    if (item.finding.reach == rules::Reach::conditional) text += ", when " + item.finding.when;
    return item.confirmed.empty() ? text : text + " - " + item.confirmed;
}

}  // namespace

std::string gitlab(const Report& report) {
    std::error_code error;
    const std::string folder = os::spelled(std::filesystem::current_path(error));
    Identities before;
    Json entries = Json::array();
    const auto add = [&](const Identity& identity, const std::string& description, std::string_view severity,
                         const std::string& path, std::uint32_t line) {
        entries.push_back(entry(identity, before[identity]++, description, severity, path, line));
    };
    for (const Item& item : report.items)
        add(identity_of(item, folder), description_of(item), severity_of(item.finding.severity), item.source->path(),
            text::line_column(*item.source, item.finding.span.begin).line);
    if (report.seen)
        for (const Seen& seen : *report.seen)
            add({seen.source->path(), "", "run-time", seen.text}, seen.text, "info", seen.source->path(), seen.line);
    for (const files::Failure& failure : report.failed)
        add({failure.path, "", "not-analysed", failure.reason}, failure.reason, "blocker", failure.path, 1);
    return entries.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace output
