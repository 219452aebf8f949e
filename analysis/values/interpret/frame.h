// One run of one body: the domain that flow::solve iterates, and the evaluation of its expressions. Private to this
// folder; its parts are in the files named below.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/syntax/python.h"
#include "analysis/values/interpret/interpreter.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace values {

// A number that `random` gives, which Dynamo keeps in a tensor.
[[nodiscard]] inline bool is_drawn(Value value) { return value.is(Kind::array) && value.varies; }

class Frame {
  public:
    using State = values::State;

    // `outer` is the frame that a comprehension or class body is part of; its state is read and written through.
    Frame(Interpreter& interpreter, const names::Scope& scope, Activation& activation, Frame* outer = nullptr,
          State* outer_state = nullptr);

    Value run(const flow::Graph& graph, State entry);  // what it returns, yields or produces

    // frame.cpp: what flow::solve asks of a domain
    [[nodiscard]] State entry() { return std::move(entry_); }
    bool transfer(State& state, const flow::Element& element);
    [[nodiscard]] bool is_of_derived(syntax::Node test) const;
    bool branch(State& state, const flow::Element& element, bool yes);
    bool join(State& into, const State& from);
    bool widen(State& into, const State& from);
    [[nodiscard]] bool cancelled() const;

    Value evaluate(State& state, syntax::Node expression);  // evaluate.cpp
    Arguments evaluate_arguments(State& state, syntax::Node list);
    Value apply(State& state, syntax::Node node, Value callee, const Arguments& arguments);  // call.cpp
    [[nodiscard]] std::vector<Value> bind_arguments(syntax::Node function, const Arguments& arguments);
    Value decorated(syntax::Node definition, Value method);  // decorators.cpp
    Value receiver_of(syntax::Node method, Value object);    // attribute.cpp
    const torch::Row* method_row(syntax::Node definition);
    Value of_annotation(State& state, syntax::Node annotation);  // parameters.cpp

    // While the body runs its present state, then the one at its end; null when that is never reached.
    [[nodiscard]] const State* state() const { return exit_ ? &*exit_ : state_; }
    [[nodiscard]] Value keys() const { return keys_; }

  private:
    // frame.cpp
    void execute(State& state, const flow::Element& element);
    Value resumed(Value value);
    void test(State& state, syntax::Node operand);
    void header(State& state, syntax::Node expression);
    void produce(State& state, syntax::Node node);
    void statement(State& state, syntax::Node node);
    void enter(State& state, syntax::Node item);
    void bind(State& state, syntax::Node header);
    void define(State& state, syntax::Node definition);
    void emit(Event event);
    void ask_truth(syntax::Node node, Value value, Branch::Form form);

    // lookup.cpp
    [[nodiscard]] const names::File& file_of(syntax::Node node) const;
    [[nodiscard]] names::Reference resolve(syntax::Node identifier) const {
        return file_of(identifier).names().resolve(identifier);
    }
    Value read(State& state, syntax::Node identifier);
    Value read(State& state, const names::Reference& reference);
    void write(State& state, const names::Reference& reference, Value value);
    const Environment* environment_here(const State& state);
    void import(State& state, syntax::Node statement);
    void import_all(State& state, const names::Import& star);

    // assign.cpp
    void assign(State& state, syntax::Node target, Value value);
    void assign_each(State& state, syntax::Node targets, Value value);
    void assign_attribute(State& state, syntax::Node target, Value value);
    void buffer_set(State& state, syntax::Node target, Value module, Value value);
    void assign_subscript(State& state, syntax::Node target, Value value);
    void replace(State& state, syntax::Node place, Value value);
    bool is_specialized(State& state, syntax::Node target);
    void augmented(State& state, syntax::Node node);
    void delete_(State& state, syntax::Node node);

    // narrow.cpp: what holds where a test said yes (or no)
    void narrow(State& state, syntax::Node test, bool yes);
    void narrow_none(State& state, syntax::Node test, bool yes);
    void narrow_instance(State& state, syntax::Node test, bool yes);
    void narrow_to(State& state, syntax::Node place, Value value);
    Value known(State& state, syntax::Node place);

    // evaluate.cpp
    Value evaluate_plain(State& state, syntax::Node node);
    Value atom(State& state, syntax::Node node);
    Value assignment(State& state, syntax::Node node);
    Value display(State& state, syntax::Node node);
    Value dictionary(State& state, syntax::Node node);
    Value boolean(State& state, syntax::Node node);
    Value conditional(State& state, syntax::Node node);
    std::optional<bool> condition(State& state, syntax::Node node, Branch::Form form);
    Value string(State& state, syntax::Node node);
    Value lambda(State& state, syntax::Node node);

