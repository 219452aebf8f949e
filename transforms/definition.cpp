// Which assignment gave a variable its value.
#include "analysis/syntax/python.h"
#include "transforms/facts.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

// What the identifier is assigned in a plain assignment, `a = x` or `a, b = x, y`; or none.
Node assigned_to(Node identifier) {
    const Node holder = identifier.parent().is(Kind::assignment) ? identifier : identifier.parent();
    const auto assignment = syntax::as<syntax::Assignment>(holder.parent());
    if (!assignment || assignment->value().is(Kind::assignment) ||
        !assignment->node.parent().is(Kind::expression_statement))
        return {};
    if (holder == identifier) return assignment->value();
    const std::vector<Node> names = syntax::elements_of(holder), values = syntax::elements_of(assignment->value());
    const auto at = std::ranges::find(names, identifier);
    if (names.size() != values.size() || at == names.end() || values.front() == assignment->value()) return {};
    const auto starred = [](Node each) { return each.is(Kind::list_splat) || each.is(Kind::list_splat_pattern); };
    if (std::ranges::any_of(values, starred)) return {};
    return values[static_cast<std::size_t>(at - names.begin())];
}

// In different arms of one `if`: the one does not run before the other, but in another round of a loop.
bool excludes(Node one, Node other) {
    for (Node arm = one; arm; arm = arm.parent()) {
        const Node parent = arm.parent();
        if (!parent.is(Kind::if_statement) || !syntax::is_within(other, parent)) continue;
        return arm.field() != syntax::Field::condition && other.index() >= parent.first_child().end_index() &&
               !syntax::is_within(other, arm);
    }
    return false;
}

// The block that the statement is surely run in, where that is: a `with torch.no_grad():` always comes to its end.
Node block_of(const Facts& facts, Node statement) {
    Node block = statement.parent();
    while (block.parent().is(Kind::with_statement) && only_stops_gradients(facts, block.parent()))
        block = block.parent().parent();
    return block;
}

}  // namespace

bool only_stops_gradients(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const auto manager = syntax::as<syntax::Call>(item.child(syntax::Field::value));
        const torch::Row* row = manager ? facts.row_of(manager->node) : nullptr;
        if (!row || row->role != torch::Role::no_grad || !manager->arguments().children().empty()) return false;
    }
    return true;
}

std::optional<Definition> Facts::definition(const names::Binding& variable, Node statement) const {
    const auto [known, is_new] = definitions_.try_emplace({&variable, statement.index()});
    if (is_new) known->second = find_definition(variable, statement);
    return known->second;
}

std::optional<Definition> Facts::find_definition(const names::Binding& variable, Node statement) const {
    const names::Occurrence* last = nullptr;
    for (auto occurrence = variable.occurrences.rbegin(); occurrence != variable.occurrences.rend() && !last;
         ++occurrence)
        if (occurrence->node.index() < statement.index() && !excludes(occurrence->node, statement)) last = &*occurrence;
    if (!last) return std::nullopt;
    // Another round of a loop may bring what is assigned behind the statement.
    for (Node loop = statement.parent(); loop && loop != function_; loop = loop.parent()) {
        if (!is_loop(loop) || syntax::is_within(last->node, loop)) continue;
        for (const names::Occurrence& occurrence : variable.occurrences)
            if (syntax::is_within(occurrence.node, loop)) return std::nullopt;
    }
    if (last->kind == names::BindingKind::parameter) return Definition{.statement = {}, .value = last->node};
    const Node value = assigned_to(last->node);
    if (!value) return std::nullopt;
    const Node defining = syntax::statement_of(value);
    if (!syntax::is_within(statement, block_of(*this, defining))) return std::nullopt;
    return Definition{.statement = defining, .value = value};
}

}  // namespace transforms
