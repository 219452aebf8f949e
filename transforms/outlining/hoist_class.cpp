#include "transforms/outlining/hoist_class.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/outlining/class_statement.h"
#include "transforms/outlining/region.h"

namespace transforms::outlining {

using syntax::Kind;
using syntax::Node;

namespace {

// The statement of the module that the node stands in.
Node module_statement(Node node) {
    while (node.parent() && !node.parent().is(Kind::module)) node = node.parent();
    return node;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\f\r\n") == std::string_view::npos; }

// The lines of comments right in front of a statement, and with them the statement.
std::uint32_t first_line(const text::Source& source, Node statement) {
    std::uint32_t line = source.line_at(statement.span().begin);
    const auto is_comment = [&](std::uint32_t at) {
        const std::string_view text = source.text(source.line(at));
        const auto begin = text.find_first_not_of(" \t");
        return begin != std::string_view::npos && text[begin] == '#';
    };
    while (line > 0 && is_comment(line - 1)) --line;
    return line;
}

// The lines up to the end of the class, with a blank one behind it if a blank one or a header stands in front of it.
text::Span taken_away(const text::Source& source, std::uint32_t first, Node whole) {
    std::uint32_t next = source.line_at(whole.span().end) + 1;
    const auto blank = [&](std::uint32_t line) { return is_blank(source.text(source.line(line))); };
    if (first > 0 && blank(next) && (blank(first - 1) || whole == whole.parent().first_child())) ++next;
    return {source.line(first).begin, source.line(next).begin};
}

// The comments and the class, without the indentation of the function.
std::string definition_text(const text::Source& source, std::uint32_t first, Node whole) {
    std::string text;
    for (std::uint32_t line = first; line < source.line_at(whole.span().begin); ++line) {
        const std::string_view comment = source.text(source.line(line));
        text.append(comment.substr(comment.find('#'))).append(source.line_ending());
    }
    return text + body_of(source, {.first = whole, .last = whole}, "");
}

}  // namespace

Proposal propose_hoist_class(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node name = operand_of(analysis, finding), definition = name ? name.parent() : Node{};
    if (!definition.is(Kind::class_definition)) return {};
    const Node function = syntax::function_of(definition);
    if (!function.is(Kind::function_definition)) return {};
    const function::Facts& facts = study.facts(function);
    const text::Source& source = analysis.source();
    const Node place = module_statement(function);
    const ClassStatement statement(facts, definition);
    proof::Proof proof(proof::Answer::assume);
    statement.runs_once(place, proof);
    if (proof.refused()) return declined(*proof.unproven());
    const Node whole = statement.whole();
    if (!whole.next_sibling()) return declined("nothing but the class stands in its block");
    const std::uint32_t first = first_line(source, whole), before = first_line(source, place);
    const std::uint32_t at =
        before > 0 ? source.line(before).begin : place.span().begin;  // not above the file's first line
    const std::string line(source.line_ending());
    Fix fix{.rewrite = "hoist-class",
            .title = "make the class " + edit::quoted(name) + " once, in front of " +
                     edit::quoted(syntax::Function{function}.name()),
            .safety = Safety::unsafe,
            .assumes = "no code tells the classes of two calls apart"};
    for (const std::string& each : proof.assumptions()) fix.assumes += "; " + each;
    fix.title += " (assumes that " + fix.assumes + ")";
    fix.edits = {{{at, at}, definition_text(source, first, whole) + line + line},
                 {taken_away(source, first, whole), ""}};
    return offered(std::move(fix));
}

}  // namespace transforms::outlining
