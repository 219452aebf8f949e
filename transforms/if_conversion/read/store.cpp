#include "transforms/if_conversion/read/store.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/function/in_place_update.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <string>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view copies = ".copy_(";

// Of a method; the name says it where nothing is known of the object: `p.copy_(q)` of each of a model's parameters.
const torch::Row* method_of(const Facts& facts, Node call) {
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    const bool is_open = function.is(Kind::attribute) && facts.variable(function.child(Field::object)) &&
                         facts.value(function.child(Field::object)).is(values::Kind::unknown);
    if (is_open) return facts.member_of_tensors(function.child(Field::attribute).text());
    return function ? facts.row_of(call) : nullptr;
}

// `a` of `t.copy_(a)`
Node copied_by(const Facts& facts, Node call) {
    const torch::Row* row = method_of(facts, call);
    const Node argument = row ? syntax::Call{call}.arguments().first_child() : Node{};
    return row && row->role == torch::Role::copies && argument && !argument.next_sibling() ? argument : Node{};
}

// As the tensor that it is copied to.
std::string cast_to(Node receiver) { return ".to(" + std::string(receiver.text()) + ".dtype)"; }

// `self.count.mul_(0.9).add_(n)`; `copy_` has no other name to give a tensor by.
bool writes_to_attribute(const Facts& facts, Node call) {
    return call.is(Kind::call) && function::is_update(call) && function::updated_by(call).is(Kind::attribute) &&
           std::ranges::all_of(function::links_of(call), [&](Node link) { return facts.pure_twin(link) != nullptr; });
}

// `self.count.copy_(torch.where(c, self.count.add(1.0), self.count))`
Target update_of(Node update, Node receiver) {
    return {.values = {update, receiver},
            .only_read = true,
            .written = receiver,
            .before = std::string(receiver.text()).append(copies),
            .behind = ")"};
}

// For a gradient, by what was computed before, or is for the write.
bool is_needed(const Facts& facts, const names::Binding& variable, Node write) {
    return effects::saved_with(facts, variable, syntax::statement_of(write), write.end_index()).has_value();
}

// `y`, `self.best`, of which a part is a view.
bool is_held_tensor(const Facts& facts, Node object) {
    const bool is_plain = object.is(Kind::attribute) && effects::is_plain_attribute(facts, object);
    return facts.value(object).is_tensor() && (facts.variable(object) || is_plain);
}

// `if c: self.seen += 1.0`: it is assigned what it is already.
bool updates_attribute(const Facts& facts, Node then) {
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    return update && update->target().is(Kind::attribute) && facts.value(update->target()).is_tensor() &&
           effects::is_plain_attribute(facts, update->target());
}

bool records_nothing(const Facts& facts, Node statement) {
    for (Node node = statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::with_statement) && function::only_stops_gradients(facts, node)) return true;
    return facts.without_gradients() || facts.is_called_without_gradients();
}

// `if c: w -= lr * g`, `if c: p.add_(g, alpha=-lr)`, of a tensor that others see. A leaf that wants a gradient would
// refuse to be written to.
std::optional<Target> update_of_shared(const Facts& facts, Node then, Node statement) {
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    if ((!update && !function::is_update(then)) || !records_nothing(facts, statement)) return std::nullopt;
    const Node place = update ? update->target() : function::updated_by(then);
    const names::Binding* variable = facts.variable(place);
    const values::Value value = facts.value(place);
    const bool is_tensor =
        value.is_tensor() || (value.is(values::Kind::unknown) && (!update || facts.value(update->value()).is_tensor()));
    const auto has_twin = [&](Node link) { return facts.pure_twin(link) != nullptr; };
    if (!variable || variable->captured || !is_tensor || effects::is_unshared(facts, *variable, statement) ||
        (!update && !std::ranges::all_of(function::links_of(then), has_twin)))
        return std::nullopt;
    return update_of(then, place);
}

// What an update leaves in the tensor: `a` of `self.limit.copy_(a)`, and else the update itself.
Node left_by(const Facts& facts, Node update) {
    if (const Node copied = copied_by(facts, update)) return copied;
    return writes_to_attribute(facts, update) ? update : Node{};
}

}  // namespace

Node receiver_of(Node call) { return call.is(Kind::call) ? call.child(Field::function).child(Field::object) : Node{}; }

void spell_around(Target& target, Node value, std::string_view front, Node whole, std::string_view back) {
    const std::string text = edit::on_one_line(whole, {{value.span(), "\n"}});  // which it has nowhere else
    const std::size_t at = text.find('\n');
    target.before = std::string(front).append(text, 0, at);
    target.behind = text.substr(at + 1).append(back);
}

std::optional<Target> part_of(const Facts& facts, Node then, Node statement) {
    const auto assignment = syntax::as<syntax::Assignment>(then);
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    const Node place = assignment ? assignment->target() : update ? update->target() : Node{};
    const auto view = syntax::as<syntax::Subscript>(place);
    const names::Binding* variable = view ? facts.variable(view->object()) : nullptr;
    const bool is_private = variable && effects::is_unshared(facts, *variable, statement);
    if (!view || (!is_private && !is_held_tensor(facts, view->object()))) return std::nullopt;
    return Target{.values = {assignment ? assignment->value() : then, place},
                  .only_read = true,
                  .written = is_private && !is_needed(facts, *variable, then) ? Node{} : view->object(),
                  .cut = place,
                  .before = std::string(place.text()) + " = "};
}

bool reads_any(const Facts& facts, const Target& target, const std::vector<Target>& assigned) {
    if (!target.cut.is(Kind::subscript)) return false;
    const auto is_assigned = [&](Node part) {
        return facts.variable(part) && std::ranges::find(assigned, part.text(), &Target::text) != assigned.end();
    };
    return std::ranges::any_of(syntax::Subscript{target.cut}.indices(),
                               [&](Node index) { return std::ranges::any_of(subtree(index), is_assigned); });
}

std::optional<Target> write_of(const Facts& facts, Node then, Node statement) {
    if (auto part = part_of(facts, then, statement)) return part;
    if (updates_attribute(facts, then)) return update_of(then, then.child(Field::left));
    if (writes_to_attribute(facts, then)) return update_of(then, function::updated_by(then));
    if (auto update = update_of_shared(facts, then, statement)) return update;
    const Node argument = copied_by(facts, then), receiver = receiver_of(then);
    if (!argument || argument.is(Kind::keyword_argument) || argument.is(Kind::list_splat)) return std::nullopt;
    // Every float is what it was when it comes back from a wider dtype.
    const bool is_float = facts.value(receiver).dtype == torch::Dtype::floating;
    Target target{.values = {argument, receiver},
                  .cast = is_float ? "" : cast_to(receiver),
                  .is_copied = is_float,
                  .only_read = true,
                  .written = receiver};
    spell_around(target, argument, "", then, "");
    return target;
}

std::optional<Target> write_of_both(const Facts& facts, Node then, Node otherwise) {
    const Node receiver = receiver_of(then), other = receiver_of(otherwise);
    if (!other || receiver.text() != other.text()) return std::nullopt;
    const Node value = left_by(facts, then), last = left_by(facts, otherwise);
    if (!value || !last || then.child(Field::function).text() == otherwise.child(Field::function).text())
        return std::nullopt;
    Target target = update_of(then, receiver);
    target.values = {value, last};
    target.cut = receiver;
    if (value != then) target.cast = cast_to(receiver);
    return target;
}

}  // namespace transforms::if_conversion
