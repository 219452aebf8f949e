#include "analysis/rules/engine/assertion.h"

#include "analysis/flow/graph.h"

namespace rules {
namespace {

using syntax::Kind;
using syntax::Node;

// What the compiler of Python stores as a constant: a text, a number, a tuple of such.
bool is_constant(Node node) {
    node = syntax::unparenthesized(node);
    switch (node.kind()) {
        case Kind::string: return !node.first_child();
        case Kind::concatenated_string:
        case Kind::tuple:
        case Kind::unary_operator:
            for (const Node part : node.children())
                if (!is_constant(part)) return false;
            return true;
        case Kind::integer:
        case Kind::float_:
        case Kind::true_:
        case Kind::false_:
        case Kind::none:
        case Kind::ellipsis: return true;
        default: return false;
    }
}

}  // namespace

bool becomes_operator(Node operand) {
    const Node assertion = flow::decided_by(operand);
    const Node condition = assertion.first_child();
    const Node message = condition.next_sibling();
    return syntax::unparenthesized(condition) == syntax::unparenthesized(operand) && (!message || is_constant(message));
}

}  // namespace rules
