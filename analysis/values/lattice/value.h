// What is known about a value while a function runs: the lattice of the abstract interpreter. A Value is small and
// copied freely; what it points to is immutable and lives as long as the Program (program.h).
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/torch/knowledge.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace names {
struct Scope;
}

namespace values {

enum class Kind : std::uint8_t {
    never,    // no value reaches this place: bottom
    unknown,  // top; never the ground of a finding
    none,
    literal,       // a number, bool or string whose value is known here
    constant,      // known while tracing, not here: a flag, a dtype, a configuration
    number,        // an int or float argument, or an int attribute of a module: a constant on the first call
    shape_number,  // guarded, not data: x.shape[0], len(x)
    tensor,
    tensor_number,  // a Python number that the data of a tensor decided: x.item()
    array,          // a numpy array or scalar
    sequence,       // a tuple, list, set, iterator or container of modules
    mapping,        // a dict
    object,         // an instance of a class of this file
    module,         // an instance of an nn.Module that the knowledge describes: nn.Linear
    foreign,        // an instance of another class that it describes: an optimizer, a file
    function,       // a function of this file, with the variables it closes over
    class_,         // a class of this file
    api,            // a function, class or module of another file, by its dotted name
    bound,          // a method with its receiver
    wrapped,        // a callable under torch.compile, torch.compiler.disable or functools.partial, or made an operator
    super_,         // super() in a method
    choice,         // one of a few callables or objects: what a dispatch table or a list of callbacks holds
    logger,
};

// Where a tensor comes from, as far as its storage is concerned. A number is an argument or it is computed.
enum class Origin : std::uint8_t { unknown, fresh, view, argument, parameter, buffer };

// Whether the data of a tensor is there while tracing: no, as that of an input, or because it was made of Python
// numbers alone. What is computed from inputs is not there, what is computed from numbers is.
enum class Known : std::uint8_t { no, input, made };

// A class of tensors that certainly have the same shape, dtype and device; 0 says nothing (metadata.h).
using Meta = std::uint32_t;

struct Environment;
struct Literal;
struct Sequence;
struct Mapping;
struct Instance;
struct Function;
struct Class;
struct Api;
struct Bound;
struct Choice;
struct Wrapped;

struct Value {
    Kind kind = Kind::unknown;
    bool maybe_none = false;  // besides what `kind` says, None; of a tensor, also a number that is known while tracing
    bool likely = false;      // rests on the standing assumption about parameters, or on a convention
    bool varies = false;      // of numbers: seen to be another one from call to call
    // Of tensors (dtype also of arrays and numbers; of something unknown: what it is if it is a tensor).
    torch::Dtype dtype = torch::Dtype::unknown;
    std::int8_t rank = -1;  // -1: not known
    Origin origin = Origin::unknown;
    Known known = Known::no;
    Meta meta = 0;
    bool unbacked = false;  // of tensors and sizes: the data decides it, and no size of an input
    // Of what `data` leads to: how deep, and how many values a walk through containers and bound calls meets (store.h).
    std::uint8_t depth = 0;
    std::uint16_t size = 0;
    const void* data = nullptr;  // Values of one Store that are equal point to the same

    [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
    [[nodiscard]] bool is_tensor() const { return kind == Kind::tensor; }
    // A tensor, or an array of numpy, which is traced as one.
    [[nodiscard]] bool has_data() const { return is_tensor() || is(Kind::array); }
    bool operator==(const Value&) const = default;

    [[nodiscard]] const Literal& literal() const { return *static_cast<const Literal*>(data); }
    [[nodiscard]] const Sequence& sequence() const { return *static_cast<const Sequence*>(data); }
    [[nodiscard]] const Mapping& mapping() const { return *static_cast<const Mapping*>(data); }
    [[nodiscard]] const Instance& object() const { return *static_cast<const Instance*>(data); }
    [[nodiscard]] const Function& function() const { return *static_cast<const Function*>(data); }
    [[nodiscard]] const Class& class_of() const { return *static_cast<const Class*>(data); }
    [[nodiscard]] const Api& api() const { return *static_cast<const Api*>(data); }  // also of instances: their class
    [[nodiscard]] const Bound& bound() const { return *static_cast<const Bound*>(data); }
    [[nodiscard]] const Choice& choice() const { return *static_cast<const Choice*>(data); }
    [[nodiscard]] const Wrapped& wrapped() const { return *static_cast<const Wrapped*>(data); }
};

// Each of these is compared by content, which is shallow: the Values in it are compared as they are.
struct Literal {
    std::variant<bool, std::int64_t, double, std::string_view> value;
    bool operator==(const Literal& other) const;  // -0.0 is not 0.0
};

struct Sequence {
    enum class Form : std::uint8_t { tuple, list, set, iterator, modules };
    Form form = Form::list;
    bool exact = false;  // `items` are all of them, in order; otherwise `items` holds at most their join
    std::vector<Value> items;
    std::vector<std::string_view> names{};  // of a namedtuple, one for each item
    bool operator==(const Sequence&) const = default;
};

struct Mapping {
    static constexpr std::size_t max_items = 256;  // each one more copies all of them

