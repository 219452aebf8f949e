#include "server/output/output.h"
#include "server/output/width.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace output {

namespace {

using analysis::EntryPoint;
using analysis::Place;
using Json = nlohmann::ordered_json;

std::string shown(const Place& place) {
    return printable(place.path) + ":" + std::to_string(place.at.line) + ":" + std::to_string(place.at.column);
}

std::string count(std::size_t number, std::string_view thing) {
    return std::to_string(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

// "3 places compile 4 functions, and likely 2 more; what 1 compiles is not known"
std::string entries_summary(const Report& report) {
    std::set<Place> sites, compiled, likely, unknown;
    for (const EntryPoint& entry : report.entry_points) {
        const bool is_known = !entry.function.path.empty();
        (is_known ? sites : unknown).insert(entry.site);
        if (is_known) (entry.by == values::Entered::compiled ? compiled : likely).insert(entry.function);
    }
    std::erase_if(likely, [&](const Place& function) { return compiled.contains(function); });
    if (report.entry_points.empty()) return "nothing is seen to be compiled\n";
    std::string text = count(sites.size(), "place") + (sites.size() == 1 ? " compiles " : " compile ") +
                       count(compiled.size(), "function");
    if (!likely.empty()) text += ", and likely " + std::to_string(likely.size()) + " more";
    if (!unknown.empty())
        text += "; what " + std::to_string(unknown.size()) + (unknown.size() == 1 ? " compiles" : " compile") +
                " is not known";
    return text + "\n";
}

Json point(const Place& place) {
    return {{"path", place.path}, {"line", place.at.line}, {"column", place.at.column}, {"text", place.text}};
}

}  // namespace

std::string entries_text(const Report& report, Style style) {
    std::string result;
    const Place* last = nullptr;
    for (const EntryPoint& entry : report.entry_points) {
        if (!last || *last != entry.site) {
            const std::string head = shown(entry.site) + ":";
            result += (style.colour ? "\x1b[1m" + head + "\x1b[0m" : head) + " " + printable(entry.site.text) + "\n";
        }
        last = &entry.site;
        result += entry.function.path.empty()
                      ? "    what it compiles is not known\n"
                      : "    " + std::string(to_string(entry.by)) + ": `" + printable(entry.function.text) + "`, " +
                            shown(entry.function) + "\n";
    }
    return result + entries_summary(report);
}

std::string entries_json(const Report& report) {
    Json entries = Json::array();
    for (const EntryPoint& entry : report.entry_points) {
        const bool is_known = !entry.function.path.empty();
        entries.push_back({{"site", point(entry.site)},
                           {"entry", is_known ? Json(to_string(entry.by)) : Json(nullptr)},
                           {"function", is_known ? point(entry.function) : Json(nullptr)}});
    }
    const Json result{{"version", 1}, {"entries", std::move(entries)}};
    return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace output
