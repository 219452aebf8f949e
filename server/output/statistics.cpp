#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace output {

namespace {

struct Row {
    std::string name;
    std::size_t findings = 0;
    std::size_t whole = 0;    // of these, leave a whole function to eager, or stop the compilation
    std::size_t fixable = 0;  // of these, `fix` mends
};

using Name = std::string (*)(const Item&);

std::string rule(const Item& item) { return std::string(item.finding.code) + " " + std::string(item.finding.name); }
std::string file(const Item& item) { return printable(item.source->path()); }
std::string entry(const Item& item) {
    if (item.finding.trail.empty()) return "no entry point";
    const rules::Step& step = item.finding.trail.front();
    return printable(step.path) + ":" + std::to_string(step.at.line) + " " + printable(step.text);
}

// What loses a whole function costs more than any split of a graph.
std::vector<Row> rows(const Report& report, Name name) {
    std::map<std::string, Row> by_name;
    for (const Item& item : report.items) {
        Row& row = by_name[name(item)];
        ++row.findings;
        const rules::Outcome outcome = item.finding.outcome;
        row.whole += outcome == rules::Outcome::skip || outcome == rules::Outcome::error ? 1 : 0;
        row.fixable += transforms::chosen(item.proposal.fixes, {.form = transforms::Form::plain}) == nullptr ? 0 : 1;
    }
    std::vector<Row> result;
    for (auto& [key, row] : by_name) {
        result.push_back(row);
        result.back().name = key;
    }
    std::ranges::stable_sort(result, [](const Row& a, const Row& b) {
        return std::tie(a.whole, a.findings) > std::tie(b.whole, b.findings);
    });
    return result;
}

std::string cell(std::string text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string table(const Report& report, const std::string& title, Name name, Style style) {
    const std::string head = "findings  function lost  fixable  " + title;
    std::string result = (style.colour ? "\x1b[1m" + head + "\x1b[0m" : head) + "\n";
    for (const Row& row : rows(report, name))
        result += cell(std::to_string(row.findings), 8) + cell(std::to_string(row.whole), 15) +
                  cell(std::to_string(row.fixable), 9) + "  " + row.name + "\n";
    return result + "\n";
}

}  // namespace

std::string statistics(const Report& report, Style style) {
    if (report.items.empty()) return summary(report);
    return table(report, "rule", rule, style) + table(report, "entry point", entry, style) +
           table(report, "file", file, style) + summary(report);
}

}  // namespace output
