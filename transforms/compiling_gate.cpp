#include "transforms/compiling_gate.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view is_compiling = ".compiler.is_compiling()";
constexpr std::string_view lost = "output is lost under compile";

// A name that an argument binds would be missing when the call does not run.
bool binds_names(Node call) {
    for (std::uint32_t i = call.index(); i < call.end_index(); ++i) {
        const Kind kind = call.tree()->node(i).kind();
        if (kind == Kind::named_expression || kind == Kind::await || kind == Kind::yield) return true;
    }
    return false;
}

// Whether nothing but a comment shares the lines of the statement.
bool is_alone(const text::Source& source, text::Span statement) {
    const std::string_view behind = source.text({statement.end, source.line(source.line_at(statement.end)).end});
    const std::size_t next = behind.find_first_not_of(" \t\f");
    return next == std::string_view::npos || behind[next] == '#';
}

// One level deeper than a statement that is indented so, in the manner of the file.
std::string deeper(std::string_view indentation) {
    return std::string(indentation) + (indentation.find('\t') == std::string_view::npos ? "    " : "\t");
}

}  // namespace

Proposal propose_compiling_gate(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    if (!program) return {};
    const auto declined = [](std::string_view reason) { return Proposal{.fixes = {}, .declined = std::string(reason)}; };
    const Node statement = syntax::statement_of(program->tree().at(finding.span));
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    if (!call.is(Kind::call) || !finding.span.overlaps(call.span()) || call.next_sibling())
        return declined("the call is a part of a larger statement");
    for (const Node argument : syntax::Call{call}.arguments().children())
        if (argument.span().contains(finding.span)) return declined("the call is an argument of another one");
    if (binds_names(call)) return declined("the call binds a name, or waits for others");
    const auto layout = indentation(analysis.source(), statement.span());
    if (!layout || !is_alone(analysis.source(), statement.span())) return declined("the call shares its line with another statement");
    const auto torch = torch_name(*program, syntax::function_of(statement));
    if (!torch) return declined(no_torch_name);
    std::string gate = "if not " + std::string(*torch) + std::string(is_compiling) + ":";
    gate.append(analysis.source().line_ending()).append(deeper(*layout));
    const text::Span front{statement.span().begin, statement.span().begin};
    return {.fixes = {{.rewrite = "compiling-gate", .title = "run only when not compiling (" + std::string(lost) + ")",
                       .safety = Safety::unsafe, .assumes = std::string(lost), .needs = {}, .edits = {{front, std::move(gate)}}}},
            .declined = "the output would be lost under compile"};
}

}  // namespace transforms
