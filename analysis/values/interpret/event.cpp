#include "analysis/values/interpret/event.h"

#include <algorithm>

namespace values {
namespace {

using torch::When;

bool is_array_or_tensor(Value value) { return value.is(Kind::array) || holds_tensor(value); }

bool holds_array(Value value) {
    if (value.is(Kind::sequence)) return std::ranges::any_of(value.sequence().items, holds_array);
    return value.is(Kind::array);
}

// Arrays are traced as tensors; one that was made of numbers alone is a number again when asked.
bool holds_data(Value value) { return (value.is(Kind::array) && value.known != Known::made) || holds_tensor(value); }

// An input that lies on the CPU is read while tracing; one that the graph computes is not there yet.
bool holds_computed(Value value) {
    if (value.has_data()) return value.known == Known::no;
    return value.is(Kind::sequence) && std::ranges::any_of(value.sequence().items, holds_computed);
}

bool stands_for_number(const torch::Row& row, const Arguments& arguments) {
    for (std::size_t at = 0; at < arguments.positional.size(); ++at)
        if (row.numbers.holds(at) && holds_computed(arguments.positional[at])) return true;
    return std::ranges::any_of(arguments.keywords, [&](const auto& keyword) {
        return row.numbers.holds(keyword.first) && holds_computed(keyword.second);
    });
}

bool is_false(const Value* value) {
    const bool* known = value ? literal_of<bool>(*value) : nullptr;
    return known && !*known;
}

bool may_be_false(Value value) { return value.is(Kind::constant) && value.dtype == torch::Dtype::boolean; }

// What Python itself cannot be asked about while tracing.
bool is_no_constant(Value value) {
    return (value.is(Kind::sequence) && value.sequence().form == Sequence::Form::iterator) || holds_tensor(value);
}

bool holds(const torch::Row& row, Value receiver, const Arguments& arguments) {
    const auto named = [&] { return row.argument.empty() ? nullptr : arguments.find(row.argument, row.position); };
    switch (row.when) {
        case When::never: return false;
        case When::always: return true;
        case When::tensor_argument: return arguments.any(holds_data) && !is_given(named());
        case When::tensor_second: {
            const std::size_t at = receiver.is(Kind::never) ? 1 : 0;
            return arguments.positional.size() > at && holds_tensor(arguments.positional[at]) && !is_given(named());
        }
        case When::missing_argument: return !arguments.open && !is_given(named());
        case When::given_argument: return is_given(named()) && !may_be_false(*named());
        case When::not_false: return !is_false(named());
        case When::single_argument:
            return !arguments.open && arguments.positional.size() == 1 && arguments.keywords.empty();
        case When::no_constants:
            return named() && !arguments.positional.empty() && is_no_constant(arguments.positional.front());
        case When::float_tensor: return receiver.is_tensor() && receiver.dtype == torch::Dtype::floating;
        case When::integer_tensor: return receiver.is_tensor() && receiver.dtype != torch::Dtype::floating;
        case When::array_argument: return arguments.any(is_array_or_tensor);
        case When::array_key: return !arguments.positional.empty() && holds_array(arguments.positional.front());
        case When::computed_receiver:
            return receiver.is_tensor() && (receiver.origin == Origin::fresh || receiver.origin == Origin::view);
        case When::library_class: return !arguments.positional.empty() && arguments.positional.front().is(Kind::api);
        case When::deep_tensor: return arguments.any(holds_tensor_deep);
        case When::recording: return true;
        case When::computed_tensor: return stands_for_number(row, arguments);
    }
    return false;
}

bool holds_changing(Value value) {
    if (is_changing(value)) return true;
    return value.is(Kind::sequence) && std::ranges::any_of(value.sequence().items, holds_changing);
}

}  // namespace

bool is_given(const Value* argument) {
    if (!argument || argument->is(Kind::none)) return false;
    const bool* flag = literal_of<bool>(*argument);
    return !flag || *flag;
}

const Value* Arguments::keyword(std::string_view name) const {
    for (const auto& [key, value] : keywords)
        if (key == name) return &value;
    return nullptr;
}

const Value* Arguments::find(std::string_view name, int position) const {
    if (const Value* named = keyword(name)) return named;
    if (position < 0 || static_cast<std::size_t>(position) >= std::min(placed, positional.size())) return nullptr;
    return &positional[static_cast<std::size_t>(position)];
}

bool Arguments::any(bool (*holds)(Value)) const {
    return std::ranges::any_of(positional, holds) ||
           std::ranges::any_of(keywords, [holds](const auto& item) { return holds(item.second); });
}

syntax::Node node_of(const Event& event) {
    return std::visit([](const auto& happened) { return happened.node; }, event);
}

const torch::Row* breaking(const torch::Row* row, Value receiver, const Arguments& arguments) {
    for (; row; row = row->also)
        if (holds(*row, receiver, arguments)) return row;
    return nullptr;
}

Change change(const Call& call) {
    if (!call.row || call.row->later == torch::Later::never) return {};
    const Arguments& arguments = call.arguments;
    Value number = never();
    const auto look = [&](Value value) {
        if (number.is(Kind::never) && holds_changing(value)) number = value;
    };
    if (!call.row->later_argument.empty()) {
        if (const Value* named = arguments.find(call.row->later_argument, call.row->later_position)) look(*named);
    } else if (!arguments.any(is_array_or_tensor)) {
        if (arguments.positional.empty()) look(call.receiver);
        for (const Value value : arguments.positional) look(value);
        for (const auto& [name, value] : arguments.keywords) look(value);
    }
    if (number.is(Kind::never)) return {};
    const bool computed = is_changing(number) && number.origin != Origin::argument;
    if (call.row->later != torch::Later::late_input) return {call.row->later, number};
    return {computed ? torch::Later::recompile : torch::Later::late, number};
}

}  // namespace values
