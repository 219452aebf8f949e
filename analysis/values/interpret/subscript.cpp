#include "analysis/values/declared/usage.h"
#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <utility>

// `object[index]`, and what one gets by iterating.

namespace values {
namespace {

using syntax::Node;
using SyntaxKind = syntax::Kind;

bool is_integer(Value value) {
    return literal_of<std::int64_t>(value) || value.is(Kind::number) || value.is(Kind::shape_number) ||
           value.is(Kind::tensor_number);
}

std::optional<std::size_t> position_of(Value index, std::size_t size) {
    const auto* integer = literal_of<std::int64_t>(index);
    if (!integer) return std::nullopt;
    const std::int64_t at = *integer < 0 ? *integer + static_cast<std::int64_t>(size) : *integer;
    if (at < 0 || static_cast<std::size_t>(at) >= size) return std::nullopt;
    return static_cast<std::size_t>(at);
}

// `x[mask]`, `x[mask.nonzero()]`, `x[:n]`: how many elements are left, the data decides.
bool counts_by_data(const std::pair<Node, Value>& index) {
    const auto& [node, value] = index;
    if (node.is(SyntaxKind::slice)) return value.is(Kind::tensor_number) || value.is_tensor() || value.unbacked;
    const bool may_be_mask = value.dtype == torch::Dtype::boolean || value.dtype == torch::Dtype::unknown;
    return value.unbacked || (value.is_tensor() && may_be_mask);
}

}  // namespace

Value Frame::subscript(State& state, Node node, bool store) {
    const syntax::Subscript view{node};
    const Value object = evaluate(state, view.object());
    Subscript event{.node = node, .object = object, .indices = {}, .store = store};
    const auto take = [&](Node index) {
        if (!index.is(SyntaxKind::slice)) {
            const Value value = evaluate(state, index);
            // `for mask in masks: correct[mask]`
            const bool is_mask = object.is_tensor() && value.is(Kind::unknown) && index.is(SyntaxKind::identifier) &&
                                 is_called_mask(index.text());
            const Value mask{.kind = Kind::tensor, .likely = true, .dtype = torch::Dtype::boolean};
            return event.indices.emplace_back(index, is_mask ? mask : value);
        }
        Value bounds = never();
        for (const Node bound : index.children()) {
            const Value value = evaluate(state, bound);
            const bool unbacked = bounds.unbacked || bounds.is(Kind::tensor_number) || value.unbacked;
            if (value.has_data() || (!bounds.has_data() && !is_changing(bounds))) bounds = value;
            bounds.unbacked = unbacked;
        }
        return event.indices.emplace_back(index, bounds);
    };
    for (const Node index : view.indices()) {
        if (index.is(SyntaxKind::tuple))
            for (const Node part : index.children()) take(part);
        else
            take(index);
    }
    const std::string_view changed = node.parent().is(SyntaxKind::delete_statement) ? "__delitem__" : "__setitem__";
    const std::string_view method = store ? changed : "__getitem__";
    for (const auto& [index, value] : event.indices)
        operate(node, object, method, {.positional = {value}, .keywords = {}});
    const Arguments given{.positional = {key_of(event.indices)}, .keywords = {}};
    const auto found = special(node, object, method, given);
    const Value result = store ? object : found ? *found : item(object, event.indices);
    emit(std::move(event));
    return result;
}

// What `x[i, :n]` hands to `__getitem__`: the index, or a tuple of all of them.
Value Frame::key_of(const std::vector<std::pair<Node, Value>>& indices) {
    std::vector<Value> keys;
    for (const auto& [node, value] : indices)
        keys.push_back(node.is(SyntaxKind::slice) || node.is(SyntaxKind::ellipsis) ? constant() : value);
    return keys.size() == 1 ? keys.front() : store_.sequence(Sequence::Form::tuple, std::move(keys));
}

Value Frame::item(Value object, const std::vector<std::pair<Node, Value>>& indices) {
    switch (object.kind) {
        case Kind::tensor:
        case Kind::array: return tensor_item(object, indices);
        case Kind::sequence: {
            const Sequence& sequence = object.sequence();
            if (indices.size() == 1 && indices.front().first.is(SyntaxKind::slice))
                return store_.sequence_of(sequence.form, store_.element(sequence));
            if (sequence.exact && indices.size() == 1)
                if (const auto at = position_of(indices.front().second, sequence.items.size()))
                    return sequence.items[*at];
            return store_.element(sequence);
        }
        case Kind::mapping: {
            const Mapping& mapping = object.mapping();
            const auto* key = indices.size() == 1 ? literal_of<std::string_view>(indices.front().second) : nullptr;
            if (!key) return store_.element(mapping);
            const Value found = mapping.at(*key);
            return found.is(Kind::never) ? unknown() : found;
        }
        case Kind::constant: return constant();
        default: return unknown();
    }
}

Value Frame::tensor_item(Value tensor, const std::vector<std::pair<Node, Value>>& indices) {
    int rank = tensor.rank;
    bool view = true;
    for (const auto& [node, value] : indices) {
        if (node.is(SyntaxKind::slice) || node.is(SyntaxKind::ellipsis)) continue;
        if (value.is(Kind::none)) {
            if (rank >= 0) ++rank;
        } else if (is_integer(value)) {
            if (rank > 0) --rank;
        } else {
            rank = -1;  // a tensor, a list, or something unknown
            view = false;
        }
    }
    if (std::ranges::any_of(indices, [](const auto& index) { return index.first.is(SyntaxKind::ellipsis); }) &&
        tensor.rank < 0)
        rank = -1;
    if (tensor.is(Kind::array))
        return {.kind = Kind::array,
                .likely = tensor.likely,
                .dtype = tensor.dtype,
                .rank = static_cast<std::int8_t>(rank)};
    return {.kind = Kind::tensor,
            .likely = tensor.likely,
            .dtype = tensor.dtype,
            .rank = static_cast<std::int8_t>(rank),
            .origin = view ? Origin::view : Origin::fresh,
            .unbacked = tensor.unbacked || std::ranges::any_of(indices, counts_by_data)};
}

Value Frame::iterate(Value iterable) {
    switch (iterable.kind) {
        case Kind::tensor:
            return {.kind = Kind::tensor,
                    .likely = iterable.likely,
                    .dtype = iterable.dtype,
                    .rank = static_cast<std::int8_t>(iterable.rank > 0 ? iterable.rank - 1 : -1),
                    .origin = Origin::view,
                    .unbacked = iterable.unbacked};
        case Kind::sequence: return store_.element(iterable.sequence());
        case Kind::mapping: return iterable.mapping().modules ? constant() : unknown();
        case Kind::array:
            return {.kind = Kind::array,
                    .likely = iterable.likely,
                    .dtype = iterable.dtype,
                    .rank = static_cast<std::int8_t>(iterable.rank > 0 ? iterable.rank - 1 : -1)};
        case Kind::constant: return constant();
        default: return unknown();
    }
}

}  // namespace values
