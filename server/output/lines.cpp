#include "analysis/text/position.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>
#include <utility>

namespace output {

namespace {

std::string message_of(const Item& item) {
    std::string message = item.finding.message;
    if (item.finding.reach == rules::Reach::conditional) message += ", when " + item.finding.when;
    if (!item.confirmed.empty()) message += " - " + item.confirmed;
    return printable(message);
}

std::string place_of(const Item& item) {
    const text::LineColumn at = text::line_column(*item.source, item.finding.span.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

}  // namespace

std::string concise(const Report& report) {
    std::string result;
    for (const Item& item : report.items)
        result += printable(item.source->path()) + ":" + place_of(item) + ": " +
                  std::string(to_string(item.finding.severity)) + " " + std::string(item.finding.code) + ": " +
                  message_of(item) + "\n";
    if (report.seen)
        for (const Seen& seen : *report.seen)
            result +=
                printable(seen.source->path()) + ":" + std::to_string(seen.line) + ":1: " + printable(seen.text) + "\n";
    return result;
}

std::string grouped(const Report& report, Style style) {
    std::size_t width = 0;
    for (const Item& item : report.items) width = std::max(width, place_of(item).size());
    std::string result;
    std::string_view last;
    for (const Item& item : report.items) {
        if (const std::string& path = item.source->path(); std::exchange(last, path) != path) {
            const std::string title = printable(path) + ":";
            result += (result.empty() ? "" : "\n") + (style.colour ? "\x1b[1m" + title + "\x1b[0m" : title) + "\n";
        }
        result += "  " + padded(place_of(item), width) + "  " +
                  padded(std::string(to_string(item.finding.severity)), 7) + "  " + std::string(item.finding.code) +
                  "  " + message_of(item) + "\n";
    }
    if (report.seen)
        for (const Seen& seen : *report.seen)
            result +=
                printable(seen.source->path()) + ":" + std::to_string(seen.line) + ": " + printable(seen.text) + "\n";
    return result + (result.empty() ? "" : "\n") + summary(report);
}

}  // namespace output