    // comprehension.cpp
    Value comprehension(State& state, syntax::Node node);
    Value produced(State& state, syntax::Node node, const names::Scope& scope);
    [[nodiscard]] std::vector<State> around(const State& state) const;
    void set_apart(State& state, syntax::Node node);
    [[nodiscard]] std::string_view class_iterated(syntax::Node iterable) const;
    Value drawing(State& state, syntax::Node node);

    // operators.cpp
    Value arithmetic(syntax::Op op, Value left, Value right);
    Value array_arithmetic(syntax::Op op, Value left, Value right);
    Value operation(syntax::Node node, syntax::Op op, Value left, Value right);
    Value tensor_arithmetic(syntax::Op op, Value left, Value right);
    Value concatenated(Value left, Value right);
    Value negated(syntax::Op op, Value operand);
    Value compare(State& state, syntax::Node node);
    Value comparison(syntax::Node node, syntax::Op op, Value left, Value right);
    Value membership(syntax::Node node, syntax::Op op, Value left, Value right);
    Value compared(Value left, Value right);
    Value identity(syntax::Op op, Value left, Value right);

    // attribute.cpp
    Value attribute(State& state, syntax::Node node, bool called);
    Value compiling_method(syntax::Node node, Value object);
    Value attribute_of(syntax::Node node, Value object, bool called);
    void tell_refused(syntax::Node node, Value object, Value found);
    Value member(Value object, std::string_view name, bool called);
    Value class_member(Value class_, std::string_view name);
    Value super_member(const Bound& super, std::string_view name, bool called);
    Value instance_member(Value object, std::string_view name, bool called);
    Value applied(Value class_, const torch::Row* row);
    Value described(std::string_view name);
    Value external_method(Value object, std::string_view name, bool called);
    Value method_of(syntax::Node node, Value object, Value found);
    void operate(syntax::Node node, Value object, std::string_view method, const Arguments& arguments);
    void add_to_set(syntax::Node node, Value element);
    const torch::Row* member_row(Value object, std::string_view name) const;
    std::string_view known_class(Value object) const;

    // special_methods.cpp: nothing where the object has no such method
    std::optional<Value> special(syntax::Node node, Value object, std::string_view method, const Arguments& arguments);
    std::optional<Value> by_operator(syntax::Node node, syntax::Op op, Value left, Value right, bool in_place);
    std::optional<Value> by_sign(syntax::Node node, syntax::Op op, Value operand);
    void asked_by(syntax::Node node, const torch::Row& row, const Arguments& arguments);
    Value iterator_of(syntax::Node node, Value iterable);
    bool set_by_method(syntax::Node target, Value object, std::string_view name, Value value);

    // subscript.cpp
    Value subscript(State& state, syntax::Node node, bool store);
    Value key_of(const std::vector<std::pair<syntax::Node, Value>>& indices);
    Value item(Value object, const std::vector<std::pair<syntax::Node, Value>>& indices);
    Value tensor_item(Value tensor, const std::vector<std::pair<syntax::Node, Value>>& indices);
    Value iterate(Value iterable);

    // row_result.cpp: what a row says that a call gives
    Value given(const torch::Row& row, Value receiver, const Arguments& arguments);
    Value meaning(const torch::Row& row, Value receiver, const Arguments& arguments);
    Value given_tensor(const torch::Row& row, Value receiver, Value like, const Arguments& arguments);
    torch::Dtype given_dtype(const torch::Row& row, Value receiver, Value like, const Arguments& arguments);
    Value elements(const torch::Row& row, const Arguments& arguments);
    Value folded(const torch::Row& row, const Arguments& arguments);
    Value converted(const torch::Row& row, const Arguments& arguments);
    torch::Dtype dtype_of(Value dtype) const;
    torch::Dtype cast(torch::Dtype before, const Arguments& arguments) const;
    torch::Dtype content(const Arguments& arguments);

