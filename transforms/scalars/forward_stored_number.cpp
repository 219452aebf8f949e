#include "transforms/scalars/forward_stored_number.h"

#include "analysis/effects/available_expression.h"
#include "analysis/effects/escape.h"
#include "analysis/function/function_facts.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/versioning.h"
#include "transforms/scalars/fold_arange.h"
#include "transforms/scalars/stored_numbers.h"

#include <algorithm>
#include <cmath>

namespace transforms::scalars {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The content of `torch.tensor(n)`.
Node content_of(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child(),
               further = argument ? argument.next_sibling() : Node{};
    const bool makes = row && row->gives == torch::Gives::tensor && row->shape == torch::Shape::content;
    const bool plain = !further || (is_wide_dtype(facts, further) && !further.next_sibling());
    return makes && argument && plain && !argument.is(Kind::keyword_argument) ? argument : Node{};
}

// The tests of all numbers in `[x.shape[0], n]`, or of one.
std::optional<proof::Guards> tests_of(const Facts& facts, Node content) {
    return stay_themselves(facts, content.is(Kind::list) ? syntax::elements_of(content) : std::vector<Node>{content});
}

// `x.shape[-2:]`
bool holds_sizes(const Facts& facts, Node node) {
    const values::Value value = facts.value(node);
    if (!value.is(values::Kind::sequence) || value.maybe_none) return false;
    const values::Sequence& sizes = value.sequence();
    return sizes.form == values::Sequence::Form::tuple && !sizes.items.empty() &&
           std::ranges::all_of(sizes.items,
                               [](const values::Value& each) { return each.is(values::Kind::shape_number); });
}

// The list of the sizes; nobody tells it from a tuple that only unpacks it, or goes through it.
std::string list_of(Node sizes, Node call) {
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const auto loop = syntax::as<syntax::For>(call.parent());
    const bool unpacks = assignment && assignment->value() == call &&
                         (assignment->target().is(Kind::pattern_list) || assignment->target().is(Kind::tuple_pattern));
    const std::string text(sizes.text());
    return unpacks || (loop && loop->iterable() == call) ? text : "list(" + text + ")";
}

// `hw` and 0 of `hw[0]`
struct Part {
    Node of;
    int place = 0;
};
std::optional<Part> part_of(const Facts& facts, Node tensor) {
    const auto view = syntax::as<syntax::Subscript>(tensor);
    const std::vector<Node> indices = view ? view->indices() : std::vector<Node>{};
    const auto place = indices.size() == 1 ? function::number_of(facts.value(indices.front())) : std::nullopt;
    if (!place || *place != std::floor(*place)) return std::nullopt;
    return Part{.of = view->object(), .place = static_cast<int>(*place)};
}

// The element of the list, from the back if the place is negative; or none.
Node element_at(Node list, int place) {
    if (!list.is(Kind::list)) return {};
    const std::vector<Node> elements = syntax::elements_of(list);
    const int size = static_cast<int>(elements.size());
    if (place < -size || place >= size) return {};
    return elements[static_cast<std::size_t>(place < 0 ? place + size : place)];
}

// Only numbers are read of it, `hw[0].item()`, `int(hw[1])`: nothing writes to the tensor.
bool only_gives_numbers(const Facts& facts, const names::Binding& variable) {
    return std::ranges::all_of(facts.uses_of(variable), [&](Node use) {
        const Node parent = use.parent(), call = effects::binds(variable, use) ? Node{} : enclosing(parent, Kind::call);
        const auto read = call ? reading_of(facts, call) : std::nullopt;
        return effects::binds(variable, use) || (read && read->tensor == parent && part_of(facts, parent));
    });
}

// `for h, w in shapes.tolist()` where shapes was made of a list that is still there: the list itself, if all in it are
// ints. Names of the loops of the test are not those of the program.
std::optional<std::vector<Fix>> listed(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    const auto loop = syntax::as<syntax::For>(call.parent());
    const bool reads = row && row->gives == torch::Gives::numbers && loop && loop->iterable() == call &&
                       call.child(Field::function).is(Kind::attribute) &&
                       syntax::Call{call}.arguments().children().empty();
    if (!reads) return std::nullopt;
    const Node tensor = call.child(Field::function).child(Field::object), statement = syntax::statement_of(call);
    const names::Binding* variable = facts.variable(tensor);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    if (!definition) return std::nullopt;
    const Node content = content_of(facts, definition->value);
    if (!facts.variable(content) || uses_of(facts, *variable) != 1) return std::nullopt;
    if (!effects::stays_list(facts, content, definition->statement, statement)) return std::nullopt;
    const bool pairs = loop->target().is(Kind::pattern_list) || loop->target().is(Kind::tuple_pattern);
    for (const Node part : syntax::elements_of(loop->target()))
        if (!part.is(Kind::identifier)) return std::nullopt;
    const std::string list(content.text());
    const std::string test = pairs ? "all(type(n) is int for row in " + list + " for n in row)"
                                   : "all(type(n) is int for n in " + list + ")";
    return in_forms(known_number(facts, "`" + list + "`", {proof::code(test)}), [&](const proof::Guards& guards) {
        return std::optional(std::vector{edit::in_versions(call, proof::codes(guards), list)});
    });
}

// What was stored in the tensor that is read.
Proposal stored(const analysis::Analysis& analysis, const Facts& facts, Node call, const Reading& reading) {
    const Node statement = syntax::statement_of(call);
    const auto part = reading.whole ? std::nullopt : part_of(facts, reading.tensor);
    const names::Binding* variable = facts.variable(part ? part->of : reading.tensor);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    const bool kept = definition && definition->statement && !variable->captured;
    const Node made = kept ? definition->value : reading.tensor;
    const Node content = content_of(facts, made), number = part ? element_at(content, part->place) : content;
    const bool sizes = number && reading.whole && holds_sizes(facts, number);
    if (!number || (reading.whole != number.is(Kind::list) && !sizes)) return {};
    if (kept && (facts.reshapes_in_place() || !effects::is_lasting(facts, number, definition->statement, statement)))
        return declined(quoted(number) + " may be something else by then");
    // In-place writes to the tensor would show in what is read.
    if (kept && uses_of(facts, *variable) != 1 && !(part && only_gives_numbers(facts, *variable)))
        return declined(quoted(reading.tensor) + " is used in more than one place");

    const auto tests = sizes ? proof::Guards{} : tests_of(facts, content);
    if (!tests || edit::is_old_version(call, proof::codes(*tests)))
        return declined(quoted(number) + " may be no int, and is rounded in a tensor");
    const std::string text = sizes ? list_of(number, call) : as_operand(number);
    return {.fixes = in_forms(known_number(facts, quoted(number), *tests), [&](const proof::Guards& guards) {
                std::vector edits{edit::in_versions(call, proof::codes(guards), text)};
                if (kept && guards.empty() && uses_of(facts, *variable) == 1)
                    take_away(analysis, call, definition->statement, {number}, edits);
                return std::optional(std::move(edits));
            })};
}

}  // namespace

Proposal propose_known_number(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program* program = analysis.program();
    const Node call = program ? enclosing(program->tree().at(finding.span), Kind::call) : Node{};
    const Node function = syntax::function_of(call);
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    if (auto fixes = listed(facts, call)) return {.fixes = std::move(*fixes)};
    const auto reading = reading_of(facts, call);
    if (!reading) return {};
    if (auto made = counted(analysis, facts, call, *reading)) return std::move(*made);
    return stored(analysis, facts, call, *reading);
}

}  // namespace transforms::scalars
