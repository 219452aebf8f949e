#include "transforms/if_conversion/sink_common_call.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/findings.h"
#include "transforms/if_conversion/if_conversion.h"
#include "transforms/if_conversion/predicated_store.h"
#include "transforms/if_conversion/read/elif_chain.h"
#include "transforms/if_conversion/read/store.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view once = "call it once, with `torch.where`", always = "write it always, with `torch.where`";

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
    return effects::makes_new_tensor(facts, call) || (assigned && !effects::observer_of(facts, *assigned, statement));
}

// What the call writes to in place may be what an operation of the arm that was not chosen keeps for its gradient.
Node written_beside(const Facts& facts, const Difference& found) {
    const Node call = call_around(found.then);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const bool computes = !found.then.is(Kind::identifier) || !found.otherwise.is(Kind::identifier);
    return row && row->traits.in_place && computes ? receiver_of(call) : Node{};
}

// `if c: t.copy_(a) else: t.copy_(b)`
std::optional<Predication> read_both(const Facts& facts, Node then, Node otherwise, Predication made) {
    if (!then || !otherwise || then.is(Kind::assignment)) return std::nullopt;
    if (auto update = write_of_both(facts, then, otherwise)) {
        made.targets.push_back(std::move(*update));
        return made;
    }
    Difference found;
    compare(then, otherwise, found);
    if (found.count != 1) return std::nullopt;
    const Node call = call_around(found.then);
    const bool keeps = call.is(Kind::call) && effects::appends(facts, call);
    if (!keeps && !only_reads(facts, call, nullptr, made.statement)) return std::nullopt;
    made.targets.push_back(
        {.values = {found.then, found.otherwise}, .only_read = !keeps, .written = written_beside(facts, found)});
    spell_around(made.targets.front(), found.then, "", then, "");
    return made;
}

// `y = f(a) if c else f(b)`, `if c: return f(a)` and `return f(b)`: what is assigned or returned.
std::optional<Predication> read_given(const Facts& facts, Node operand) {
    proof::Proof proof;
    auto made = read_predication(facts, operand, proof);
    if (!made || proof.refused() || made->arms() != 2) return std::nullopt;
    const auto is_open = [](const Target& target) { return !target.alike; };
    if (std::ranges::count_if(made->targets, is_open) != 1) return std::nullopt;
    Target& target = *std::ranges::find_if(made->targets, is_open);
    const Node then = target.values[0], otherwise = target.values[1];
    if (!then || !otherwise) return std::nullopt;
    if (then.parent().is(Kind::expression_statement)) return std::nullopt;
    Difference found;
    compare(then, otherwise, found);
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

// `if c: continue`
bool skips(Node statement) {
    const syntax::If view{statement};
    const Node first = view.body().first_child();
    return view.alternatives().empty() && first.is(Kind::continue_statement) && !first.next_sibling() &&
           is_loop(statement.parent().parent());
}

// `if c: continue` and then `keep[i:] &= a`, until the end of the round.
std::optional<Predication> read_skip(const Facts& facts, Predication made) {
    made.targets = writes_behind(facts, made.statement);
    if (made.targets.empty()) return std::nullopt;
    made.form = Predication::Form::skip;
    made.replaced.end = syntax::last_statement(made.statement.parent()).span().end;
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
    if (alternatives.size() == 1 && alternatives.front().is(Kind::else_clause))
        if (auto both = read_both(facts, then, only_statement(alternatives.front().child(Field::body)), made))
            return both;
    for (const Node each : alternatives)
        if (each.is(Kind::elif_clause)) made.conditions.push_back(each.child(Field::condition));
    made.targets = writes_of(facts, statement);
    if (made.targets.empty() && skips(statement)) return read_skip(facts, std::move(made));
    return made.targets.empty() ? std::nullopt : std::optional(std::move(made));
}

Proposal propose_of(Study& study, Node operand) {
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto predication = read(facts, operand);
    if (!predication) return {};
    Proposal proposal =
        propose_select(study.analysis(), facts, *predication, "common-call",
                       predication->targets.front().cut || predication->targets.size() > 1 ? always : once);
    if (proposal.fixes.empty()) proposal.declined.reset();  // what `where` says is the better reason
    return proposal;
}

struct OfChain {
    Proposal proposal;
};

}  // namespace

Proposal propose_common_call(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Node part = part_of_chain(study, operand);
    if (!part) return propose_of(study, operand);
    return study.once<OfChain>(part, [&] { return OfChain{propose_of(study, operand)}; }).proposal;
}

}  // namespace transforms::if_conversion
