#include "transforms/known_number.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/facts.h"
#include "transforms/proof.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/text.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// A dtype that holds each int which is no size beyond all measure: `dtype=torch.int64`.
bool is_wide_dtype(const Facts& facts, Node argument) {
    const auto keyword = syntax::as<syntax::Keyword>(argument);
    if (!keyword || keyword->name().text() != "dtype") return false;
    const auto name = facts.program().names().qualified(keyword->value());
    return name && (*name == "torch.int64" || *name == "torch.long");
}

// The content of `torch.tensor(n)`.
Node content_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child(),
               further = argument ? argument.next_sibling() : Node{};
    const bool makes = row && row->gives == torch::Gives::tensor && row->shape == torch::Shape::content;
    const bool plain = !further || (is_wide_dtype(facts, further) && !further.next_sibling());
    return makes && argument && plain && !argument.is(Kind::keyword_argument) ? argument : Node{};
}

// The tensor that `t.item()`, `t.tolist()` or `int(t)` reads.
struct Reading {
    Node tensor;
    bool whole = false;  // all its numbers, as deep as its lists
};

std::optional<Reading> reading_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (!row) return std::nullopt;
    const bool whole = row->gives == torch::Gives::numbers;
    if ((row->role == torch::Role::reads_number || whole) && !argument &&
        call.child(Field::function).is(Kind::attribute))
        return Reading{.tensor = call.child(Field::function).child(Field::object), .whole = whole};
    if (row->role == torch::Role::number_type && row->dtype == torch::Dtype::integer && argument &&
        !argument.next_sibling())
        return Reading{.tensor = argument};
    return std::nullopt;
}

// Reads the same value at both places: made of sizes and numbers of variables that are not assigned in between.
bool is_lasting(const Facts& facts, Node expression, Node from, Node to) {
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (node.is(Kind::call)) {
            const torch::Row* row = facts.row_of(node);
            const bool asks = row && (row->gives == torch::Gives::shape_number || row->gives == torch::Gives::shape);
            if (!asks) return false;
        }
        if (!node.is(Kind::identifier) || node.field() == Field::attribute) continue;
        const names::Binding* variable = facts.variable(node);
        if (!variable) return false;
        // `h, w = x.shape` is the only one that there is, and no loop comes back to it in between.
        if (variable->is_bound_once() && !outermost_loop(from) && !outermost_loop(to)) continue;
        const auto before = facts.definition(*variable, from), after = facts.definition(*variable, to);
        if (!before || !after || before->value != after->value) return false;
    }
    return true;
}

bool is_int(values::Value value) {
    return value.is(values::Kind::shape_number) ||
           ((value.is(values::Kind::literal) || value.is(values::Kind::number)) &&
            values::category(value) == torch::Dtype::integer);
}

// `[x.shape[0], 2]`
bool lists_ints(const Facts& facts, Node list) {
    if (!list.is(Kind::list)) return false;
    for (const Node each : list.children())
        if (!is_int(facts.value(each))) return false;
    return true;
}

// The number of uses of a variable apart from its assignment.
std::ptrdiff_t uses_of(const Facts& facts, const names::Binding& variable) {
    std::ptrdiff_t uses = -static_cast<std::ptrdiff_t>(variable.occurrences.size());
    for (std::uint32_t i = facts.function().index(); i < facts.function().end_index(); ++i)
        uses += facts.variable(facts.function().tree()->node(i)) == &variable ? 1 : 0;
    return uses;
}

// The name holds a list that was made here, and that no other name had got hold of before control came to `until`.
bool is_own_list(const Facts& facts, Node name, Node until) {
    const names::Binding* variable = facts.variable(name);
    const auto definition = variable ? facts.definition(*variable, syntax::statement_of(name)) : std::nullopt;
    if (!definition || !definition->value.is(Kind::list)) return false;
    for (std::uint32_t i = definition->statement.end_index(); i < until.index(); ++i) {
        const Node node = until.tree()->node(i);
        if (facts.variable(node) == variable && !node.parent().is(Kind::attribute)) return false;
    }
    return true;
}

// All that is assigned to the variable are numbers: `start = 0`, `start += n`.
bool holds_numbers(const Facts& facts, Node name) {
    const names::Binding* variable = facts.variable(name);
    return variable && std::ranges::all_of(variable->occurrences, [&](const names::Occurrence& each) {
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        return each.node.parent().is(Kind::augmented_assignment) ||
               (assignment && assignment->target() == each.node && is_number(facts.value(assignment->value())));
    });
}

// What the node changes is no tensor, no number and no list that is another one than that at `from`.
bool may_change_list(const Facts& facts, Node node, Node from) {
    const Node object = node.is(Kind::call) ? node.child(Field::function).child(Field::object) : node.first_child();
    const values::Value value = facts.value(object);
    return may_write(facts, node) && !value.is_tensor() && !holds_numbers(facts, object) &&
           !is_own_list(facts, object, from);
}

