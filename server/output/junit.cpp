#include "analysis/text/position.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>

// JUnit's XML, which most CI systems show as a table of tests: a finding is a test that failed, a hint one that was
// skipped, and a file that could not be analysed one with an error.

namespace output {

namespace {

// XML has no way to spell control characters.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string test_case(const std::string& path, const std::string& name, std::uint32_t line, std::string_view element,
                      std::string_view type, const std::string& message) {
    return "  <testcase classname=\"" + escaped(path) + "\" name=\"" + escaped(name) + "\" file=\"" + escaped(path) +
           "\" line=\"" + std::to_string(line) + "\">\n    <" + std::string(element) + " type=\"" + escaped(type) +
           "\" message=\"" + escaped(message) + "\">" + escaped(path + ":" + std::to_string(line) + ": " + message) +
           "</" + std::string(element) + ">\n  </testcase>\n";
}

std::string test_case(const Item& item) {
    const rules::Finding& finding = item.finding;
    const bool is_hint = finding.severity == rules::Severity::hint;
    std::string message = finding.message;
    if (finding.reach == rules::Reach::conditional) message += ", when " + finding.when;
    if (!item.confirmed.empty()) message += " - " + item.confirmed;
    std::string name = std::string(finding.code) + " " + std::string(finding.name);
    if (!finding.function.empty()) name += " in " + finding.function;
    return test_case(item.source->path(), name, text::line_column(*item.source, finding.span.begin).line,
                     is_hint ? "skipped" : "failure", finding.code, message);
}

std::string counted(const char* name, std::size_t count) {
    return std::string(" ") + name + "=\"" + std::to_string(count) + "\"";
}

}  // namespace

std::string junit(const Report& report) {
    const auto hints = static_cast<std::size_t>(std::ranges::count_if(
        report.items, [](const Item& item) { return item.finding.severity == rules::Severity::hint; }));
    std::string cases;
    for (const Item& item : report.items) cases += test_case(item);
    const std::size_t seen = report.seen ? report.seen->size() : 0;
    for (std::size_t i = 0; i < seen; ++i) {
        const Seen& each = (*report.seen)[i];
        cases += test_case(each.source->path(), "only at run time", each.line, "skipped", "run-time", each.text);
    }
    for (const files::Failure& failure : report.failed)
        cases += test_case(failure.path, "could not be analysed", 1, "error", "not-analysed", failure.reason);
    std::size_t tests = report.items.size() + seen + report.failed.size();
    if (tests == 0) {  // a suite without tests counts as a mistake in some systems
        tests = 1;
        cases = "  <testcase classname=\"graphmend\" name=\"no findings\"/>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite name=\"graphmend\"" +
           counted("tests", tests) + counted("failures", report.items.size() - hints) +
           counted("errors", report.failed.size()) + counted("skipped", hints + seen) + ">\n" + cases +
           " </testsuite>\n</testsuites>\n";
}

}  // namespace output
