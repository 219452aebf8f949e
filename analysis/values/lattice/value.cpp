#include "analysis/values/lattice/value.h"

#include "analysis/values/declared/classes.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace values {
bool Literal::operator==(const Literal& other) const {
    const double *a = std::get_if<double>(&value), *b = std::get_if<double>(&other.value);
    return a && b ? std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b) : value == other.value;
}

Value Mapping::at(std::string_view key) const {
    const auto found = std::ranges::find(items, key, &std::pair<std::string_view, Value>::first);
    return found == items.end() ? rest : found->second;
}

bool Mapping::put(std::string_view key, Value value) {
    const auto found = std::ranges::find(items, key, &std::pair<std::string_view, Value>::first);
    if (found != items.end())
        found->second = value;
    else if (items.size() < max_items)
        items.emplace_back(key, value);
    else
        return false;
    return true;
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

bool holds(Value value, bool (*is_such)(Value)) {
    if (is_such(value)) return true;
    const auto holds_it = [=](Value item) { return holds(item, is_such); };
    if (value.is(Kind::sequence)) return std::ranges::any_of(value.sequence().items, holds_it);
    if (value.is(Kind::mapping))
        return holds_it(value.mapping().rest) ||
               std::ranges::any_of(value.mapping().items, [=](const auto& item) { return holds_it(item.second); });
    return false;
}

bool holds_tensor(Value value) {
    return holds(value, [](Value each) { return each.is_tensor(); });
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
    return value.has_data() || value.is(Kind::module);
}

bool holds_tensor_deep(Value value) {
    if (value.is(Kind::sequence)) return std::ranges::any_of(value.sequence().items, holds_tensor_deep);
    if (value.is(Kind::mapping)) {
        const auto is_deep = [](const auto& item) { return holds_tensor_deep(item.second); };
        return std::ranges::any_of(value.mapping().items, is_deep) || holds_tensor_deep(value.mapping().rest);
    }
    if (value.is(Kind::module)) return true;
    if (!value.is(Kind::object)) return holds_tensor(value);
    if (value.object().class_->is_module) return true;
    return std::ranges::any_of(value.object().class_->ancestors, [](const Class* class_) {
        return std::ranges::any_of(class_->attributes,
                                   [](const auto& attribute) { return holds_tensor(attribute.second); });
    });
}

}  // namespace values
