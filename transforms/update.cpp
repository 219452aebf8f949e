#include "transforms/update.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

Node method_of(Node call) {
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    return function.is(Kind::attribute) ? function : Node{};
}

}  // namespace

bool is_update(Node value) {
    const std::string_view name = method_of(value) ? method_of(value).child(Field::attribute).text() : "";
    return value.is(Kind::augmented_assignment) ||
           (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_');
}

std::string text_of(Node value) {
    if (value.is(Kind::augmented_assignment)) {
        const syntax::AugmentedAssignment update{value};
        const Node right = update.value();
        const bool simple = !right.is(Kind::binary_operator) && !right.is(Kind::conditional_expression) &&
                            !right.is(Kind::comparison_operator) && !right.is(Kind::boolean_operator);
        const std::string operand(right.text());
        return std::string(update.target().text()) + " " + std::string(syntax::op_text(update.op())) + " " +
               (simple ? operand : "(" + operand + ")");
    }
    std::string text(value.text());
    if (is_update(value)) text.erase(method_of(value).span().end - value.span().begin - 1, 1);
    return text;
}

}  // namespace transforms
