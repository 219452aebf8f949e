#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"

namespace transforms::canonical {

using syntax::Kind;
using syntax::Node;

namespace {

// The `return x` that ends an arm of a branch in the body of a loop.
Node leaving(Node statement) {
    const auto branch = syntax::as<syntax::If>(statement);
    const Node last = branch && branch->alternatives().empty() ? syntax::last_statement(branch->body()) : Node{};
    return last.is(Kind::return_statement) ? last : Node{};
}

}  // namespace

std::optional<Spelling> exit_by_return(const text::Source& /*source*/, const function::Facts& /*facts*/, Node asked) {
    const Node loop = loop_around(asked), behind = loop.next_sibling();
    if (!syntax::is_loop(loop) || loop.child(syntax::Field::alternative) || !behind.is(Kind::return_statement))
        return std::nullopt;
    Spelling made;
    for (const Node statement : loop.child(syntax::Field::body).children())
        if (const Node last = leaving(statement); last && last.text() == behind.text())
            made.edits.push_back({last.span(), "break"});
    return made.edits.empty() ? std::nullopt : std::optional(made);
}

}  // namespace transforms::canonical
