#include "transforms/if_conversion/write/functionalize.h"

#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include "transforms/edit/comments.h"

#include <utility>

namespace transforms::if_conversion {

using edit::with_replaced;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Binds closer than a sum does.
bool is_product(Node node) {
    const syntax::Op op = syntax::operator_of(node);
    return op == syntax::Op::mul || op == syntax::Op::div || op == syntax::Op::matmul;
}

}  // namespace

std::string text_of(Node value, std::vector<edit::Replacement> replaced) {
    if (value.is(Kind::augmented_assignment)) {
        const syntax::AugmentedAssignment update{value};
        const Node right = update.value();
        const bool sums = update.op() == syntax::Op::add || update.op() == syntax::Op::sub;
        const bool simple = (!right.is(Kind::binary_operator) || (sums && is_product(right))) &&
                            !right.is(Kind::conditional_expression) && !right.is(Kind::comparison_operator) &&
                            !right.is(Kind::boolean_operator);
        const std::string operand = with_replaced(right, replaced);
        return with_replaced(update.target(), replaced) + " " + std::string(syntax::op_text(update.op())) + " " +
               (simple ? operand : "(" + operand + ")");
    }
    for (const Node link : function::is_update(value) ? function::links_of(value) : std::vector<Node>{}) {
        const Node name = link.child(Field::function).child(Field::attribute);
        const function::Fill* fill = function::fill_named(name.text());
        if (!fill) {
            replaced.push_back({{name.span().end - 1, name.span().end}, ""});
            continue;
        }
        const syntax::Node first = syntax::Call{link}.arguments().first_child();
        const std::uint32_t begin = name.span().begin;
        const std::uint32_t end = first ? first.span().begin : link.span().end;
        const std::string shape = with_replaced(function::updated_by(value), replaced) + ".shape";
        replaced.push_back({{begin, end}, std::string(fill->method) + "(" + shape + (first ? ", " : ")")});
    }
    // Lines of an arm are as deep as that was.
    const bool keeps_lines =
        edit::has_long_string(value) || !edit::comments_in(value.tree()->source(), value.span(), {}).empty();
    return keeps_lines ? with_replaced(value, replaced) : edit::on_one_line(value, replaced);
}

}  // namespace transforms::if_conversion
