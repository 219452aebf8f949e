#include "analysis/rules/engine/run.h"
#include "analysis/syntax/suppressions.h"
#include "analysis/values/print.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/evidence.h"
#include "server/commands/inputs.h"
#include "server/commands/settings.h"
#include "server/output/output.h"
#include "server/output/width.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace commands {

namespace {

using rules::Finding;

// The first line of some code.
std::string quoted(std::string_view code) {
    const std::string_view first = code.substr(0, code.find_first_of("\r\n"));
    return "`" + output::printable(first) + (first.size() < code.size() ? "...`" : "`");
}

bool touches(const text::Source& source, text::Span span, std::uint32_t line) {
    return source.line_at(span.begin) <= line && line <= source.line_at(span.end);
}

bool same_place(const Finding& finding, const auto& other) {
    return finding.code == other.code && finding.span == other.span;
}

// Why a finding is not among those of `check`; empty if it is.
std::string kept_out_by(const analysis::Analysis& analysis, const Finding& finding) {
    if (std::ranges::any_of(analysis.findings(), [&](const Finding& each) { return same_place(finding, each); }))
        return "";
    syntax::Suppressions comments;
    for (const text::Span span : {finding.statement, finding.span})
        if (const auto* comment = comments.of(analysis.source(), span, finding.code))
            return "not reported, because of the comment " + quoted(analysis.source().text(comment->span)) + ":\n";
    return "not reported, because of the choice of rules:\n";
}

// The findings at the line, also those that `check` keeps to itself; with what runs have shown of their fixes.
std::string findings_at(const analysis::Analysis& analysis, const std::shared_ptr<const text::Source>& source,
                        const rules::Verdict& verdict, std::uint32_t line, const Analysing& analysing) {
    output::Report report;
    for (const Finding& finding : verdict.findings)
        if (touches(*source, finding.statement, line) || touches(*source, finding.span, line))
            report.items.push_back(
                {.source = source, .finding = finding, .proposal = transforms::propose(analysis, finding)});
    weigh(report, analysing);
    std::string result;
    for (const output::Item& item : report.items)
        result += kept_out_by(analysis, item.finding) + output::text(item, {.colour = wants_colour()});
    return result;
}

// What is no finding though a rule looked twice.
std::string dismissals_at(const text::Source& source, const rules::Verdict& verdict, std::uint32_t line) {
    std::set<std::string> lines;
    for (const rules::Dismissal& each : verdict.dismissals) {
        const auto is_found = [&](const Finding& finding) { return same_place(finding, each); };
        if (!touches(source, each.span, line) || std::ranges::any_of(verdict.findings, is_found)) continue;
        lines.insert("no " + std::string(each.code) + " for " + quoted(source.text(each.span)) + ": " +
                     std::string(each.reason) + "\n");
    }
    std::string result;
    for (const std::string& each : lines) result += each;
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

// Whether compiled code never comes by: what stands on the line has values there, and none of them was asked for.
bool is_left_out(const values::Program& program, std::uint32_t line) {
    using enum syntax::Kind;
    const syntax::Tree& tree = program.tree();
    bool evaluates = false;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const syntax::Node node = tree.node(i);
        if (tree.source().line_at(node.span().begin) != line) continue;
        if (program.reached(node)) return false;
        evaluates |= node.is(call) || node.is(attribute) || node.is(assignment) || node.is(binary_operator) ||
                     node.is(comparison_operator) || (node.parent().is(return_statement) && node.is(identifier));
    }
    return evaluates;
}

// Why the test of an `if`, `elif` or `while` breaks nothing.
std::string decision_at(const values::Program& program, std::uint32_t line) {
    const syntax::Tree& tree = program.tree();
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const syntax::Node node = tree.node(i);
        if (node.field() != syntax::Field::condition || tree.source().line_at(node.span().begin) != line) continue;
        const values::Value value = program.value(node);
        if (value.is(values::Kind::unknown))
            return quoted(node.text()) + " may be anything, and what is not known is not reported\n";
        if (program.reached(node) && !value.is_tensor() && !value.is(values::Kind::tensor_number))
            return quoted(node.text()) + " is decided while the graph is captured\n";
    }
    return "";
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
    if (is_left_out(program, line)) return name + " is compiled, but as far as is known never comes to this line\n";
    return name + " is compiled, and nothing on this line is known to break the graph\n" + decision_at(program, line);
}

}  // namespace

int run(const Why& arguments) {
    const auto settings = resolve(arguments.analysing, {&arguments.path, 1});
    if (const auto* failure = std::get_if<files::Failure>(&settings)) return fail(*failure);
    const std::string path = files::shown(arguments.path);
    const auto loaded = files::load(path);
    if (const auto* failure = std::get_if<files::Failure>(&loaded)) return fail(*failure);
    const auto source = std::get<files::Loaded>(loaded).source;
    if (arguments.line > source->line_count())
        return fail({.path = path, .reason = "has only " + std::to_string(source->line_count()) + " lines"});

    const std::uint32_t line = arguments.line - 1;
    const analysis::Analysis analysis = analysis::analyze(source, std::get<Settings>(settings).options_for_one());
    for (const analysis::Problem& problem : analysis.problems())
        complain("graphmend: " + path + ": " + problem.reason + "\n");
    const values::Program* program = analysis.program();
    const rules::Verdict verdict = program ? rules::judge(*program) : rules::Verdict{};
    std::string text = findings_at(analysis, source, verdict, line, arguments.analysing);
    if (text.empty()) text = path + ":" + std::to_string(arguments.line) + ": " + reason(analysis, line);
    text += dismissals_at(*source, verdict, line);
    const std::string known = program ? values::print_line(*program, line) : "";
    if (!known.empty()) text += "what is known:\n" + known;
    return print(text) ? 0 : 2;
}

}  // namespace commands