    std::vector<std::pair<std::string_view, Value>> items;  // of constant string keys
    Value rest{.kind = Kind::never};                        // the join of all others
    bool modules = false;                                   // nn.ModuleDict
    bool operator==(const Mapping&) const = default;

    [[nodiscard]] Value at(std::string_view key) const;
    [[nodiscard]] bool put(std::string_view key, Value value);  // false: there is no room for another key
};

struct Function {
    syntax::Node node;                         // function_definition or lambda
    const Environment* environment = nullptr;  // what it closes over
    bool no_grad = false;                      // under @torch.no_grad()
    bool operator==(const Function&) const = default;
};

struct Instance {
    const Class* class_ = nullptr;
    bool operator==(const Instance&) const = default;
};

struct Api {
    std::string_view name;            // "torch.nn.functional.relu"
    const torch::Row* row = nullptr;  // what is known of it, if anything
    bool operator==(const Api&) const = default;
};

struct Bound {
    Value receiver;
    Value method;  // a function, or an api: "torch.Tensor.item"
    bool operator==(const Bound&) const = default;
};

struct Choice {
    static constexpr std::size_t max_options = 16;
    std::vector<Value> options;  // none of them a choice
    bool operator==(const Choice&) const = default;
};

struct Wrapped {
    enum class Form : std::uint8_t { compiled, disabled, partial, opaque, record };
    Form form = Form::compiled;
    Value target{};
    std::vector<Value> arguments{};                              // of a partial
    std::vector<std::pair<std::string_view, Value>> keywords{};  // of a partial; the fields of a record, a namedtuple
    syntax::Node site{};                                         // of the torch.compile call
    bool fullgraph = false;
    bool recursive = true;  // of what is disabled: what it calls is not compiled either
    bool operator==(const Wrapped&) const = default;
};

// "tensor float rank0", "list of tensor", "`Model`"; what dumps and tests show.
[[nodiscard]] std::string show(Value value);

[[nodiscard]] constexpr Value never() { return {.kind = Kind::never}; }
[[nodiscard]] constexpr Value unknown() { return {}; }
[[nodiscard]] constexpr Value none() { return {.kind = Kind::none}; }
[[nodiscard]] constexpr Value constant() { return {.kind = Kind::constant}; }

// The bool, int64_t, double or string_view that is known here; null if there is none, or one of another type.
template <class T>
[[nodiscard]] const T* literal_of(Value value) {
    return value.is(Kind::literal) ? std::get_if<T>(&value.literal().value) : nullptr;
}
// The category of a number or a tensor; unknown if it is not known to be one.
[[nodiscard]] torch::Dtype category(Value value);
// What the knowledge says of a value that is an api, or of the class that it is an instance of; null if nothing.
[[nodiscard]] const torch::Row* row_of(Value value);
[[nodiscard]] torch::Dtype promoted(torch::Dtype a, torch::Dtype b);
// Known while tracing, so that a branch on it does not break.
[[nodiscard]] bool is_static(Value value);
// True or false for certain, as far as the truth of a Python value goes.
[[nodiscard]] std::optional<bool> truth(Value value);
// An int or float argument, or a size: a constant when the code is first compiled, and perhaps another one later.
[[nodiscard]] bool is_changing(Value value);
// Unknown, or a container of which nothing is known but that it is one.
[[nodiscard]] bool tells_nothing(Value value);
// The value itself is such a one, or a tuple, list or dict that holds one.
[[nodiscard]] bool holds(Value value, bool (*is_such)(Value));
[[nodiscard]] bool holds_tensor(Value value);
// What makes Dynamo compile a frame that has it as a variable: a tensor, array or module, or a tuple, list or dict of
// such.
[[nodiscard]] bool draws_dynamo(Value value);
// Or an object of this file with an attribute that is one.
[[nodiscard]] bool holds_tensor_deep(Value value);

}  // namespace values
