#include "analysis/rules/run.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/forms.h"
#include "server/commands/inputs.h"
#include "server/commands/settings.h"
#include "server/output/output.h"

#include <algorithm>

namespace commands {

namespace {

using rules::Finding;

bool touches(const text::Source& source, text::Span span, std::uint32_t line) {
    return source.line_at(span.begin) <= line && line <= source.line_at(span.end);
}

// The findings at the line, also those that a comment or the choice of rules keeps out of `check`.
std::string findings_at(const std::shared_ptr<const text::Source>& source, const analysis::Analysis& analysis,
                        std::uint32_t line) {
    std::string result;
    for (const Finding& finding : rules::run(*analysis.program())) {
        if (!touches(*source, finding.statement, line) && !touches(*source, finding.span, line)) continue;
        const bool reported = std::ranges::any_of(analysis.findings(), [&](const Finding& each) {
            return each.code == finding.code && each.span == finding.span;
        });
        if (!reported) result += "not reported, because a comment or the settings say so:\n";
        result += output::text({.source = source, .finding = finding, .proposal = transforms::propose(analysis, finding)},
                               {.colour = wants_colour()});
    }
    return result;
}

// The innermost function around the first thing on the line.
std::string function_at(const values::Program& program, std::uint32_t line) {
    const text::Source& source = program.tree().source();
    const text::Span span = source.line(line);
    std::uint32_t begin = span.begin;
    while (begin < span.end && (source.text()[begin] == ' ' || source.text()[begin] == '\t')) ++begin;
    const syntax::Node function = syntax::function_of(program.tree().at(begin));
    const names::Scope* scope = function ? program.names().scope_of(function) : nullptr;
    return scope ? program.names().qualified_name(*scope) : "";
}

std::string reason(const analysis::Analysis& analysis, std::uint32_t line) {
    if (!analysis.program()) return "nothing in this file is compiled: it has no torch.compile, and no forward of a module\n";
    const std::string values = print_values(*analysis.program(), line);
    if (!values.empty()) return "compiled, and nothing here is known to break the graph\n" + values;
    const std::string function = function_at(*analysis.program(), line);
    if (function.empty()) return "outside of functions, so not compiled\n";
    return "in `" + function + "`, and nothing on this line is known to be reached by compiled code\n";
}

}  // namespace

int run(const Why& arguments) {
    const auto settings = resolve(arguments.analysing, {&arguments.path, 1});
    if (const auto* failure = std::get_if<files::Failure>(&settings)) return fail(*failure);
    const std::string path = files::shown(arguments.path);
    const auto loaded = load(path);
    if (const auto* failure = std::get_if<files::Failure>(&loaded)) return fail(*failure);
    const auto source = std::get<Loaded>(loaded).source;
    if (arguments.line > source->line_count())
        return fail({.path = path, .reason = "has only " + std::to_string(source->line_count()) + " lines"});

    const std::uint32_t line = arguments.line - 1;
    const analysis::Analysis analysis = analysis::analyze(source, std::get<Settings>(settings).options);
    for (const std::string& problem : analysis.problems()) complain("graphmend: " + path + ": " + problem + "\n");
    std::string text = analysis.program() ? findings_at(source, analysis, line) : "";
    if (text.empty()) text = path + ":" + std::to_string(arguments.line) + ": " + reason(analysis, line);
    return print(text) ? 0 : 2;
}

}  // namespace commands
