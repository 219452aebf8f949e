// A call of an API that means something to the interpreter itself: torch.compile, isinstance(). Private to this folder.
#pragma once

#include "analysis/values/interpret/frame.h"

namespace values {

// What a decorator of another file is given for any function that it decorates.
inline constexpr std::string_view decorated_function = "<decorated function>";
[[nodiscard]] inline bool is_decorated_function(Value value) {
    return value.is(Kind::api) && value.api().name == decorated_function;
}

// A member named by the role says what the call gives, and does what the call does besides.
struct Frame::RoleCall {
    Frame& frame;
    State& state;
    syntax::Node node;
    const torch::Row& row;
    Value callee;
    Value receiver;
    const Arguments& arguments;

    Interpreter& interpreter = frame.interpreter_;
    Store& store = frame.store_;
    const std::vector<Value>& positional = arguments.positional;
    bool has_first = !positional.empty();
    Value first = has_first ? positional.front() : never();

    // roles.cpp: of torch
    Value compile();
    Value partial();
    Value wraps();
    Value checkpoint();
    Value opaque();
    Value patches();
    Value scripts();
    Value reorders();
    Value compiles();
    Value module_list();
    Value element_of_star();
    Value module_dict();
    Value registers();

    // builtins.cpp: of Python, and what tells tensors from them
    Value is_tensor() { return tensor_test(first); }
    Value isinstance();
    Value is_of_kind();
    Value getattr();
    Value super();
    Value namedtuple();
    Value enumerate();
    Value mapped();
    Value zip();
    Value range();
    Value dict();

    syntax::Node handed_receiver() const;
    syntax::Node handed_argument() const;
    void hand_over(Value target, syntax::Node handed, bool fullgraph);
    // Nobody compiles the code around the call, and what is known of that code is final.
    bool is_eager() const { return frame.final_ && !frame.activation_.compiled; }
    Value tensor_test(Value value);
    Value counter() const;
    Value iterator(Value element) { return store.sequence_of(Sequence::Form::iterator, element); }
};

}  // namespace values
