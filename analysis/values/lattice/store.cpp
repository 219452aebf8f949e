#include "analysis/values/lattice/store.h"

#include "analysis/values/declared/classes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace values {
namespace {

bool is_plain_number(Value value) {
    return value.is(Kind::number) || value.is(Kind::shape_number) || value.is(Kind::constant) ||
           value.is(Kind::literal);
}

// What can be one of several: something to call, or an object of a class that is known.
bool is_option(Value value) {
    switch (value.kind) {
        case Kind::object:
        case Kind::module:
        case Kind::function:
        case Kind::class_:
        case Kind::api:
        case Kind::bound:
        case Kind::wrapped:
        case Kind::choice: return true;
        default: return false;
    }
}

bool is_module(Value value) {
    return value.is(Kind::module) || (value.is(Kind::object) && value.object().class_->is_module);
}

torch::Dtype common(torch::Dtype a, torch::Dtype b) { return a == b ? a : torch::Dtype::unknown; }

Value join_tensors(Value a, Value b) {
    a.likely = a.likely || b.likely;
    a.maybe_none = a.maybe_none || b.maybe_none;
    a.unbacked = a.unbacked || b.unbacked;
    a.dtype = common(a.dtype, b.dtype);
    if (a.rank != b.rank) a.rank = -1;
    if (a.origin != b.origin) a.origin = Origin::unknown;
    if (a.meta != b.meta) a.meta = 0;
    a.known = std::min(a.known, b.known);
    return a;
}

Value join_plain_numbers(Value a, Value b) {
    const auto either = [&](Kind kind) { return a.is(kind) || b.is(kind); };
    const Kind kind = either(Kind::shape_number) ? Kind::shape_number
                      : either(Kind::number)     ? Kind::number
                                                 : Kind::constant;
    return {.kind = kind, .dtype = common(category(a), category(b))};
}

// How deep a thing is that has these values in it, and how many they are, all the way down.
struct Extent {
    std::size_t depth = 0;
    std::size_t size = 0;

    Extent& operator+=(Value value) {
        depth = std::max<std::size_t>(depth, value.depth + 1U);
        size += value.size + 1U;
        return *this;
    }
    Extent& operator+=(const std::vector<Value>& values) {
        for (const Value value : values) *this += value;
        return *this;
    }
    Extent& operator+=(const std::vector<std::pair<std::string_view, Value>>& named) {
        for (const auto& each : named) *this += each.second;
        return *this;
    }
    [[nodiscard]] bool fits() const { return depth <= Store::max_depth && size <= Store::max_size; }
};

template <class T>
Value in(Pool<T>& pool, Kind kind, T thing, Extent extent = {}) {
    return {.kind = kind,
            .depth = static_cast<std::uint8_t>(extent.depth),
            .size = static_cast<std::uint16_t>(extent.size),
            .data = pool.one(std::move(thing))};
}

}  // namespace

Value Store::literal(bool value) { return in(literals_, Kind::literal, Literal{value}); }
Value Store::literal(std::int64_t value) { return in(literals_, Kind::literal, Literal{value}); }
Value Store::literal(double value) {
    // A NaN differs from itself, and a fixed point with it would never be reached.
    return std::isnan(value) ? constant() : in(literals_, Kind::literal, Literal{value});
}
Value Store::literal(std::string_view value) { return in(literals_, Kind::literal, Literal{value}); }

Value Store::record(std::vector<std::string_view> names, std::vector<Value> items) {
    const Extent extent = Extent{} += items;
    if (!extent.fits()) return sequence_of(Sequence::Form::tuple, unknown());
    return in(
        sequences_, Kind::sequence,
        Sequence{.form = Sequence::Form::tuple, .exact = true, .items = std::move(items), .names = std::move(names)},
        extent);
}

Value Store::sequence(Sequence::Form form, std::vector<Value> items) {
    const Extent extent = Extent{} += items;
    if (items.size() > max_items || !extent.fits()) {
        Value element = never();
        for (const Value item : items) element = join(element, item);
        return sequence_of(form, element);
    }
    return in(sequences_, Kind::sequence, Sequence{.form = form, .exact = true, .items = std::move(items)}, extent);
}

Value Store::sequence_of(Sequence::Form form, Value element) {
    if (!(Extent{} += element).fits()) element = unknown();
    Sequence made{.form = form, .exact = false, .items = {}};
    if (!element.is(Kind::never)) made.items.push_back(element);
    const Extent extent = Extent{} += made.items;
    return in(sequences_, Kind::sequence, std::move(made), extent);
}

