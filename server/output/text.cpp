#include "analysis/rules/all.h"
#include "analysis/text/position.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>
#include <array>
#include <utility>

namespace output {

namespace {

using rules::Finding;

// A line may be megabytes long; this many bytes are shown before and behind the start of the finding.
constexpr std::uint32_t shown_before = 120, shown_behind = 160;

class Painter {
  public:
    explicit Painter(Style style) : colour_(style.colour) {}
    [[nodiscard]] std::string bold(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string frame(std::string_view text) const { return paint("1;34", text); }
    [[nodiscard]] std::string fix(std::string_view text) const { return paint("1;32", text); }
    [[nodiscard]] std::string severity(rules::Severity severity, std::string_view text) const {
        switch (severity) {
            case rules::Severity::error: return paint("1;31", text);
            case rules::Severity::warning: return paint("1;33", text);
            case rules::Severity::hint: return paint("1;36", text);
        }
        return "";
    }

  private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        if (!colour_) return std::string(text);
        return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
    }
    bool colour_;
};

std::string place(std::string_view path, text::LineColumn at) {
    return printable(path) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

// The part of the first line of the finding that is shown, in bytes of the source.
text::Span window(const text::Source& source, text::Span span) {
    const auto inside_character = [&](std::uint32_t offset) { return (source.text()[offset] & 0xc0) == 0x80; };
    text::Span line = source.line(source.line_at(span.begin));
    if (span.begin > line.begin + shown_before) {
        line.begin = span.begin - shown_before;
        while (inside_character(line.begin)) ++line.begin;
    }
    if (line.end > span.begin + shown_behind) {
        line.end = span.begin + shown_behind;
        while (inside_character(line.end)) --line.end;
    }
    return line;
}

void append_source_line(std::string& out, const text::Source& source, text::Span span, rules::Severity severity,
                        std::size_t number_width, const Painter& paint) {
    const std::uint32_t index = source.line_at(span.begin);
    const text::Span whole = source.line(index);
    const text::Span shown = window(source, span);
    const text::Span marked{span.begin, std::max(span.begin, std::min(span.end, shown.end))};

    const std::string cut = shown.begin > whole.begin ? "..." : "";
    const Rendered before = render(source.text({shown.begin, span.begin}), cut.size());
    const Rendered middle = render(source.text(marked), cut.size() + before.columns);
    const Rendered behind = render(source.text({marked.end, std::max(marked.end, shown.end)}),
                                   cut.size() + before.columns + middle.columns);

    const std::string number = std::to_string(index + 1);
    const std::string gutter(number_width + 1, ' ');
    out += gutter + paint.frame("|") + "\n";
    out += paint.frame(std::string(number_width - number.size(), ' ') + number + " |") + " " + cut + before.text +
           middle.text + behind.text + (shown.end < whole.end ? "..." : "") + "\n";
    out += gutter + paint.frame("|") + std::string(1 + cut.size() + before.columns, ' ') +
           paint.severity(severity, std::string(std::max<std::size_t>(middle.columns, 1), '^')) + "\n";
}

std::string_view consequence(rules::Outcome outcome) {
    switch (outcome) {
        case rules::Outcome::split: return "splits the graph here";
        case rules::Outcome::skip: return "leaves the whole function to eager";
        case rules::Outcome::error: return "stops the compilation with an error";
        case rules::Outcome::late: return "breaks from a later call on, with other sizes or values";
        case rules::Outcome::recompile: return "compiles again for other values, up to the limit";
    }
    return "";
}

std::string effect(const Finding& finding) {
    std::string text = finding.confidence == rules::Confidence::likely ? "likely " : "";
    text += consequence(finding.outcome);
    for (std::size_t i = 0; i < finding.gb.size(); ++i) text += (i == 0 ? " (" : ", ") + std::string(finding.gb[i]);
    return text + (finding.gb.empty() ? "" : ")");
}

std::vector<std::string> notes(const Item& item, const Painter& paint) {
    const Finding& finding = item.finding;
    std::vector<std::string> result;
    const rules::Rule* rule = rules::find(finding.code);
    if (!rule || rule->outcome) result.push_back(effect(finding));
    if (finding.reach == rules::Reach::conditional) result.push_back("only when " + printable(finding.when));
    if (!item.confirmed.empty()) result.push_back(printable(item.confirmed));
    for (const rules::Step& step : finding.trail)
        result.push_back(place(step.path, step.at) + ": " + printable(step.text));
    for (const transforms::Fix& fix : item.proposal.fixes) {
        if (fix.form == transforms::Form::gated)
            continue;  // there is one for each unsafe fix; JSON and editors have them
        const std::string offer = fix.safety == transforms::Safety::safe     ? "fix available"
                                  : fix.safety == transforms::Safety::unsafe ? "unsafe fix available"
                                                                             : "suggestion";
        const bool guarded = fix.form == transforms::Form::guarded;
        const bool told = fix.assumes.empty() || fix.title.find(fix.assumes) != std::string::npos;
        result.push_back(paint.fix(offer + (guarded ? ", with `fix --guarded`" : "")) + ": " + printable(fix.title) +
                         (told ? "" : " (assumes: " + printable(fix.assumes) + ")"));
    }
    if (!item.proposal.advice.empty())
        result.push_back(paint.bold("by hand") + ": " + printable(item.proposal.advice));
    else if (item.proposal.declined)
        result.push_back(paint.bold(item.proposal.fixes.empty() ? "no fix" : "no safe fix") + ": " +
                         printable(*item.proposal.declined));
    return result;
}

std::string item_text(const Item& item, const Painter& paint) {
    std::string out;
    const Finding& finding = item.finding;
    const text::LineColumn at = text::line_column(*item.source, finding.span.begin);
    out += paint.bold(place(item.source->path(), at) + ":") + " " +
           paint.severity(finding.severity, to_string(finding.severity)) + " " + paint.bold(finding.code) + ": " +
           paint.bold(printable(finding.message)) + "\n";
    const std::size_t number_width = std::to_string(at.line).size();
    append_source_line(out, *item.source, finding.span, finding.severity, number_width, paint);
    for (const std::string& note : notes(item, paint))
        out += std::string(number_width + 1, ' ') + paint.frame("=") + " " + note + "\n";
    return out + "\n";
}

std::string seen_text(const Seen& seen, const Painter& paint) {
    const text::Source& source = *seen.source;
    text::Span line = source.line(seen.line - 1);
    const std::size_t indent = source.text(line).find_first_not_of(" \t");
    line.begin += static_cast<std::uint32_t>(std::min<std::size_t>(indent, line.end - line.begin));
    const text::LineColumn at = text::line_column(source, line.begin);
    std::string out = paint.bold(place(source.path(), at) + ": " + printable(seen.text)) + "\n";
    append_source_line(out, source, line, rules::Severity::hint, std::to_string(at.line).size(), paint);
    return out + "\n";
}

std::string count(std::size_t number, std::string_view thing) {
    return std::to_string(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

// What a person adds to `graphmend fix`, until one of them mends a finding.
struct Option {
    std::string_view words;
    transforms::Choice choice;
};
constexpr std::array options{
    Option{"", {.form = transforms::Form::plain}},
    Option{" --runtime", {.runtime = true, .form = transforms::Form::plain}},
    Option{" --unsafe", {.unsafe = true, .form = transforms::Form::plain}},
    Option{" --guarded", {.form = transforms::Form::guarded}},
};

}  // namespace

// Findings in what is compiled are told first.
static bool is_by_forward(const Item& item) { return item.finding.entry == values::Entered::forward; }

// Which of the findings are in what somebody compiles; nothing if all are.
static std::string by_entry(const Report& report) {
    const auto others = static_cast<std::size_t>(std::ranges::count_if(report.items, is_by_forward));
    const std::size_t compiled = report.items.size() - others;
    if (others == 0) return "";
    if (compiled == 0 && report.entry_points.empty())
        return ": nothing is seen to be compiled, they count where these modules are";
    return ": " + (compiled == 0 ? "none" : std::to_string(compiled)) + " in what you compile, " +
           std::to_string(others) + (compiled == 0 ? "" : " more") + " if the other modules were compiled";
}

std::string summary(const Report& report) {
    std::array<std::size_t, options.size()> fixable{};
    for (const Item& item : report.items) {
        const auto takes_it = [&](const Option& option) {
            return transforms::chosen(item.proposal.fixes, option.choice) != nullptr;
        };
        const auto first = std::ranges::find_if(options, takes_it);
        if (first != options.end()) ++fixable[static_cast<std::size_t>(first - options.begin())];
    }
    std::size_t files = 0;
    std::string_view last;  // a file may have been read for several analyses
    for (const Item& item : report.items)
        if (std::exchange(last, item.source->path()) != item.source->path()) ++files;

    std::string result = report.items.empty()
                             ? "no findings in " + count(report.checked, "file")
                             : count(report.items.size(), "finding") + " in " + count(files, "file") + " (" +
                                   std::to_string(report.checked) + " checked)" + by_entry(report);
    bool is_first = true;
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (fixable[i] == 0) continue;
        result += ", " + std::to_string(fixable[i]) + (std::exchange(is_first, false) ? " fixable" : "") +
                  " with `graphmend fix" + std::string(options[i].words) + "`";
    }
    if (report.seen && !report.seen->empty())
        result += "; " + std::to_string(report.seen->size()) + " only at run time";
    if (report.known > 0) result += "; " + count(report.known, "known finding") + " left out";
    if (!report.failed.empty()) result += "; " + count(report.failed.size(), "file") + " could not be analysed";
    return result + "\n";
}

std::string text(const Report& report, Style style) {
    const Painter paint(style);
    std::string out;
    for (const bool by_forward : {false, true})
        for (const Item& item : report.items)
            if (is_by_forward(item) == by_forward) out += item_text(item, paint);
    if (report.seen)
        for (const Seen& seen : *report.seen) out += seen_text(seen, paint);
    return out + summary(report);
}

std::string text(const Item& item, Style style) { return item_text(item, Painter(style)); }

}  // namespace output
