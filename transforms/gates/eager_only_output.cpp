#include "transforms/gates/eager_only_output.h"

#include "analysis/effects/traceable.h"
#include "analysis/effects/user_code.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/gates/eager_only_check.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace transforms::gates {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 2> streams{"sys.stdout", "sys.stderr"};

// `next(it)`, `list(it)`: may take from an iterator what others get then no more.
bool may_use_up(const Facts& facts, Node call) {
    const torch::Gives gives = facts.row_of(call)->gives;
    if (gives == torch::Gives::element) return true;
    const Node first = syntax::Call{call}.arguments().first_child();
    const bool iterates =
        gives == torch::Gives::elements || (gives == torch::Gives::arithmetic && !first.next_sibling());
    return iterates && first && facts.value(first).is(values::Kind::unknown);
}

// What is missing when the arguments of the call are not evaluated: a name that they bind, an iterator that they use
// up.
bool arguments_matter(const Facts& facts, Node call) {
    for (const Node node : descendants(call)) {
        switch (node.kind()) {
            case Kind::named_expression:
            case Kind::await:
            case Kind::yield:
            case Kind::list_splat:
            case Kind::dictionary_splat: return true;
            case Kind::call:
                if (!effects::only_gives_a_value(facts.row_of(node)) || may_use_up(facts, node)) return true;
                break;
            default: break;
        }
    }
    return false;
}

// `file=log`, and the program may read what it wrote there.
bool writes_to_object(const Facts& facts, Node call) {
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword || keyword->name().text() != "file") continue;
        const auto target = facts.program().names().qualified(keyword->value());
        return !target || std::ranges::find(streams, *target) == streams.end();
    }
    return false;
}

// `warnings.simplefilter("error")`, `catch_warnings(record=True)`: somewhere in the file, a warning is more than
// output.
struct WarningsSeen {
    bool seen = false;
};

WarningsSeen warnings_seen(const values::Program& program) {
    for (const Node node : subtree(program.tree().root())) {
        if (!node.is(Kind::call)) continue;
        const auto name = program.names().qualified(syntax::Call{node}.function());
        if (!name || !name->starts_with("warnings.")) continue;
        const std::string_view given = syntax::Call{node}.arguments().text();
        const bool raises = name->ends_with("filter") || name->ends_with("filterwarnings");
        if (raises && given.find("error") != std::string_view::npos) return {true};
        if (name->ends_with("catch_warnings") && given.find("record") != std::string_view::npos) return {true};
    }
    return {};
}

// Tracing does not come there: the data decides whether the program does.
bool is_not_traced(const Facts& facts, Node statement) {
    for (Node node = statement.parent(); node && node != facts.function(); node = node.parent()) {
        const auto branch = syntax::as<syntax::If>(node);
        if (branch && facts.value(branch->condition()).is_tensor()) return true;
    }
    return false;
}

// Where tracing comes to an error, nothing of the function is compiled any more, not even what stands in front of the
// call.
Node failing_behind(const Facts& facts, Node statement) {
    for (const Node node : behind(statement, facts.function())) {
        const bool raises = node.is(Kind::raise_statement) || node.is(Kind::assert_statement);
        const bool fails =
            (raises && !is_not_traced(facts, node)) || (node.is(Kind::subscript) && effects::looks_up(facts, node));
        if (fails && syntax::function_of(node) == facts.function()) return node;
    }
    return {};
}

// Whether nothing but a comment shares the lines of the statement.
bool is_alone(const text::Source& source, text::Span statement) {
    const std::string_view behind = source.text({statement.end, edit::end_of_line(source, statement.end)});
    const std::size_t next = behind.find_first_not_of(" \t\f");
    return next == std::string_view::npos || behind[next] == '#';
}

// The gate, and the lines of the statement one level deeper.
std::vector<edit::Edit> edits(const text::Source& source, Node statement, std::string_view indentation,
                              std::string_view torch) {
    const std::string_view step = indentation.find('\t') == std::string_view::npos ? "    " : "\t";
    const text::Span span = statement.span();
    std::string gate = "if not " + std::string(torch) + std::string(is_compiling) + ":";
    gate.append(source.line_ending()).append(indentation).append(step);
    std::vector<edit::Edit> made{{{span.begin, span.begin}, std::move(gate)}};
    std::ranges::move(edit::deeper(source, statement, step), std::back_inserter(made));
    return made;
}

}  // namespace

// A warning may be an error, and an error may be what the `with` or `try` is there for.
bool is_watched(Node statement) {
    for (Node node = statement.parent(); node && !node.is(Kind::function_definition); node = node.parent())
        if (node.is(Kind::with_statement) || node.is(Kind::try_statement)) return true;
    return false;
}

// Something else than its output is missing where it is not called.
bool loses_more(const Facts& facts, Node call) {
    return arguments_matter(facts, call) || effects::acting_in(facts, syntax::Call{call}.arguments()) ||
           writes_to_object(facts, call);
}

Proposal propose_compiling_gate(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program* program = analysis.program();
    if (!program) return {};
    const Node statement = syntax::statement_of(program->tree().at(finding.span));
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    const Node function = syntax::function_of(statement);
    if (!call.is(Kind::call) || call.next_sibling() || !function.is(Kind::function_definition))
        return declined("the call is a part of a larger statement");
    const Facts& facts = study.facts(function);
    if (Proposal around = propose_check_around(study, statement); !around.fixes.empty()) return around;
    if (arguments_matter(facts, call)) return declined("an argument does more than to give a value");
    if (const Node acting = effects::acting_in(facts, syntax::Call{call}.arguments()))
        return declined("to ask " + edit::quoted(acting) + " for its text or the like may run code of the program");
    if (writes_to_object(facts, call)) return declined("the program may read what is written");
    if (const Node failing = failing_behind(facts, statement))
        return declined("what stands in front of it would not be compiled where " + edit::quoted(failing) +
                        " behind it fails");
    if (is_watched(statement)) return declined("a `with` or `try` around it may see the difference");
    if (program->names().qualified(syntax::Call{call}.function()) == "warnings.warn" &&
        study.once<WarningsSeen>({}, [&] { return warnings_seen(*program); }).seen)
        return declined("warnings are errors, or are recorded, somewhere in this file");
    const auto layout = edit::indentation(analysis.source(), statement.span());
    if (!layout || !is_alone(analysis.source(), statement.span()))
        return declined("the call shares its line with another statement");
    const auto torch = edit::torch_name(program->names(), function);
    if (!torch) return declined(edit::no_torch_name);
    return {.fixes = {{.rewrite = "compiling-gate",
                       .title = "run only when not compiling (" + std::string(lost) + ")",
                       .safety = Safety::unsafe,
                       .assumes = std::string(lost),
                       .edits = edits(analysis.source(), statement, *layout, *torch)}},
            .declined = "the output would be lost under compile"};
}

}  // namespace transforms::gates
