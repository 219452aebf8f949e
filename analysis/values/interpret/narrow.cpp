#include "analysis/values/interpret/frame.h"

// What holds where a test said yes, or no: `x is not None`, `isinstance(x, torch.Tensor)`, `x`.

#include <algorithm>

namespace values {

using SyntaxKind = syntax::Kind;
using syntax::Node;
using syntax::Op;

void Frame::narrow(State& state, Node test, bool yes) {
    test = syntax::unparenthesized(test);
    switch (test.kind()) {
        case SyntaxKind::not_operator: return narrow(state, test.first_child(), !yes);
        case SyntaxKind::boolean_operator:
            // `a and b` says yes only if both do; when it says no, either may have.
            if ((test.op() == Op::logical_and) != yes) return;
            narrow(state, test.first_child(), yes);
            return narrow(state, test.first_child().next_sibling(), yes);
        case SyntaxKind::named_expression: return narrow(state, test.child(syntax::Field::name), yes);
        case SyntaxKind::identifier:
        case SyntaxKind::attribute:
            if (Value value = known(state, test); yes && value.maybe_none) {
                value.maybe_none = false;
                narrow_to(state, test, value);
            }
            return;
        case SyntaxKind::comparison_operator: return narrow_none(state, test, yes);
        case SyntaxKind::call: return narrow_instance(state, test, yes);
        default: return;
    }
}

void Frame::narrow_none(State& state, Node test, bool yes) {
    const Node place = test.first_child();
    const Node other = place.next_sibling();
    if (!other.is(SyntaxKind::none) || other.next_sibling()) return;
    const bool positive = other.op() == Op::is || other.op() == Op::equal;
    if (!positive && other.op() != Op::is_not && other.op() != Op::not_equal) return;
    if (positive == yes) return narrow_to(state, place, none());
    Value value = known(state, place);
    if (!value.maybe_none) return;
    value.maybe_none = false;
    narrow_to(state, place, value);
}

void Frame::narrow_instance(State& state, Node test, bool yes) {
    const syntax::Call call{test};
    const Node place = call.arguments().first_child();
    // What is not compiled is not recorded before it is final.
    const bool is_eager = !activation_.compiled && interpreter_.looks_for_entries();
    const auto meaning = [&](Node node) { return is_eager ? quietly(state, node) : interpreter_.recorded(node); };
    const torch::Row* row = row_of(meaning(call.function()));
    if (!row || !place) return;
    const Value type = row->role == torch::Role::isinstance ? meaning(place.next_sibling()) : never();
    Value value = known(state, place);
    const bool either = value.is_tensor() && value.maybe_none;  // or a number
    if (row->role != torch::Role::is_tensor && !names_tensor_class(type)) {
        const std::vector<Value> types = types_of(type);
        // What is not compiled runs as it stands: `if isinstance(module, Block): module.compile()`.
        const Value only = types.size() == 1 ? interpreter_.resolved(types.front()) : never();
        if (yes && is_eager && only.is(Kind::class_) && !value.is(Kind::object))
            return narrow_to(state, place, store_.instance(&only.class_of()));
        // `isinstance(x, np.bool_)`: nobody hands such a number to what is compiled, and it is no tensor.
        const auto is_of_numpy = [](Value each) {
            const torch::Row* class_ = row_of(each);
            return class_ && class_->role == torch::Role::constant_type && class_->name.starts_with("numpy.");
        };
        if (yes && value.is(Kind::unknown) && !types.empty() && std::ranges::all_of(types, is_of_numpy))
            return narrow_to(state, place, constant());
        const auto is_number = [](Value each) {
            const torch::Row* class_ = row_of(each);
            return class_ && class_->role == torch::Role::number_type;
        };
        if (yes && either && !types.empty() && std::ranges::all_of(types, is_number))
            narrow_to(state, place,
                      {.kind = Kind::number, .dtype = types.size() == 1 ? row_of(type)->dtype : torch::Dtype::unknown});
        return;
    }
    if (!yes) {
        if (either) narrow_to(state, place, constant());
        return;
    }
    if (value.is_tensor()) {
        value.likely = value.maybe_none = false;
    } else {
        value = {.kind = Kind::tensor};
    }
    narrow_to(state, place, value);
}

// What is known of a place without evaluating it again.
Value Frame::known(State& state, Node place) {
    if (place.is(SyntaxKind::identifier)) return read(state, place);
    const syntax::Attribute attribute{place};
    if (!attribute.object().is(SyntaxKind::identifier)) return unknown();
    const names::Reference reference = resolve(attribute.object());
    if (!reference || reference.scope != &scope_ || state.slots.empty()) return unknown();
    const Value* path = state.find(reference.slot, attribute.name().text());
    return path ? *path : member(state.slots[reference.slot], attribute.name().text(), false);
}

void Frame::narrow_to(State& state, Node place, Value value) {
    if (place.is(SyntaxKind::named_expression)) place = place.child(syntax::Field::name);
    if (place.is(SyntaxKind::identifier)) {
        const names::Reference reference = resolve(place);
        if (reference && reference.scope == &scope_ && !state.slots.empty()) state.slots.set(reference.slot, value);
    } else if (place.is(SyntaxKind::attribute)) {
        replace(state, place, value);
    }
}

}  // namespace values
