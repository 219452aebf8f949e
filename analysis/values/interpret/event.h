// Something that happens when a function runs, with the values involved. The interpreter emits Events, and a rule is a
// function from an Event to Findings (rules/rule.h).
#pragma once

#include "analysis/values/lattice/state.h"

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace values {

struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string_view, Value>> keywords;
    bool open = false;                     // `*args` or `**kwargs` of unknown content are among them
    std::size_t placed = ~std::size_t{0};  // how many of `positional` stand in front of such an `*args`

    [[nodiscard]] const Value* keyword(std::string_view name) const;
    // The argument of that name, or at that position (-1: only by name); null if not given.
    [[nodiscard]] const Value* find(std::string_view name, int position) const;
    [[nodiscard]] bool any(bool (*holds)(Value)) const;
};

[[nodiscard]] bool is_given(const Value* argument);  // and neither None nor False

// A call of something whose code is elsewhere: an api, or a method of a tensor, module or logger.
struct Call {
    syntax::Node node;  // a call; or what stands for one: a decorator, an operator
    Value callee;
    const torch::Row* row = nullptr;
    Value receiver{.kind = Kind::never};  // of a method
    Arguments arguments;
};

// The truth of a value decides where control goes: of a tensor, or of a number that one became.
struct Branch {
    enum class Form : std::uint8_t {
        if_,
        while_,
        assert_,
        conditional,
        filter,
        boolean,
        negation,
        chain,
        membership,
        containment,
        match
    };
    syntax::Node node;  // the operand whose truth is asked; of `in`, the container: Python's (membership), a tensor
                        // (containment)
    Value value;
    Form form = Form::if_;
};

// `object[index]`.
struct Subscript {
    syntax::Node node;
    Value object;
    std::vector<std::pair<syntax::Node, Value>> indices;  // a slice: its parts
    bool store = false;                                   // is assigned to
};

// Iteration in a `for` or a comprehension.
struct Loop {
    syntax::Node node;  // the iterable
    Value iterable;
};

// `with` on a context manager.
struct With {
    syntax::Node node;  // the with_item
    Value manager;
    const torch::Row* row = nullptr;
};

// `object.attribute = value`, or a read of an attribute that the knowledge has a row for.
struct Access {
    syntax::Node node;
    Value object;
    const torch::Row* row = nullptr;
    bool store = false;
    Value value;
};

// A call of something that is kept out of compilation on purpose.
struct Disabled {
    syntax::Node node;
};

// A construct that is unusual enough in compiled code to break by its syntax: `class`, `async for`, `yield` at an
// entry.
struct Construct {
    syntax::Node node;
};

// `self.steps += 1` of a module, `global n; n += 1`: an int that Dynamo takes for a constant and each call finds
// changed.
struct Counter {
    syntax::Node node;
};

// A comprehension that Dynamo would compile, and break in, if the function around it ran eagerly: a frame of its own,
// with an iterator for its argument. Python has such frames before 3.12.
struct Comprehension {
    syntax::Node node;
    const torch::Row* row = nullptr;  // of the iterator
    bool likely = false;
};

using Event = std::variant<Call, Branch, Subscript, Loop, With, Access, Disabled, Construct, Counter, Comprehension>;

[[nodiscard]] syntax::Node node_of(const Event& event);

// Whether the row (or one that it names in `also`) breaks with these arguments; null if none does.
[[nodiscard]] const torch::Row* breaking(const torch::Row* row, Value receiver, const Arguments& arguments);

// What a call makes, once the code is compiled, of a number among its arguments that has changed since then.
struct Change {
    torch::Later later = torch::Later::never;
    Value number = never();  // the first such argument, or a container of it
};
[[nodiscard]] Change change(const Call& call);

}  // namespace values
