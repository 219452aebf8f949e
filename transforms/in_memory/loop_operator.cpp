#include "transforms/in_memory/loop_operator.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/in_graph/obligations.h"
#include "transforms/in_memory/definitions.h"
#include "transforms/in_memory/loop_effects.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <variant>

namespace transforms::in_memory {

using edit::private_package;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 3> decided_by_data{"GM101", "GM201", "GM301"};
constexpr std::string_view title = "run the loop as one operator of the graph (with the GraphMend runtime)";
constexpr std::string_view result = "_graphmend_result";

struct Loop {
    syntax::For loop;
    LoopNeeds needs;
};

// The outermost loop around the place that can be an operator; or why the outermost one cannot.
std::variant<std::string, Loop> loop_around(const function::Facts& facts, Node place, const std::vector<Node>& breaks) {
    std::vector<Node> around;
    for (Node at = place; at && at != facts.function(); at = at.parent())
        if (at.is(Kind::for_statement)) around.insert(around.begin(), at);
    std::string declined;
    for (const Node loop : around) {
        proof::Proof proof;
        LoopNeeds needs = read_loop(facts, loop, breaks, proof);
        if (!proof.refused()) in_graph::discharge_computation(facts, loop, proof);
        if (!proof.unproven()) return Loop{.loop = {loop}, .needs = std::move(needs)};
        if (declined.empty()) declined = *proof.unproven();
    }
    return declined;
}

std::string literal(std::string_view text) {
    std::string quoted = "\"";
    for (const char each : text) {
        if (each == '\n')
            quoted += "\\n";
        else if (each == '\r')
            quoted += "\\r";
        else if (each == '"' || each == '\\')
            quoted.append("\\").push_back(each);
        else
            quoted.push_back(each);
    }
    return quoted + "\"";
}

std::string joined(const LoopNeeds& needs) {
    std::string text;
    for (const auto* names : {&needs.written, &needs.read})
        for (const std::string_view name : *names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

// The loop in a function, as it stands in the module.
std::string definition(const text::Source& source, const Loop& loop) {
    const std::string indent(edit::indentation(source, loop.loop.node.span()).value_or(""));
    std::string text = "def loop(" + joined(loop.needs) + "):\n";
    for (const Node moved : loop.needs.moved) text += indent + edit::on_one_line(moved, {}) + "\n";
    text += indent + std::string(loop.loop.node.text()) + "\n";
    const std::size_t line = source.line_at(loop.loop.node.span().begin) + 1, above = loop.needs.moved.size() + 1;
    return std::string(private_package) + ".loop(" + literal(text) + ", " + std::to_string(loop.needs.written.size()) +
           ", " + std::to_string(line > above ? line - above : 1) + ", globals())";
}

void replace(std::vector<edit::Edit>& edits, const text::Source& source, const Loop& loop, std::string_view name) {
    const Node iterable = loop.loop.iterable();
    const bool needs_list = !loop.needs.moved.empty();
    std::string text = "() if " + std::string(private_package) + ".compiling() and (" + std::string(result) +
                       " := " + std::string(name) + "(" + joined(loop.needs) + ")) and [";
    for (std::size_t i = 0; i < loop.needs.written.size(); ++i)
        text.append(i == 0 ? "" : ", ")
            .append(loop.needs.written[i])
            .append(" := ")
            .append(result)
            .append("[" + std::to_string(i) + "]");
    text += needs_list ? "] else [" : "] else ";
    for (const Node moved : loop.needs.moved) {
        const syntax::Assignment assignment{moved};
        text.append(assignment.target().text())
            .append(" := ")
            .append(edit::on_one_line(assignment.value(), {}))
            .append(", ");
        const auto lines = std::ranges::count(source.text(moved.span()), '\n');
        edits.push_back({moved.span(), "pass" + std::string(static_cast<std::size_t>(lines), '\n')});
    }
    const bool bare = iterable.is(Kind::expression_list);
    edits.push_back({{iterable.span().begin, iterable.span().begin}, text + (bare ? "(" : "")});
    const std::string behind = std::string(bare ? ")" : "") + (needs_list ? "][-1]" : "");
    if (!behind.empty()) edits.push_back({{iterable.span().end, iterable.span().end}, behind});
}

bool is_decided_by_data(const rules::Finding& finding) {
    return std::ranges::find(decided_by_data, finding.code) != decided_by_data.end();
}

// By function: where the data decides what Python does.
std::map<std::uint32_t, std::vector<Node>> breaks_in(const analysis::Analysis& analysis) {
    std::map<std::uint32_t, std::vector<Node>> found;
    for (const rules::Finding& finding : analysis.findings()) {
        const Node node = operand_of(analysis, finding);
        const Node function = syntax::function_of(node);
        if (is_decided_by_data(finding) && function.is(Kind::function_definition))
            found[function.index()].push_back(node);
    }
    return found;
}

// Nothing where the finding is no loop, and nobody has to be told why.
std::optional<Treated> treated(const analysis::Analysis& analysis, const function::Facts& facts,
                               const rules::Finding& finding, Node place,
                               const std::variant<std::string, Loop>& found) {
    const auto* loop = std::get_if<Loop>(&found);
    const std::string declined = loop ? "" : std::get<std::string>(found);
    if (!loop && declined.empty()) return std::nullopt;
    return Treated{.line = analysis.source().line_at((loop ? loop->loop.node : place).span().begin) + 1,
                   .function = facts.program().names().qualified_name(facts.scope()),
                   .code = std::string(finding.code),
                   .title = loop ? std::string(title) : "",
                   .declined = declined};
}

}  // namespace

InMemory rewrite_loops(const analysis::Analysis& analysis) {
    InMemory rewritten;
    auto definitions = Definitions::of(analysis);
    if (!definitions) return rewritten;
    const auto breaks = breaks_in(analysis);
    const function::AllFacts all(*analysis.program());
    std::set<std::uint32_t> told;  // lines
    std::uint32_t end = 0;         // of the last loop
    for (const rules::Finding& finding : analysis.findings()) {
        const Node place = is_decided_by_data(finding) ? operand_of(analysis, finding) : Node{};
        const Node function = syntax::function_of(place);
        if (!function.is(Kind::function_definition) || place.index() < end) continue;
        const function::Facts& facts = all.of(function);
        const auto found = loop_around(facts, place, breaks.at(function.index()));
        if (auto one = treated(analysis, facts, finding, place, found); one && told.insert(one->line).second)
            rewritten.treated.push_back(*std::move(one));
        const auto* loop = std::get_if<Loop>(&found);
        if (!loop) continue;
        end = loop->loop.node.end_index();
        const std::string name = definitions->new_name();
        definitions->add(name + " = " + definition(analysis.source(), *loop));
        replace(rewritten.edits, analysis.source(), *loop, name);
    }
    definitions->finish(rewritten);
    return rewritten;
}

}  // namespace transforms::in_memory
