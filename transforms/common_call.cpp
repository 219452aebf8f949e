#include "transforms/common_call.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/sharing.h"
#include "transforms/update.h"
#include "transforms/where.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view title = "call it once, with `torch.where`", copies = ".copy_(";

Node only_statement(Node block) {
    const Node first = block ? block.first_child() : Node{};
    return first.is(Kind::expression_statement) && !first.next_sibling() ? first.first_child() : Node{};
}

struct Difference {
    Node then;
    Node otherwise;
    int count = 0;
};

// Where two trees differ; an argument of a call is taken as a whole.
void compare(Node a, Node b, Difference& found) {
    const bool argument = a.parent().is(Kind::argument_list) && b.parent().is(Kind::argument_list);
    if (a.text() == b.text()) return;
    Node x = a.first_child(), y = b.first_child();
    const bool alike = !argument && a.kind() == b.kind() && a.op() == b.op() && a.field() == b.field() && x && y;
    if (!alike) {
        found.then = a;
        found.otherwise = b;
        found.count += argument ? 1 : 2;
        return;
    }
    for (; x && y; x = x.next_sibling(), y = y.next_sibling()) compare(x, y, found);
    if (x || y) found.count += 2;
}

// Takes tensors, reads them and keeps none: a method that writes to its own receiver, a pure function, a layer of torch.
// What a layer gives may be its argument, which nobody may be able to tell.
bool only_reads(const Facts& facts, Node call, Node statement) {
    const torch::Row* row = facts.row_of(call);
    if (row && (row->traits.pure || row->traits.in_place)) return true;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    return facts.value(call.child(Field::function)).is(values::Kind::module) && variable &&
           !observer_of(facts, *variable, statement);
}

// What the call writes to in place may be what an operation of the arm that was not chosen keeps for its gradient.
Node written_beside(const Facts& facts, const Difference& found) {
    const Node call = found.then.parent().parent();
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const bool computes = !found.then.is(Kind::identifier) || !found.otherwise.is(Kind::identifier);
    return row && row->traits.in_place && computes ? call.child(Field::function).child(Field::object) : Node{};
}

// `self.count.add_(1.0)`; `copy_` has no other name to give a tensor by.
bool writes_to_attribute(const Facts& facts, Node call) {
    const Node receiver = call.is(Kind::call) ? call.child(Field::function).child(Field::object) : Node{};
    return receiver.is(Kind::attribute) && is_update(call) && facts.pure_twin(call);
}

// `self.count.copy_(torch.where(c, self.count.add(1.0), self.count))`
Predication update_of(Node call, Predication made) {
    const Node receiver = call.child(Field::function).child(Field::object);
    made.targets.push_back({.values = {call, receiver},
                            .only_read = true,
                            .written = receiver,
                            .before = std::string(receiver.text()).append(copies),
                            .behind = ")"});
    return made;
}

std::optional<Predication> read(const Facts& facts, Node operand) {
    const Node statement = syntax::statement_of(operand);
    if (!statement.is(Kind::if_statement)) return std::nullopt;
    const syntax::If view{statement};
    const std::vector<Node> alternatives = view.alternatives();
    const Node then = only_statement(view.body());
    Predication made{
        .statement = statement, .head = statement, .conditions = {view.condition()}, .replaced = statement.span()};
    if (alternatives.empty()) {
        const torch::Row* row = then.is(Kind::call) ? facts.row_of(then) : nullptr;
        const Node argument = row ? syntax::Call{then}.arguments().first_child() : Node{};
        if (writes_to_attribute(facts, then)) return update_of(then, std::move(made));
        if (!row || row->role != torch::Role::copies || !argument || argument.next_sibling()) return std::nullopt;
        const Node receiver = then.child(Field::function).child(Field::object);
        const bool simple = argument.is(Kind::identifier) || argument.is(Kind::attribute) || argument.is(Kind::call);
        if (!simple) return std::nullopt;
        made.targets.push_back({.values = {argument, receiver},
                                .cast = ".to(" + std::string(receiver.text()) + ".dtype)",
                                .only_read = true,
                                .written = receiver});
    } else {
        const Node otherwise = only_statement(alternatives.front().child(Field::body));
        if (!then || !otherwise) return std::nullopt;
        Difference found;
        compare(then, otherwise, found);
        if (found.count != 1) return std::nullopt;
        if (!only_reads(facts, found.then.parent().parent(), statement)) return std::nullopt;
        made.targets.push_back({.values = {found.then, found.otherwise},
                                .only_read = true,
                                .written = written_beside(facts, found)});
    }
    Target& target = made.targets.front();
    const Node value = target.values.front();
    const std::string_view text = then.text();
    const std::size_t at = value.span().begin - then.span().begin;
    target.before = text.substr(0, at);
    target.behind = text.substr(at + value.span().size());
    return made;
}

}  // namespace

Proposal propose_common_call(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto predication = read(facts, operand);
    if (!predication) return {};
    Proposal proposal = propose_select(analysis, facts, *predication, "common-call", title);
    if (proposal.fixes.empty()) proposal.declined.reset();  // what `where` says is the better reason
    return proposal;
}

}  // namespace transforms
