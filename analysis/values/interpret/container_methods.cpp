#include "analysis/values/interpret/frame.h"

// Methods of lists, tuples and dicts: what they give, and what the container holds afterwards.

namespace values {

using syntax::Node;

Value Frame::container_call(State& state, Node node, const Bound& bound, const Arguments& arguments) {
    const Node place = syntax::Attribute{syntax::Call{node}.function()}.object();
    const std::string_view name = *literal_of<std::string_view>(bound.method);
    const Value container = bound.receiver;
    operate(node, container, name, arguments);
    if (name == "copy") return container;
    return container.is(Kind::sequence) ? sequence_call(state, place, container.sequence(), name, arguments)
                                        : mapping_call(state, place, container.mapping(), name, arguments);
}

Value Frame::sequence_call(State& state, Node place, const Sequence& held, std::string_view name,
                           const Arguments& arguments) {
    if (const auto added = added_by(name, arguments)) {
        const Value element = held.items.empty() ? *added : store_.join(store_.element(held), *added);
        replace(state, place, store_.sequence_of(held.form, element));
        return none();
    }
    if (name == "pop" || name == "popleft") return store_.element(held);
    if (name == "index" || name == "count") return constant();
    return name == "numel" ? Value{.kind = Kind::shape_number, .dtype = torch::Dtype::integer} : unknown();
}

// What is among the elements from now on; nothing if the method adds none.
std::optional<Value> Frame::added_by(std::string_view name, const Arguments& arguments) {
    const Value first = arguments.positional.empty() ? unknown() : arguments.positional.front();
    if (name == "append" || name == "add" || name == "appendleft") return first;
    if (name == "extend" || name == "update") return iterate(first);
    if (name == "insert") return arguments.positional.size() > 1 ? arguments.positional[1] : first;
    return std::nullopt;
}

Value Frame::mapping_call(State& state, Node place, const Mapping& held, std::string_view name,
                          const Arguments& arguments) {
    const auto iterator = [this](Value element) { return store_.sequence_of(Sequence::Form::iterator, element); };
    if (name == "values") return iterator(store_.element(held));
    if (name == "keys") return iterator(constant());
    if (name == "items") return iterator(store_.sequence(Sequence::Form::tuple, {constant(), store_.element(held)}));
    if (name == "get" || name == "pop" || name == "setdefault") {
        const auto* key =
            arguments.positional.empty() ? nullptr : literal_of<std::string_view>(arguments.positional.front());
        const Value found = key ? held.at(*key) : store_.element(held);
        return store_.join(found, arguments.positional.size() > 1 ? arguments.positional[1] : none());
    }
    if (name != "update") return unknown();
    Mapping changed = held;
    changed.rest = unknown();
    replace(state, place, store_.mapping(std::move(changed)));
    return none();
}

}  // namespace values