Value Store::mapping(Mapping mapping) {
    Extent extent = (Extent{} += mapping.items) += mapping.rest;
    if (!extent.fits()) {
        mapping = {.items = {}, .rest = unknown(), .modules = mapping.modules};
        extent = Extent{} += mapping.rest;
    }
    return in(mappings_, Kind::mapping, std::move(mapping), extent);
}

Value Store::function(Function function) {
    const Extent extent{.depth = function.environment ? function.environment->depth : 0U};
    return in(functions_, Kind::function, function, extent);
}

Value Store::instance(const Class* class_) { return in(instances_, Kind::object, Instance{class_}); }

Value Store::bound(Value receiver, Value method) {
    const Extent extent = (Extent{} += receiver) += method;
    return extent.fits() ? in(bounds_, Kind::bound, Bound{receiver, method}, extent) : unknown();
}

Value Store::wrapped(Wrapped wrapped) {
    const Extent extent = ((Extent{} += wrapped.target) += wrapped.arguments) += wrapped.keywords;
    return extent.fits() ? in(wrappeds_, Kind::wrapped, std::move(wrapped), extent) : unknown();
}

Value Store::choice(std::vector<Value> options) {
    Choice made;
    for (const Value option : options)
        for (const Value single : option.is(Kind::choice) ? option.choice().options : std::vector<Value>{option})
            if (std::ranges::none_of(made.options, [single](Value other) { return single == other; }))
                made.options.push_back(single);
    const Extent extent = Extent{} += made.options;
    if (made.options.size() > Choice::max_options || !extent.fits()) return unknown();
    return made.options.size() == 1 ? made.options.front() : in(choices_, Kind::choice, std::move(made), extent);
}

Value Store::api(std::string_view name, const torch::Row* row, Kind kind) { return in(apis_, kind, Api{name, row}); }

const Environment* Store::environment(Environment environment) {
    std::size_t depth = environment.slots.empty() ? 0 : environment.slots.depth() + 1;
    if (depth > max_depth) {
        environment.slots = nothing_known(environment.slots.size());
        depth = 1;
    }
    const std::size_t outer = environment.enclosing ? environment.enclosing->depth : 0;
    environment.depth = static_cast<std::uint8_t>(std::max(depth, outer));
    return environments_.one(std::move(environment));
}

const Slots& Store::nothing_known(std::size_t size) {
    return nothing_known_.try_emplace(size, size, unknown()).first->second;
}

const Environment* Store::vague(const Environment* environment) {
    if (!environment) return nullptr;
    return this->environment({.scope = environment->scope,
                              .enclosing = vague(environment->enclosing),
                              .slots = nothing_known(environment->slots.size())});
}

std::string_view Store::text(std::string text) { return texts_.emplace_back(std::move(text)); }

Value Store::element(const Sequence& sequence) {
    Value joined = never();
    for (const Value item : sequence.items) joined = join(joined, item);
    return joined.is(Kind::never) ? unknown() : joined;
}

Value Store::element(const Mapping& mapping) {
    Value joined = mapping.rest;
    for (const auto& item : mapping.items) joined = join(joined, item.second);
    return joined.is(Kind::never) ? unknown() : joined;
}

Meta Store::id_of(const torch::Row* row) {
    return row_ids_.try_emplace(row, static_cast<Meta>(row_ids_.size() + 1)).first->second;
}

Meta Store::derive(Derivation how, Meta a, Meta b) {
    if (a == 0 || (b == 0 && how == Derivation::broadcast)) return 0;
    if (how == Derivation::broadcast && a == b) return a;
    const auto [found, inserted] = derived_.try_emplace({how, a, b}, 0);
    if (inserted) found->second = new_meta();
    return found->second;
}