// Nothing changes the list from the one statement on until the last round of the loop.
bool stays_list(const Facts& facts, Node list, Node from, Node loop) {
    if (facts.variable(list)->captured) return false;
    const bool is_own = is_own_list(facts, list, from);
    const Node last = outermost_loop(loop) ? outermost_loop(loop) : loop;
    for (std::uint32_t i = from.end_index(); i < last.end_index(); ++i) {
        const Node node = from.tree()->node(i);
        if (facts.variable(node) == facts.variable(list)) return false;
        if (!is_own && may_change_list(facts, node, from)) return false;
    }
    return true;
}

// `for h, w in shapes.tolist()` where shapes was made of a list that is still there: the list itself, if all in it are
// ints. Names of the loops of the test are not those of the program.
std::optional<Fix> listed(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const auto loop = syntax::as<syntax::For>(call.parent());
    const bool reads = row && row->gives == torch::Gives::numbers && loop && loop->iterable() == call &&
                       call.child(Field::function).is(Kind::attribute) && syntax::Call{call}.arguments().children().empty();
    if (!reads) return std::nullopt;
    const Node tensor = call.child(Field::function).child(Field::object), statement = syntax::statement_of(call);
    const names::Binding* variable = facts.variable(tensor);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    if (!definition) return std::nullopt;
    const Node content = content_of(facts, definition->value);
    if (!facts.variable(content) || uses_of(facts, *variable) != 1) return std::nullopt;
    if (!stays_list(facts, content, definition->statement, statement)) return std::nullopt;
    const bool pairs = loop->target().is(Kind::pattern_list) || loop->target().is(Kind::tuple_pattern);
    for (const Node part : syntax::elements_of(loop->target()))
        if (!part.is(Kind::identifier)) return std::nullopt;
    const std::string list(content.text());
    const std::string test = pairs ? "all(type(n) is int for row in " + list + " for n in row)"
                                   : "all(type(n) is int for n in " + list + ")";
    return Fix{.rewrite = "known-number",
               .title = "use `" + list + "` itself",
               .safety = Safety::safe,
               .assumes = {},
               .needs = {},
               .edits = {{call.span(), list + " if " + test + " else " + std::string(call.text())}},
               .tests = 1};
}

}  // namespace

Proposal propose_known_number(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    const Node call = program ? enclosing(program->tree().at(finding.span), Kind::call) : Node{};
    const Node function = syntax::function_of(call);
    if (!function.is(Kind::function_definition)) return {};
    const Facts facts(*program, function);
    if (auto fix = listed(facts, call)) return {.fixes = {std::move(*fix)}, .declined = std::nullopt};
    const auto read = reading_of(facts, call);
    if (!read) return {};
    const Reading& reading = *read;
    const Node statement = syntax::statement_of(call);
    const names::Binding* variable = facts.variable(reading.tensor);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    const bool kept = definition && definition->statement && !variable->captured;
    const Node made = kept ? definition->value : reading.tensor;
    const Node number = content_of(facts, made);
    if (!number || reading.whole != number.is(Kind::list)) return {};
    if (kept && !is_lasting(facts, number, definition->statement, statement))
        return declined(quoted(number) + " may be something else by then");
    // In-place writes to the tensor would show in what is read.
    if (kept && uses_of(facts, *variable) != 1)
        return declined(quoted(reading.tensor) + " is used in more than one place");

    Fix fix{.rewrite = "known-number", .title = "use " + quoted(number) + " itself", .safety = Safety::safe, .assumes = {},
            .needs = {}, .edits = {}};
    std::string text(number.text());
    const bool simple = number.is(Kind::identifier) || number.is(Kind::integer) || number.is(Kind::subscript) ||
                        number.is(Kind::attribute) || number.is(Kind::call) || number.is(Kind::list);
    if (!simple) text = "(" + text + ")";
    const values::Value value = facts.value(number);
    if (!is_int(value) && !lists_ints(facts, number)) {
        if (kept || !number.is(Kind::identifier) || !value.is(values::Kind::unknown) ||
            call.parent().is(Kind::conditional_expression))
            return declined(quoted(number) + " may be no int, and is rounded in a tensor");
        fix.tests = 1;
        const Node parent = call.parent();
        const bool alone = parent.is(Kind::assignment) || parent.is(Kind::return_statement) || parent.is(Kind::argument_list);
        std::string chosen = text + " if isinstance(" + text + ", int) else " + std::string(call.text());
        text = alone ? std::move(chosen) : "(" + chosen + ")";
    }
    fix.edits.push_back({call.span(), std::move(text)});
    if (kept)
        if (const auto lines = removable(analysis.source(), definition->statement)) fix.edits.push_back({*lines, ""});
    std::ranges::sort(fix.edits, {}, [](const Edit& edit) { return edit.span; });
    return {.fixes = {std::move(fix)}, .declined = std::nullopt};
}

}  // namespace transforms
