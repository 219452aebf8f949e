#include "analysis/values/value.h"

#include "analysis/values/classes.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace values {
namespace {

constexpr int max_compared_depth = 6;  // deeper structures are taken for different, and hash alike

bool equal_to_depth(Value a, Value b, int depth);

bool equal_lists(std::span<const Value> a, std::span<const Value> b, int depth) {
    return std::ranges::equal(a, b, [depth](Value x, Value y) { return equal_to_depth(x, y, depth); });
}

bool equal_environments(const Environment* a, const Environment* b, int depth) {
    if (a == b) return true;
    return a && b && a->scope == b->scope && equal_lists(a->slots, b->slots, depth) &&
           equal_environments(a->enclosing, b->enclosing, depth);
}

bool equal_data(Value a, Value b, int depth) {
    switch (a.kind) {
        case Kind::literal: return a.literal().value == b.literal().value;
        case Kind::sequence:
            return a.sequence().form == b.sequence().form && a.sequence().exact == b.sequence().exact &&
                   a.sequence().names == b.sequence().names &&
                   equal_lists(a.sequence().items, b.sequence().items, depth);
        case Kind::mapping:
            return std::ranges::equal(a.mapping().items, b.mapping().items,
                                      [depth](const auto& x, const auto& y) {
                                          return x.first == y.first && equal_to_depth(x.second, y.second, depth);
                                      }) &&
                   equal_to_depth(a.mapping().rest, b.mapping().rest, depth);
        case Kind::object: return a.object().class_ == b.object().class_;
        case Kind::function:
            return a.function().node == b.function().node && a.function().no_grad == b.function().no_grad &&
                   equal_environments(a.function().environment, b.function().environment, depth);
        case Kind::api:
        case Kind::module:
        case Kind::foreign:
        case Kind::logger: return a.data && b.data && a.api().name == b.api().name;
        case Kind::bound:
            return equal_to_depth(a.bound().receiver, b.bound().receiver, depth) &&
                   equal_to_depth(a.bound().method, b.bound().method, depth);
        case Kind::choice: return equal_lists(a.choice().options, b.choice().options, depth);
        case Kind::wrapped:
            return a.wrapped().form == b.wrapped().form &&
                   equal_to_depth(a.wrapped().target, b.wrapped().target, depth) &&
                   equal_lists(a.wrapped().arguments, b.wrapped().arguments, depth);
        default: return false;
    }
}

bool equal_to_depth(Value a, Value b, int depth) {
    if (a == b) return true;
    Value shape_of_a = a;
    shape_of_a.data = b.data;
    return depth > 0 && shape_of_a == b && equal_data(a, b, depth - 1);
}

void mix(std::size_t& seed, std::size_t value) { seed ^= value + 0x9e3779b97f4a7c15U + (seed << 6U) + (seed >> 2U); }

void hash_into(std::size_t& seed, Value value, int depth);

void hash_list(std::size_t& seed, std::span<const Value> items, int depth) {
    mix(seed, items.size());
    for (const Value item : items) hash_into(seed, item, depth);
}

void hash_into(std::size_t& seed, Value value, int depth) {
    mix(seed, static_cast<std::size_t>(value.kind) | static_cast<std::size_t>(value.dtype) << 8U |
                  static_cast<std::size_t>(value.maybe_none) << 16U | static_cast<std::size_t>(value.rank + 1) << 24U);
    if (depth == 0) return;
    switch (value.kind) {
        case Kind::literal: return mix(seed, std::hash<decltype(Literal::value)>{}(value.literal().value));
        case Kind::sequence: return hash_list(seed, value.sequence().items, depth - 1);
        case Kind::mapping:
            for (const auto& [key, item] : value.mapping().items) hash_into(seed, item, depth - 1);
            return hash_into(seed, value.mapping().rest, depth - 1);
        case Kind::object: return mix(seed, std::hash<const void*>{}(value.object().class_));
        case Kind::function: return mix(seed, value.function().node.index());
        case Kind::api:
        case Kind::module:
        case Kind::foreign: return mix(seed, std::hash<std::string_view>{}(value.api().name));
        case Kind::bound: return hash_into(seed, value.bound().method, depth - 1);
        case Kind::choice: return hash_list(seed, value.choice().options, depth - 1);
        case Kind::wrapped: return hash_into(seed, value.wrapped().target, depth - 1);
        default: return;
    }
}

}  // namespace

bool same_environment(const Environment* a, const Environment* b) {
    return equal_environments(a, b, max_compared_depth);
}

bool equal(Value a, Value b) { return equal_to_depth(a, b, max_compared_depth); }

std::size_t hash(Value value) {
    std::size_t seed = 0;
    hash_into(seed, value, max_compared_depth);
    return seed;
}

Value Mapping::at(std::string_view key) const {
    const auto found = std::ranges::find(items, key, &std::pair<std::string_view, Value>::first);
    return found == items.end() ? rest : found->second;
}