Value Store::join(Value a, Value b) {
    ++joins_;
    if (a == b || b.is(Kind::never)) return a;
    if (a.is(Kind::never)) return b;
    if (a.is(Kind::none) || b.is(Kind::none)) {
        Value other = a.is(Kind::none) ? b : a;
        if (!other.is(Kind::none)) other.maybe_none = true;
        return other;
    }
    if (a.is_tensor() && b.is_tensor()) return join_tensors(a, b);
    // `total = 0`, then `total = total + t` in a loop: a tensor, or something that is known while tracing, as None is.
    // The data of a number is always there.
    if ((a.is_tensor() && is_plain_number(b)) || (b.is_tensor() && is_plain_number(a))) {
        return {.kind = Kind::tensor,
                .maybe_none = true,
                .likely = a.likely || b.likely,
                .known = a.is_tensor() ? a.known : b.known,
                .unbacked = a.unbacked || b.unbacked};
    }
    // `best = inf`, then `best = loss.item()`: perhaps the data has decided it.
    if ((a.is(Kind::tensor_number) && is_plain_number(b)) || (b.is(Kind::tensor_number) && is_plain_number(a)))
        return {.kind = Kind::tensor_number,
                .maybe_none = a.maybe_none || b.maybe_none,
                .likely = a.likely || b.likely,
                .varies = a.varies || b.varies,
                .dtype = common(category(a), category(b))};
    Value joined = join_data(a, b);
    joined.maybe_none = a.maybe_none || b.maybe_none;
    joined.likely = a.likely || b.likely;
    joined.varies = a.varies || b.varies;
    joined.unbacked = a.unbacked || b.unbacked;
    return joined;
}

Value Store::unbacked(Value value) {
    if (value.is(Kind::sequence)) {
        Sequence changed = value.sequence();
        for (Value& item : changed.items) item = unbacked(item);
        const Extent extent = Extent{} += changed.items;
        return in(sequences_, Kind::sequence, std::move(changed), extent);
    }
    value.unbacked = value.is_tensor() || value.is(Kind::shape_number);
    return value;
}

Value Store::join_data(Value a, Value b) {
    Value plain_b = b;
    plain_b.maybe_none = a.maybe_none;
    plain_b.likely = a.likely;
    plain_b.varies = a.varies;
    plain_b.unbacked = a.unbacked;
    if (a == plain_b) return a;
    if (a.is(Kind::sequence) && b.is(Kind::sequence)) return join_sequences(a, b);
    if (a.is(Kind::mapping) && b.is(Kind::mapping)) return join_mappings(a, b);
    if (a.is(Kind::bound) && b.is(Kind::bound) && a.bound().method == b.bound().method)
        return bound(join(a.bound().receiver, b.bound().receiver), a.bound().method);
    if (is_plain_number(a) && is_plain_number(b)) return join_plain_numbers(a, b);
    // An annotation that says no more than `nn.Module` adds nothing to a module whose class is known.
    for (const auto& [vague, known] : {std::pair{a, b}, std::pair{b, a}})
        if (vague.is(Kind::module) && vague.api().name == torch::module_class && is_module(known)) return known;
    if (is_option(a) && is_option(b)) return choice({a, b});
    if (a.kind == b.kind && a.data == nullptr && b.data == nullptr)
        return {.kind = a.kind, .dtype = common(a.dtype, b.dtype), .known = std::min(a.known, b.known)};
    return unknown();
}

Value Store::join_sequences(Value a, Value b) {
    const Sequence& left = a.sequence();
    const Sequence& right = b.sequence();
    const Sequence::Form form = left.form == right.form ? left.form : Sequence::Form::list;
    if (left.exact && right.exact && left.items.size() == right.items.size()) {
        std::vector<Value> items;
        items.reserve(left.items.size());
        for (std::size_t i = 0; i < left.items.size(); ++i) items.push_back(join(left.items[i], right.items[i]));
        return left.names.empty() || left.names != right.names ? sequence(form, std::move(items))
                                                               : record(left.names, std::move(items));
    }
    // An empty list that is filled later says nothing about its elements.
    if (left.items.empty()) return sequence_of(form, right.items.empty() ? never() : element(right));
    if (right.items.empty()) return sequence_of(form, element(left));
    return sequence_of(form, join(element(left), element(right)));
}

Value Store::join_mappings(Value a, Value b) {
    Mapping joined{.items = {}, .rest = join(a.mapping().rest, b.mapping().rest), .modules = a.mapping().modules};
    const auto add = [&](const Mapping& from, const Mapping& other) {
        for (const auto& [key, value] : from.items)
            if (std::ranges::find(joined.items, key, &std::pair<std::string_view, Value>::first) == joined.items.end())
                joined.items.emplace_back(key, join(value, other.at(key)));
    };
    add(a.mapping(), b.mapping());
    add(b.mapping(), a.mapping());
    return mapping(std::move(joined));
}

}  // namespace values
