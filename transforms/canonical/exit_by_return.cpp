#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

namespace {

// The `return x` that ends an arm of a branch in the body of a loop.
Node leaving(Node statement) {
    const auto branch = syntax::as<syntax::If>(statement);
    const Node last = branch && branch->alternatives().empty() ? syntax::last_statement(branch->body()) : Node{};
    return last.is(Kind::return_statement) ? last : Node{};
}

// Of all branches in the body of the loop; none if it is left in other ways, too.
std::vector<Node> exits_of(Node loop) {
    std::vector<Node> exits;
    for (const Node statement : loop.child(syntax::Field::body).children())
        if (const Node last = leaving(statement)) exits.push_back(last);
    const auto leaves = [&](Node node) {
        const bool is_exit = std::ranges::find(exits, node) != exits.end();
        return (node.is(Kind::return_statement) && !is_exit) || node.is(Kind::break_statement);
    };
    return std::ranges::any_of(subtree(loop), leaves) ? std::vector<Node>{} : exits;
}

// `found = False` in front of the loop, and behind it `if found: return x`.
std::optional<Spelling> flagged(const text::Source& source, const function::Facts& facts, Node loop, Node exit) {
    const auto indentation = edit::indentation(source, loop.span()), inner = edit::indentation(source, exit.span());
    const auto behind = edit::indentation(source, loop.next_sibling().span());
    if (!indentation || !inner || behind != indentation) return std::nullopt;
    const std::string name = edit::unused_name(facts.program().names(), "found");
    const std::string line = std::string(source.line_ending()).append(*indentation);
    const std::string deeper = std::string(source.line_ending()).append(*inner);
    const std::uint32_t begin = loop.span().begin, next = loop.next_sibling().span().begin;
    const std::string asked = "if " + name + ":" + line + edit::step_of(source, loop) + std::string(exit.text()) + line;
    return Spelling{.edits = {{{begin, begin}, name + " = False" + line},
                              {exit.span(), name + " = True" + deeper + "break"},
                              {{next, next}, asked}},
                    .costs_more = true};
}

}  // namespace

std::optional<Spelling> exit_by_return(const text::Source& source, const function::Facts& facts, Node asked) {
    const Node loop = syntax::innermost_loop(asked), behind = loop ? loop.next_sibling() : Node{};
    if (!behind.is(Kind::return_statement) || loop.child(syntax::Field::alternative)) return std::nullopt;
    const std::vector<Node> exits = exits_of(loop);
    if (exits.size() == 1 && exits.front().text() != behind.text() && exits.front().first_child())
        return flagged(source, facts, loop, exits.front());
    Spelling made{.costs_more = true};
    for (const Node each : exits)
        if (each.text() == behind.text()) made.edits.push_back({each.span(), "break"});
    return made.edits.empty() ? std::nullopt : std::optional(made);
}

}  // namespace transforms::canonical
