#include "transforms/common_call.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/saved.h"
#include "transforms/sharing.h"
#include "transforms/update.h"
#include "transforms/where.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view once = "call it once, with `torch.where`", always = "write it always, with `torch.where`";
constexpr std::string_view copies = ".copy_(";

Node only_statement(Node block) {
    const Node first = block ? block.first_child() : Node{};
    return first.is(Kind::expression_statement) && !first.next_sibling() ? first.first_child() : Node{};
}

struct Difference {
    Node then;
    Node otherwise;
    int count = 0;
};

// What stands between its parts: `x[1:]` is not `x[:1]`.
std::string own_text(Node node) {
    std::string text;
    std::size_t begin = 0;
    for (const Node child : node.children()) {
        const std::size_t end = child.span().begin - node.span().begin;
        text.append(node.text().substr(begin, end - begin)).append("?");
        begin = end + child.text().size();
    }
    text.append(node.text().substr(begin));
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

// `a` of `f(a)` and of `f(x=a)`
bool is_argument(Node node) {
    const Node parent = node.parent();
    if (parent.is(Kind::keyword_argument)) return node.field() == Field::value;
    return parent.is(Kind::argument_list) && !node.is(Kind::keyword_argument);
}

Node call_around(Node argument) {
    const Node parent = argument.parent();
    return parent.is(Kind::keyword_argument) ? parent.parent().parent() : parent.parent();
}

// Where two trees differ; an argument of a call is taken as a whole.
void compare(Node a, Node b, Difference& found) {
    const bool argument = is_argument(a) && is_argument(b);
    if (a.text() == b.text()) return;
    Node x = a.first_child(), y = b.first_child();
    const bool alike =
        !argument && a.kind() == b.kind() && a.field() == b.field() && x && y && own_text(a) == own_text(b);
    if (!alike) {
        found.then = a;
        found.otherwise = b;
        found.count += argument ? 1 : 2;
        return;
    }
    for (; x && y; x = x.next_sibling(), y = y.next_sibling()) compare(x, y, found);
    if (x || y) found.count += 2;
}

// Takes tensors, reads them and keeps none: a method that writes to its own receiver, a pure function, a layer of
// torch. What a layer gives may be its argument, which nobody may be able to tell.
bool only_reads(const Facts& facts, Node call, const names::Binding* assigned, Node statement) {
    const torch::Row* row = facts.row_of(call);
    if (row && (row->traits.pure || row->traits.in_place)) return true;
    if (!facts.value(call.child(Field::function)).is(values::Kind::module)) return false;
    return makes_new_tensor(facts, call) || (assigned && !observer_of(facts, *assigned, statement));
}

// Of a method that is called.
Node receiver_of(Node call) { return call.is(Kind::call) ? call.child(Field::function).child(Field::object) : Node{}; }

// `a` of `t.copy_(a)`
Node copied_by(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const Node argument = row ? syntax::Call{call}.arguments().first_child() : Node{};
    return row && row->role == torch::Role::copies && argument && !argument.next_sibling() ? argument : Node{};
}

// As the tensor that it is copied to.
std::string cast_to(Node receiver) { return ".to(" + std::string(receiver.text()) + ".dtype)"; }

// What the call writes to in place may be what an operation of the arm that was not chosen keeps for its gradient.
Node written_beside(const Facts& facts, const Difference& found) {
    const Node call = call_around(found.then);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const bool computes = !found.then.is(Kind::identifier) || !found.otherwise.is(Kind::identifier);
    return row && row->traits.in_place && computes ? receiver_of(call) : Node{};
}

// `self.count.add_(1.0)`; `copy_` has no other name to give a tensor by.
bool writes_to_attribute(const Facts& facts, Node call) {
    return receiver_of(call).is(Kind::attribute) && is_update(call) && facts.pure_twin(call);
}

// `self.count.copy_(torch.where(c, self.count.add(1.0), self.count))`
Predication update_of(Node call, Predication made) {
    const Node receiver = receiver_of(call);
    made.targets.push_back({.values = {call, receiver},
                            .only_read = true,
                            .written = receiver,
                            .before = std::string(receiver.text()).append(copies),
                            .behind = ")"});
    return made;
}

// The text of the whole stands around the value.
void spell_around(Target& target, Node value, std::string_view front, Node whole, std::string_view back) {
    const std::string_view text = whole.text();
    const std::size_t at = value.span().begin - whole.span().begin;
    target.before = std::string(front).append(text.substr(0, at));
    target.behind = std::string(text.substr(at + value.span().size())).append(back);
}

// For a gradient, by what was computed before, or is for the write.
bool is_needed(const Facts& facts, const names::Binding& variable, Node write) {
    if (facts.without_gradients()) return false;
    return saved_with(facts, variable, syntax::statement_of(write), write.end_index()).has_value();
}

// `if c: y[0] = a`, `if c: y[1:] += a`
std::optional<Predication> read_part(const Facts& facts, Node then, Predication made) {
    const auto assignment = syntax::as<syntax::Assignment>(then);
    const auto update = syntax::as<syntax::AugmentedAssignment>(then);
    const Node place = assignment ? assignment->target() : update ? update->target() : Node{};
    if (!place.is(Kind::subscript) || (assignment && assignment->value().is(Kind::assignment))) return std::nullopt;
    const syntax::Subscript view{place};
    const auto is_tensor = [&](Node index) { return facts.value(index).is_tensor(); };
    const names::Binding* variable = facts.variable(view.object());
    const Node value = assignment ? assignment->value() : then;
    if (!variable || !facts.value(view.object()).is_tensor() || std::ranges::any_of(view.indices(), is_tensor))
        return std::nullopt;
    if (!is_unshared(facts, *variable, made.statement)) return std::nullopt;
    made.targets.push_back({.values = {value, place},
                            .only_read = true,
                            .written = is_needed(facts, *variable, then) ? view.object() : Node{},
                            .cut = place,
                            .before = std::string(place.text()) + " = "});
    return made;
}

// `if c: t.copy_(a)`, `if c: self.count.add_(1.0)`
std::optional<Predication> read_update(const Facts& facts, Node then, Predication made) {
    if (auto part = read_part(facts, then, made)) return part;
    if (writes_to_attribute(facts, then)) return update_of(then, std::move(made));
    const Node argument = copied_by(facts, then), receiver = receiver_of(then);
    const bool simple = argument.is(Kind::identifier) || argument.is(Kind::attribute) || argument.is(Kind::call);
    if (!simple) return std::nullopt;
    made.targets.push_back(
        {.values = {argument, receiver}, .cast = cast_to(receiver), .only_read = true, .written = receiver});
    spell_around(made.targets.front(), argument, "", then, "");
    return made;
}

// What an update leaves in the tensor: `a` of `self.limit.copy_(a)`, and else the update itself.
Node left_by(const Facts& facts, Node update) {
    if (const Node copied = copied_by(facts, update)) return copied;
    return writes_to_attribute(facts, update) ? update : Node{};
}

// `if c: self.limit.copy_(a) else: self.limit.mul_(0.5)`
std::optional<Predication> read_updates(const Facts& facts, Node then, Node otherwise, Predication made) {
    const Node receiver = receiver_of(then), other = receiver_of(otherwise);
    if (!receiver.is(Kind::attribute) || !other || receiver.text() != other.text()) return std::nullopt;
    const Node value = left_by(facts, then), last = left_by(facts, otherwise);
    if (!value || !last || then.child(Field::function).text() == otherwise.child(Field::function).text())
        return std::nullopt;
    made = update_of(then, std::move(made));
    Target& target = made.targets.front();
    target.values = {value, last};
    target.cut = receiver;
    if (value != then) target.cast = cast_to(receiver);
    return made;
}

// `if c: t.copy_(a) else: t.copy_(b)`
std::optional<Predication> read_both(const Facts& facts, Node then, Node otherwise, Predication made) {
    if (!then || !otherwise || then.is(Kind::assignment)) return std::nullopt;
    if (auto updates = read_updates(facts, then, otherwise, made)) return updates;
    Difference found;
    compare(then, otherwise, found);
    if (found.count != 1 || !only_reads(facts, call_around(found.then), nullptr, made.statement)) return std::nullopt;
    made.targets.push_back(
        {.values = {found.then, found.otherwise}, .only_read = true, .written = written_beside(facts, found)});
    spell_around(made.targets.front(), found.then, "", then, "");
    return made;
}

// `y = f(a) if c else f(b)`, `if c: return f(a)` and `return f(b)`: what is assigned or returned.
std::optional<Predication> read_given(const Facts& facts, Node operand) {
    Proof proof;
    auto made = read_predication(facts, operand, proof);
    if (!made || proof.refused() || made->loop || made->arms() != 2) return std::nullopt;
    const auto is_open = [](const Target& target) { return !target.alike; };
    if (std::ranges::count_if(made->targets, is_open) != 1) return std::nullopt;
    Target& target = *std::ranges::find_if(made->targets, is_open);
    if (target.temporary || !target.cast.empty() || !target.values[0] || !target.values[1]) return std::nullopt;
    const Node then = target.values[0];
    if (then.is(Kind::augmented_assignment) || then.parent().is(Kind::expression_statement)) return std::nullopt;
    Difference found;
    compare(then, target.values[1], found);
    if (found.count != 1 || !only_reads(facts, call_around(found.then), target.variable, made->statement))
        return std::nullopt;
    const bool inside = made->form == Predication::Form::expression;
    if (inside && made->targets.size() > 1) return std::nullopt;
    const std::string front = inside || target.text.empty() ? target.before : target.text + " = ";
    spell_around(target, found.then, front, then, target.behind);
    target.values = {found.then, found.otherwise};
    target.only_read = true;
    target.written = written_beside(facts, found);
    target.text.clear();
    target.variable = nullptr;
    return made;
}

std::optional<Predication> read(const Facts& facts, Node operand) {
    const Node statement = syntax::statement_of(operand);
    if (auto given = read_given(facts, operand); given || !statement.is(Kind::if_statement)) return given;
    const syntax::If view{statement};
    const std::vector<Node> alternatives = view.alternatives();
    const Node then = only_statement(view.body());
    Predication made{
        .statement = statement, .head = statement, .conditions = {view.condition()}, .replaced = statement.span()};
    if (alternatives.empty()) return read_update(facts, then, std::move(made));
    return read_both(facts, then, only_statement(alternatives.front().child(Field::body)), std::move(made));
}

}  // namespace

Proposal propose_common_call(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto predication = read(facts, operand);
    if (!predication) return {};
    Proposal proposal =
        propose_select(analysis, facts, *predication, "common-call", predication->targets.front().cut ? always : once);
    if (proposal.fixes.empty()) proposal.declined.reset();  // what `where` says is the better reason
    return proposal;
}

}  // namespace transforms
