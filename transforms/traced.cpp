#include "transforms/traced.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

bool is_chain(Node comparison) {
    return comparison.is(Kind::comparison_operator) && comparison.first_child().next_sibling().next_sibling();
}

}  // namespace

bool only_gives_a_value(const torch::Row* row) {
    if (!row || row->role == torch::Role::random || row->traits.in_place) return false;
    switch (row->gives) {
        case torch::Gives::unknown:
        case torch::Gives::none:
        case torch::Gives::object:
        case torch::Gives::self: return false;
        default: return true;
    }
}

bool is_traced(const Facts& facts, Node node) {
    if (!facts.value(node).is_tensor() || is_chain(node)) return false;
    for (std::uint32_t i = node.index(); i < node.end_index(); ++i) {
        const Node each = node.tree()->node(i);
        switch (each.kind()) {
            case Kind::call: {
                const torch::Row* row = facts.row_of(each);
                if (!only_gives_a_value(row) || row->when != torch::When::never) return false;
                break;
            }
            case Kind::subscript:
                for (const Node index : syntax::Subscript{each}.indices())
                    if (facts.value(index).is_tensor()) return false;
                break;
            case Kind::binary_operator:  // of a text and what it formats
                if (each.child(syntax::Field::left).is(Kind::string)) return false;
                break;
            case Kind::boolean_operator:
            case Kind::not_operator:
            case Kind::conditional_expression:
            case Kind::lambda:
            case Kind::await:
            case Kind::yield:
            case Kind::named_expression:
            case Kind::list_splat:
            case Kind::dictionary_splat:
            case Kind::list_comprehension:
            case Kind::set_comprehension:
            case Kind::dictionary_comprehension:
            case Kind::generator_expression: return false;
            default: break;
        }
    }
    return true;
}

}  // namespace transforms
