#include "transforms/scalars/fold_arange.h"

#include "analysis/effects/available_expression.h"
#include "analysis/effects/escape.h"
#include "analysis/function/literals.h"
#include "analysis/operations/shape_query.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"

#include <algorithm>
#include <cmath>

namespace transforms::scalars {

using function::Facts;
using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view range = "range";
constexpr int max_steps = 4;  // from a number to the size that it is
constexpr std::size_t most_bounds = 3;

// The arguments of `torch.arange(1, n, device=x.device)`.
struct Count {
    std::vector<Node> bounds;
    Node device{};

    [[nodiscard]] Node first() const { return bounds.size() > 1 ? bounds[0] : Node{}; }  // or 0
    [[nodiscard]] Node last() const { return bounds[bounds.size() > 1 ? 1 : 0]; }
    [[nodiscard]] std::string text() const {
        std::string text(range);
        for (const Node each : bounds)
            text.append(each == bounds.front() ? "(" : ", ").append(edit::on_one_line(each, {}));
        return text + ")";
    }
};

// The program calls something of its own so.
bool is_hidden(const Facts& facts) {
    const auto name = facts.program().names().name(range);
    for (const names::Scope* scope = &facts.scope(); name && scope; scope = scope->enclosing)
        if (scope->find(*name)) return true;
    return false;
}

bool counts(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->role == torch::Role::range && row->gives == torch::Gives::tensor;
}

std::optional<Count> count_of(const Facts& facts, Node call) {
    Count made;
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        if (!keyword)
            made.bounds.push_back(argument);
        else if (keyword->name().text() == "device" && operations::asked_for_device(facts, keyword->value()))
            made.device = keyword->value();
        else if (!is_wide_dtype(facts, argument))
            return std::nullopt;
    }
    const bool plain = std::ranges::none_of(
        made.bounds, [](Node each) { return each.is(Kind::list_splat) || edit::has_long_string(each); });
    return plain && !made.bounds.empty() && made.bounds.size() <= most_bounds ? std::optional(std::move(made))
                                                                              : std::nullopt;
}

// Never below zero: `x.shape[0]`, `len(parts) + 1`, and a variable that is such.
bool is_size(const Facts& facts, Node given, Node statement, int steps = max_steps) {
    const Node number = syntax::unparenthesized(given);
    if (const auto known = number_of(facts.value(number))) return *known >= 0;
    if (number.is(Kind::binary_operator) && (operator_of(number) == Op::add || operator_of(number) == Op::mul))
        return is_size(facts, number.child(Field::left), statement, steps) &&
               is_size(facts, number.child(Field::right), statement, steps);
    const torch::Row* row = number.is(Kind::call) ? facts.row_of(number) : nullptr;
    if (operations::size_of(facts, number) || (row && row->name == "builtins.len")) return true;
    const names::Binding* variable = facts.variable(number);
    const auto made = variable && steps > 0 ? facts.definition(*variable, statement) : std::nullopt;
    return made && made->statement && is_size(facts, made->value, made->statement, steps - 1);
}

// Tests that the first number is not behind the last one, where a range would be empty, and the tensor an error.
// Nothing if it is, or if the step may be any.
std::optional<std::string> order_of(const Facts& facts, const Count& count, Node statement) {
    const auto step = count.bounds.size() == most_bounds ? number_of(facts.value(count.bounds[2])) : 1.0;
    if (!step || *step == 0) return std::nullopt;
    const auto first = count.first() ? number_of(facts.value(count.first())) : 0.0,
               last = number_of(facts.value(count.last()));
    if (first && last) return *step * (*last - *first) >= 0 ? std::optional(std::string()) : std::nullopt;
    if (first && *first <= 0 && *step > 0 && is_size(facts, count.last(), statement)) return "";
    const auto operand = [&](Node bound) {
        return number_of(facts.value(bound)) ? std::string(bound.text()) : as_operand(bound);
    };
    return (count.first() ? operand(count.first()) : "0") + (*step > 0 ? " <= " : " >= ") + operand(count.last());
}

// What has to hold so that the numbers are those of the range; nothing if that is not known, or cannot be asked.
std::optional<proof::Guards> tests_of(const Facts& facts, const Count& count, Node statement) {
    auto tests = stay_themselves(facts, count.bounds);
    const auto order = tests ? order_of(facts, count, statement) : std::nullopt;
    if (!order) return std::nullopt;
    if (!order->empty()) tests->push_back(proof::code(*order));
    // A tensor that holds no data gives no numbers.
    if (count.device) tests->push_back(proof::code(std::string(count.device.text()) + ".type != \"meta\""));
    return proof::without_implied(*tests);
}