void Mapping::put(std::string_view key, Value value) {
    const auto found = std::ranges::find(items, key, &std::pair<std::string_view, Value>::first);
    if (found == items.end())
        items.emplace_back(key, value);
    else
        found->second = value;
}

torch::Dtype category(Value value) {
    if (!value.is(Kind::literal)) return value.dtype;
    struct Visitor {
        torch::Dtype operator()(bool) const { return torch::Dtype::boolean; }
        torch::Dtype operator()(std::int64_t) const { return torch::Dtype::integer; }
        torch::Dtype operator()(double) const { return torch::Dtype::floating; }
        torch::Dtype operator()(std::string_view) const { return torch::Dtype::unknown; }
    };
    return std::visit(Visitor{}, value.literal().value);
}

const torch::Row* row_of(Value value) {
    const bool has_api =
        value.is(Kind::api) || value.is(Kind::module) || value.is(Kind::foreign) || value.is(Kind::logger);
    return has_api && value.data ? value.api().row : nullptr;
}

torch::Dtype promoted(torch::Dtype a, torch::Dtype b) {
    if (a == b) return a;
    if (a == torch::Dtype::complex || b == torch::Dtype::complex) return torch::Dtype::complex;
    if (a == torch::Dtype::unknown || b == torch::Dtype::unknown) {
        // A float stays one whatever the other is, short of complex numbers.
        return a == torch::Dtype::floating || b == torch::Dtype::floating ? torch::Dtype::floating
                                                                          : torch::Dtype::unknown;
    }
    return std::max(a, b);
}

bool is_static(Value value) {
    switch (value.kind) {
        case Kind::none:
        case Kind::literal:
        case Kind::constant:
        case Kind::number:
        case Kind::shape_number:
        case Kind::tensor_number:  // a plain number once the graph has been left for it
        case Kind::sequence:
        case Kind::mapping:
        case Kind::object:
        case Kind::module:
        case Kind::foreign:
        case Kind::function:
        case Kind::class_:
        case Kind::bound:
        case Kind::logger: return true;
        default: return false;
    }
}

std::optional<bool> truth(Value value) {
    if (value.maybe_none) return std::nullopt;
    switch (value.kind) {
        case Kind::none: return false;
        case Kind::literal:
            return std::visit(
                [](const auto& known) {
                    if constexpr (requires { known.empty(); })
                        return !known.empty();
                    else
                        return known != 0;
                },
                value.literal().value);
        case Kind::sequence:
            if (value.sequence().exact && value.sequence().form != Sequence::Form::iterator)
                return !value.sequence().items.empty();
            return std::nullopt;
        case Kind::function:
        case Kind::class_:
        case Kind::bound:
        case Kind::wrapped: return true;
        default: return std::nullopt;
    }
}

bool is_changing(Value value) { return value.is(Kind::number) || value.is(Kind::shape_number); }

bool tells_nothing(Value value) {
    if (value.is(Kind::sequence))
        return !value.sequence().exact && std::ranges::all_of(value.sequence().items, tells_nothing);
    if (value.is(Kind::mapping)) return value.mapping().items.empty() && value.mapping().rest.is(Kind::unknown);
    return value.is(Kind::unknown);
}

bool holds_tensor(Value value) {
    if (value.is_tensor()) return true;
    if (value.is(Kind::sequence)) return std::ranges::any_of(value.sequence().items, holds_tensor);
    if (value.is(Kind::mapping))
        return holds_tensor(value.mapping().rest) ||
               std::ranges::any_of(value.mapping().items, [](const auto& item) { return holds_tensor(item.second); });
    return false;
}

bool draws_dynamo(Value value) {
    if (value.is(Kind::sequence)) {
        using enum Sequence::Form;
        const Sequence& held = value.sequence();
        return held.form == modules ||
               ((held.form == tuple || held.form == list) && std::ranges::any_of(held.items, draws_dynamo));
    }
    if (value.is(Kind::mapping))
        return value.mapping().modules || draws_dynamo(value.mapping().rest) ||
               std::ranges::any_of(value.mapping().items, [](const auto& item) { return draws_dynamo(item.second); });
    if (value.is(Kind::object)) return value.object().class_->is_module;
    if (value.is(Kind::class_)) return value.class_of().is_module;
    return value.is_tensor() || value.is(Kind::array) || value.is(Kind::module);
}

bool holds_tensor_deep(Value value) {
    if (value.is(Kind::sequence)) return std::ranges::any_of(value.sequence().items, holds_tensor_deep);
    if (!value.is(Kind::object)) return holds_tensor(value);
    return std::ranges::any_of(value.object().class_->ancestors, [](const Class* class_) {
        return std::ranges::any_of(class_->attributes,
                                   [](const auto& attribute) { return holds_tensor(attribute.second); });
    });
}

}  // namespace values