    // call.cpp
    Value call(State& state, syntax::Node node);
    Value apply_choice(State& state, syntax::Node node, const Choice& choice, const Arguments& arguments);
    Value apply_bound(State& state, syntax::Node node, const Bound& bound, const Arguments& arguments);
    Value apply_object(State& state, syntax::Node node, Value object, const Arguments& arguments);
    Value apply_sequential(State& state, syntax::Node node, const Sequence& modules, const Arguments& arguments);
    Value apply_wrapped(State& state, syntax::Node node, const Wrapped& wrapped, const Arguments& arguments);
    Value apply_api(State& state, syntax::Node node, Value callee, Value receiver, const Arguments& arguments);
    [[nodiscard]] std::optional<Value> made_by_new(syntax::Node node, const Class& class_, const Arguments& arguments);
    Value instantiate(syntax::Node node, const Class& class_, const Arguments& arguments);
    Value instantiate(const Wrapped& record, const Arguments& arguments);
    Value follow(syntax::Node node, const Function& function, std::optional<Value> self, const Arguments& arguments);
    Value argument_for(syntax::Node function, const syntax::Parameter& parameter, const Arguments& arguments,
                       std::size_t& next);

    // roles.cpp
    struct RoleCall;  // role_call.h
    Value apply_role(State& state, syntax::Node node, const torch::Row& row, Value callee, Value receiver,
                     const Arguments& arguments);
    bool names_tensor_class(Value type) const;
    // `int` and `float` of `isinstance(x, (int, float))`.
    [[nodiscard]] static std::vector<Value> types_of(Value type);

    // handed.cpp: where what is handed to torch.compile comes from
    struct Handed {
        Value root = unknown();           // an object, if one is known
        syntax::Node from{};              // the expression that gives it
        std::vector<std::string> path{};  // from there
    };
    void hand(State& state, syntax::Node site, syntax::Node handed, Value value);
    Handed origin_of(State& state, syntax::Node expression, int depth);
    Handed origin_of_variable(State& state, syntax::Node identifier, int depth);
    std::optional<Claim> claim_of(syntax::Node site, syntax::Node handed, Value value, const Handed& origin);
    Value value_before(State& state, syntax::Node expression);
    std::vector<Value> candidates(State& state, const Handed& origin);

    // container_methods.cpp
    Value container_call(State& state, syntax::Node node, const Bound& bound, const Arguments& arguments);
    Value sequence_call(State& state, syntax::Node place, const Sequence& held, std::string_view name,
                        const Arguments& arguments);
    std::optional<Value> added_by(std::string_view name, const Arguments& arguments);
    Value mapping_call(State& state, syntax::Node place, const Mapping& held, std::string_view name,
                       const Arguments& arguments);

    // decorators.cpp
    Value decorate(State& state, syntax::Node decorator, Value made);
    Value decorate_by(State& state, syntax::Node decorator, Value maker, Value made);
    const Environment* replaced(const Environment* environment, Value old, Value value);

    // parameters.cpp
    Value declared(syntax::Node function, const syntax::Parameter& parameter);
    Value default_value(syntax::Node expression);
    Value as_default(Value value);
    bool takes_tensor(syntax::Node function, syntax::Node call, std::size_t position);
    bool described_takes_tensor(const torch::Row& row, syntax::Node call, std::size_t position);
    const Class* class_of_self(syntax::Node function, syntax::Attribute member);
    bool is_module_of_self(syntax::Node function, syntax::Attribute member);
    syntax::Node method_of_self(syntax::Node function, syntax::Attribute member);
    bool is_used_as_tensor(syntax::Node function, syntax::Node name, bool items = false);
    Value computed(syntax::Node target, Value value);
    bool parameter_is_tensor(syntax::Node function, std::size_t position, bool items = false);
    Value quietly(State& state, syntax::Node expression);
    Value of_type(Value type);
    Value of_generic(State& state, syntax::Node type);

    Interpreter& interpreter_;
    Store& store_;
    const names::Scope& scope_;
    const names::File& file_;  // that the body is in
    Activation& activation_;
    Frame* outer_;
    State* outer_state_;
    State entry_;
    const State* state_ = nullptr;
    std::optional<State> exit_;
    struct Produced {
        std::vector<State> around;
        Value value;
    };
    std::unordered_map<syntax::Node, Produced> produced_;  // of a frame without an outer one, by comprehension
    Slots captured_, captured_from_;                       // what environment_here() gave last, and of which state
    std::unordered_map<std::uint32_t, Value> headers_;     // of `for` and `match`, by expression
    Value result_ = never();
    Value yielded_ = never();
    Value keys_ = never();      // of a dictionary comprehension
    Value tested_ = unknown();  // of the last test
    int usage_depth_ = 0;
    bool broke_ = false;  // the element that is being executed breaks the graph
    bool final_ = false;  // states are final: events count
};

}  // namespace values
