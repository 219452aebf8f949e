#include "analysis/rules/run.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/commands/settings.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>
#include <vector>

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
        result +=
            output::text({.source = source, .finding = finding, .proposal = transforms::propose(analysis, finding)},
                         {.colour = wants_colour()});
    }
    return result;
}

// Where compiled code has been seen to go.
bool is_compiled(const values::Program& program, syntax::Node function) {
    std::vector<const values::Activation*> seen;
    const auto add = [&](const values::Activation* activation) {
        if (activation && std::ranges::find(seen, activation) == seen.end()) seen.push_back(activation);
    };
    for (const values::Entry& entry : program.entries()) add(entry.activation);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i]->function.node == function) return true;
        for (const values::FollowedCall& call : seen[i]->calls) add(call.callee);
    }
    return false;
}

// The function around the first thing on the line, not counting one that the line itself begins.
syntax::Node function_at(const syntax::Tree& tree, std::uint32_t line) {
    const text::Span span = tree.source().line(line);
    const std::string_view text = tree.source().text(span);
    const std::size_t blank = std::min(text.find_first_not_of(" \t"), text.size());
    return syntax::function_of(tree.at(span.begin + static_cast<std::uint32_t>(blank)));
}

// What begins on the line, outermost first.
std::string values_at(const values::Program& program, std::uint32_t line) {
    const syntax::Tree& tree = program.tree();
    std::string result;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const syntax::Node node = tree.node(i);
        const values::Value value = program.value(node);
        if (value.is(values::Kind::never) || tree.source().line_at(node.span().begin) != line) continue;
        const std::string_view text = node.text();
        const std::string first_line(text.substr(0, std::min({text.find('\n'), text.find('\r'), text.size()})));
        result += "  `" + output::printable(first_line) + (first_line.size() < text.size() ? "..." : "") + "` is " +
                  values::show(value) + "\n";
    }
    return result;
}

std::string reason(const analysis::Analysis& analysis, std::uint32_t line) {
    if (!analysis.program())
        return "nothing in this file is compiled: it has no torch.compile, and no forward of a module\n";
    const values::Program& program = *analysis.program();
    const syntax::Node function = function_at(program.tree(), line);
    const names::Scope* scope = function ? program.names().scope_of(function) : nullptr;
    if (!scope) return "outside of functions, so not compiled\n";
    const std::string name = "`" + program.names().qualified_name(*scope) + "`";
    if (!is_compiled(program, function)) return name + " is not known to be called by compiled code\n";
    return name + " is compiled, and nothing on this line is known to break the graph\n" + values_at(program, line);
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
