#include "analysis/rules/engine/whole_use.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace rules {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// The names that hold it or its items: of an assignment, a `for`, a comprehension.
std::vector<Node> names_of(Node call) {
    std::vector<Node> names;
    const Node around = call.parent();
    if (call.field() != Field::right || around.is(Kind::augmented_assignment)) return names;
    for (const Node node : subtree(around.child(Field::left)))
        if (node.is(Kind::identifier) && syntax::is_target(node)) names.push_back(node);
    return names;
}

bool bounds(Node use) {
    if (use.parent().is(Kind::subscript) && use.field() == Field::value) use = use.parent();  // `lengths[i]`
    if (use.parent().is(Kind::slice)) return true;
    const Node list = use.parent();
    return list.is(Kind::argument_list) && list.parent().child(Field::function).text() == "range";
}

}  // namespace

bool is_used_as_whole(const values::Program& program, Node call) {
    const std::vector<Node> held = names_of(call);
    const Node function = held.empty() ? Node{} : syntax::function_of(call);
    if (!function) return false;
    const names::Module& names = program.names_of(call);
    for (const Node node : subtree(function)) {
        if (!node.is(Kind::identifier) || !bounds(node)) continue;
        const auto is_it = [&](Node name) { return names.resolve(name) == names.resolve(node); };
        if (names.resolve(node) && std::ranges::any_of(held, is_it)) return true;
    }
    return false;
}

}  // namespace rules
