#include "analysis/effects/traceable.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/interpret/event.h"

#include <algorithm>

namespace effects {

using syntax::Kind;
using syntax::Node;

namespace {

bool is_chain(Node comparison) {
    return comparison.is(Kind::comparison_operator) && comparison.first_child().next_sibling().next_sibling();
}

// With these arguments: `torch.ones_like(x)` is traced, `torch.ones_like(x, requires_grad=True)` is not.
bool breaks(const function::Facts& facts, Node node, const torch::Row* row) {
    const syntax::Call call{node};
    values::Arguments arguments;
    for (const Node each : call.arguments().children()) {
        if (each.is(Kind::list_splat) || each.is(Kind::dictionary_splat)) return row->when != torch::When::never;
        if (const auto keyword = syntax::as<syntax::Keyword>(each))
            arguments.keywords.emplace_back(keyword->name().text(), facts.value(keyword->value()));
        else
            arguments.positional.push_back(facts.value(each));
    }
    const bool is_method = facts.value(call.function()).is(values::Kind::bound);
    const values::Value receiver =
        is_method ? facts.value(call.function().child(syntax::Field::object)) : values::never();
    return values::breaking(row, receiver, arguments) != nullptr;
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

bool looks_up(const function::Facts& facts, Node node) {
    const syntax::Subscript subscript{node};
    const values::Value object = facts.value(subscript.object());
    if (object.is_tensor() || object.is(values::Kind::sequence)) return false;
    return std::ranges::any_of(subscript.indices(), [&](Node index) {
        const values::Value key = facts.value(index);
        return !index.is(Kind::slice) && !key.is(values::Kind::literal) &&
               values::category(key) != torch::Dtype::integer;
    });
}

bool is_traced(const function::Facts& facts, Node node) {
    if (!facts.value(node).is_tensor() || is_chain(node)) return false;
    for (const Node each : subtree(node)) {
        switch (each.kind()) {
            case Kind::call: {
                const torch::Row* row = facts.row_of(each);
                if (!only_gives_a_value(row) || breaks(facts, each, row)) return false;
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

}  // namespace effects
