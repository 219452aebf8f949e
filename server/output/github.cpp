#include "analysis/text/position.h"
#include "server/output/output.h"

namespace output {

namespace {

// Properties end at `,` and `:` as well.
std::string escaped(std::string_view text, bool property) {
    std::string result;
    for (const char c : text) {
        if (c == '%')
            result += "%25";
        else if (c == '\r')
            result += "%0D";
        else if (c == '\n')
            result += "%0A";
        else if (property && c == ':')
            result += "%3A";
        else if (property && c == ',')
            result += "%2C";
        else
            result += c;
    }
    return result;
}

std::string_view command(rules::Severity severity) {
    switch (severity) {
        case rules::Severity::error: return "error";
        case rules::Severity::warning: return "warning";
        case rules::Severity::hint: return "notice";
    }
    return "";
}

std::string annotation(const Item& item) {
    const rules::Finding& finding = item.finding;
    const text::LineColumn begin = text::line_column(*item.source, finding.span.begin);
    const text::LineColumn end = text::line_column(*item.source, finding.span.end);
    std::string result = "::" + std::string(command(finding.severity)) + " file=" + escaped(item.source->path(), true) +
                         ",line=" + std::to_string(begin.line) + ",endLine=" + std::to_string(end.line);
    // GitHub takes columns only within one line.
    if (begin.line == end.line)
        result += ",col=" + std::to_string(begin.column) + ",endColumn=" + std::to_string(end.column);
    std::string message = finding.message;
    if (finding.reach == rules::Reach::conditional) message += ", when " + finding.when;
    if (!item.confirmed.empty()) message += " - " + item.confirmed;
    return result + ",title=" + escaped(std::string(finding.code) + " " + std::string(finding.name), true) +
           "::" + escaped(message, false) + "\n";
}

std::string annotation(const Seen& seen) {
    return "::notice file=" + escaped(seen.source->path(), true) + ",line=" + std::to_string(seen.line) +
           "::" + escaped(seen.text, false) + "\n";
}

}  // namespace

std::string github(const Report& report) {
    std::string result;
    for (const Item& item : report.items) result += annotation(item);
    if (report.seen)
        for (const Seen& seen : *report.seen) result += annotation(seen);
    for (const files::Failure& failure : report.failed)
        result += "::error file=" + escaped(failure.path, true) + "::" + escaped(failure.reason, false) + "\n";
    return result;
}

}  // namespace output