// The number at that place of a range of literals.
std::optional<long> number_at(const Facts& facts, const Count& count, Node index) {
    const auto place = number_of(facts.value(index)), last = number_of(facts.value(count.last())),
               first = count.first() ? number_of(facts.value(count.first())) : 0.0,
               step = count.bounds.size() == most_bounds ? number_of(facts.value(count.bounds[2])) : 1.0;
    constexpr double most = 1e9;
    for (const auto& each : {place, first, last, step})
        if (!each || *each != std::floor(*each) || std::abs(*each) > most) return std::nullopt;
    const double size = std::ceil((*last - *first) / *step), at = *place < 0 ? *place + size : *place;
    return at >= 0 && at < size ? std::optional(std::lround(*first + at * *step)) : std::nullopt;
}

bool is_comprehension(Node node) {
    return node.is(Kind::list_comprehension) || node.is(Kind::set_comprehension) ||
           node.is(Kind::dictionary_comprehension) || node.is(Kind::generator_expression);
}

// Between the places, and in further rounds of loops that only the second one is in, nothing can write to the tensor.
bool is_only_read(const Facts& facts, const names::Binding& variable, Node from, Node call) {
    std::uint32_t until = call.index();
    for (Node at = call; at != from.parent() && at != facts.function(); at = at.parent())
        if (is_loop(at) || is_comprehension(at)) until = at.end_index();
    return std::ranges::all_of(facts.uses_of(variable), [&](Node use) {
        if (use.index() < from.end_index() || use.index() >= until) return true;
        const Node parent = use.parent();
        const bool is_index = parent.is(Kind::subscript) && parent.child(Field::value) != use &&
                              facts.value(parent.child(Field::value)).is_tensor();
        return is_index || effects::is_read_by_value(facts, use);
    });
}

// `steps[2]` of `steps[2].item()`: the tensor and the index.
struct Asked {
    Node tensor;
    Node index{};
};
Asked asked_by(const Reading& reading) {
    if (reading.whole || !reading.tensor.is(Kind::subscript)) return {.tensor = reading.tensor};
    const syntax::Subscript view{reading.tensor};
    return {.tensor = view.object(), .index = view.indices().size() == 1 ? view.indices().front() : Node{}};
}

// `range(4)` to go through, `list(range(4))`, or the number.
std::string text_for(const Count& count, std::optional<long> number, Node call) {
    const auto loop = syntax::as<syntax::For>(call.parent());
    if (!number) return loop && loop->iterable() == call ? count.text() : "list(" + count.text() + ")";
    const bool is_alone = *number >= 0 && !call.parent().is(Kind::attribute);
    return is_alone ? std::to_string(*number) : "(" + std::to_string(*number) + ")";
}

// Why the variable may hold something else than what it was made of, where the call reads it.
std::optional<std::string> changed_since(const Facts& facts, const names::Binding& variable,
                                         const function::Definition& made, const std::vector<Node>& parts, Node call) {
    const Node statement = syntax::statement_of(call);
    const auto lasts = [&](Node each) { return effects::is_lasting(facts, each, made.statement, statement); };
    if (variable.captured || facts.reshapes_in_place() || !std::ranges::all_of(parts, lasts))
        return "what " + edit::quoted(made.value) + " was made of may be something else by then";
    if (!is_only_read(facts, variable, made.statement, call))
        return "`" + std::string(variable.text) + "` may be written to before it is read";
    return std::nullopt;
}

}  // namespace

std::optional<Proposal> counted(const analysis::Analysis& analysis, const Facts& facts, Node call,
                                const Reading& reading) {
    const Asked asked = asked_by(reading);
    const Node statement = syntax::statement_of(call);
    const names::Binding* variable = facts.variable(asked.tensor);
    const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
    const Node made = variable ? (definition && definition->statement ? definition->value : Node{}) : asked.tensor;
    if (!made || !counts(facts, made) || (!reading.whole && !asked.index)) return std::nullopt;
    const auto count = count_of(facts, made);
    const auto tests = count ? tests_of(facts, *count, statement) : std::nullopt;
    const auto number = tests && asked.index ? number_at(facts, *count, asked.index) : std::nullopt;
    if (count && tests && asked.index && !number) return std::nullopt;
    if (!tests) return declined(edit::quoted(made) + " may be of other numbers than a range, or raise an error");
    if (is_hidden(facts)) return declined("`range` is another function here");
    if (edit::is_old_version(call, proof::codes(*tests)))
        return declined("this is what the test in front of it leaves");
    std::vector<Node> parts = count->bounds;
    if (count->device) parts.push_back(count->device);
    if (variable)
        if (const auto reason = changed_since(facts, *variable, *definition, parts, call)) return declined(*reason);
    const std::string text = text_for(*count, number, call);
    return Proposal{.fixes = in_forms(known_number(facts, "`" + text + "`", *tests), [&](const proof::Guards& guards) {
                        std::vector edits{edit::in_versions(call, proof::codes(guards), text)};
                        if (variable && guards.empty() && uses_of(facts, *variable) == 1)
                            take_away(analysis, call, definition->statement, parts, edits);
                        return std::optional(std::move(edits));
                    })};
}

}  // namespace transforms::scalars
