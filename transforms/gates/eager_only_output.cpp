#include "transforms/gates/eager_only_output.h"

#include "analysis/effects/traceable.h"
#include "analysis/effects/user_code.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/gates/eager_only_check.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

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

// Where tracing comes to an error, nothing of the function is compiled any more, not even what stands in front of the
// call.
Node failing_behind(const Facts& facts, Node statement) {
    for (const Node node : behind(statement, facts.function())) {
        const bool fails = node.is(Kind::raise_statement) || node.is(Kind::assert_statement) ||
                           (node.is(Kind::subscript) && effects::looks_up(facts, node));
        if (fails && syntax::function_of(node) == facts.function()) return node;
    }
    return {};
}

// The gate, and the lines of the statements one level deeper.
}  // namespace

std::vector<edit::Edit> gated(const text::Source& source, const std::vector<Node>& statements,
                              std::string_view indentation, std::string_view torch) {
    const std::string_view step = indentation.find('\t') == std::string_view::npos ? "    " : "\t";
    const std::uint32_t begin = statements.front().span().begin;
    std::string gate = "if not " + std::string(torch) + std::string(is_compiling) + ":";
    gate.append(source.line_ending()).append(indentation).append(step);
    std::vector<edit::Edit> made{{{begin, begin}, std::move(gate)}};
    for (const Node statement : statements) {
        const std::uint32_t at = statement.span().begin;
        if (at != begin) made.push_back({{at, at}, std::string(step)});
        std::ranges::move(edit::deeper(source, statement, step), std::back_inserter(made));
    }
    return made;
}

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

namespace {

bool is_call(Node statement) {
    const Node call = statement.first_child();
    return statement.is(Kind::expression_statement) && call.is(Kind::call) && !call.next_sibling();
}

// Why the call may not be left out of compiled code.
std::optional<std::string> refusal(Study& study, const Facts& facts, Node statement) {
    const text::Source& source = study.analysis().source();
    const Node call = statement.first_child();
    if (arguments_matter(facts, call)) return "an argument does more than to give a value";
    if (const Node acting = effects::acting_in(facts, syntax::Call{call}.arguments()))
        return "to ask " + edit::quoted(acting) + " for its text or the like may run code of the program";
    if (writes_to_object(facts, call)) return "the program may read what is written";
    if (const Node failing = failing_behind(facts, statement))
        return "what stands in front of it would not be compiled where " + edit::quoted(failing) + " behind it fails";
    if (is_watched(statement)) return "a `with` or `try` around it may see the difference";
    if (facts.program().names().qualified(syntax::Call{call}.function()) == "warnings.warn" &&
        study.once<WarningsSeen>({}, [&] { return warnings_seen(facts.program()); }).seen)
        return "warnings are errors, or are recorded, somewhere in this file";
    if (!edit::indentation(source, statement.span()) || !edit::ends_line(source, statement.span()))
        return "the call shares its line with another statement";
    return std::nullopt;
}

// The statements of a block that may be left out, in rows that follow upon each other.
struct Rows {
    std::vector<std::vector<Node>> all{};
};
Rows rows_in(Study& study, const Facts& facts, Node block) {
    std::unordered_set<Node> outputs;
    for (const rules::Finding& each : findings_in(study.analysis(), facts.function()))
        if (each.code.starts_with("GM4")) outputs.insert(syntax::statement_of(block.tree()->at(each.span)));
    Rows rows;
    bool goes_on = false;
    for (const Node each : block.children()) {
        const bool joins = outputs.contains(each) && is_call(each) && !refusal(study, facts, each);
        if (joins && !goes_on) rows.all.emplace_back();
        if (joins) rows.all.back().push_back(each);
        goes_on = joins;
    }
    return rows;
}

// The statement, with such output around it: one gate serves for all.
std::vector<Node> row_of(Study& study, const Facts& facts, Node statement) {
    const Node block = statement.parent();
    for (const auto& row : study.once<Rows>(block, [&] { return rows_in(study, facts, block); }).all)
        if (std::ranges::find(row, statement) != row.end()) return row;
    return {statement};
}

}  // namespace

Proposal propose_compiling_gate(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program* program = analysis.program();
    if (!program) return {};
    const Node statement = syntax::statement_of(program->tree().at(finding.span));
    const Node function = syntax::function_of(statement);
    if (!is_call(statement) || !function.is(Kind::function_definition))
        return declined("the call is a part of a larger statement");
    const Facts& facts = study.facts(function);
    if (Proposal around = propose_check_around(study, statement); !around.fixes.empty()) return around;
    if (auto reason = refusal(study, facts, statement)) return declined(std::move(*reason));
    const auto torch = edit::torch_name(program->names(), function);
    if (!torch) return declined(edit::no_torch_name);
    const std::vector<Node> row = row_of(study, facts, statement);
    return {.fixes = {{.rewrite = "compiling-gate",
                       .title = "run only when not compiling (" + std::string(lost) + ")",
                       .safety = Safety::unsafe,
                       .assumes = std::string(lost),
                       .edits = gated(analysis.source(), row, *edit::indentation(analysis.source(), row.front().span()),
                                      *torch)}},
            .declined = "the output would be lost under compile"};
}

}  // namespace transforms::gates
