// Interprets the functions of one file and those that they call, each once per set of argument values. Private to this
// folder.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/names/rebound.h"
#include "analysis/values/declared/usage.h"
#include "analysis/values/program.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace values {

class Frame;
struct Passed;

[[nodiscard]] bool does_nothing(syntax::Node function);  // claims.cpp

class Interpreter {
  public:
    Interpreter(Program& program, const Options& options);
    ~Interpreter();

    // Bounds on the work: beyond them a call gives an unknown value.
    static constexpr std::size_t max_call_depth = 24;
    // Of a function, in compiled code and outside of it: sets of arguments that are told apart; and all, of which the
    // later ones are told apart as far as general() does. Behind them one more stands for whatever it is called with.
    static constexpr std::size_t max_contexts = 8;
    static constexpr std::size_t max_all_contexts = 2000;
    static constexpr std::size_t max_activations_elsewhere = 2000;  // of functions of other files
    static constexpr int max_depth_aside = 1;  // of calls in other files that nobody compiles: decorators, factories
    static constexpr std::size_t max_stars = 100;  // that are asked for one name
    static constexpr int max_parts = 8;            // of a dotted name that nothing is known of
    // A step evaluates an expression, or does as much work as that. Where they run out the analysis stops, and says so.
    static constexpr std::size_t max_steps = 3'000'000;
    static constexpr std::size_t joins_per_step = 8;  // of values

    void run();  // regions.cpp: finds the entries and interprets all that they reach

    [[nodiscard]] Store& store() { return program_.store_; }
    [[nodiscard]] const names::Module& names() const { return program_.names(); }  // of the file interpreted
    [[nodiscard]] const names::File& file_of(syntax::Node node) const {
        return *program_.files_[program_.number_of(node)];
    }
    [[nodiscard]] bool is_here(syntax::Node node) const { return node.tree() == &program_.tree(); }
    [[nodiscard]] const Options& options() const { return options_; }

    // A function of the file called with these values, by parameter. Null while it is being interpreted with them, or
    // when a bound is reached.
    [[nodiscard]] const Activation* interpret(Function function, std::vector<Value> arguments, bool compiled);
    void spend() { ++steps_; }
    [[nodiscard]] std::size_t steps() const { return steps_ + program_.store_.joins() / joins_per_step; }
    [[nodiscard]] bool is_over() const {  // nobody wants to know any more, or the steps have run out
        return steps() > max_steps || (options_.cancelled && options_.cancelled());
    }
    void stop_at(syntax::Node body);
    void interpret_eagerly(const Function& function);  // looks for entries in code that nobody compiles
    // A function inside of another one, which hands something to torch.compile: looked into if nobody calls it.
    void note_inner(const Function& function) {
        if (is_here(function.node) && may_compile(function.node)) inner_.push_back(function);
    }

    // names that no body in progress owns (described_classes.cpp, other_files.cpp)
    [[nodiscard]] Value global(const names::Reference& reference);  // a variable of the module or of a class
    // The only function of that name, or the lambda that is all that the name ever holds.
    [[nodiscard]] syntax::Node function_named(syntax::Node identifier) const;
    [[nodiscard]] Value builtin(std::string_view name);
    [[nodiscard]] Value unbound(std::string_view name, const names::File& file);  // from a star import, or a builtin
    // What the star brings under that name; nothing if it does not, as far as can be told.
    [[nodiscard]] std::optional<Value> brought(const names::Import& star, std::string_view name);
    // What some star import of the file brings.
    [[nodiscard]] std::optional<Value> brought_to(const names::File& file, std::string_view name);
    // Something of the file puts another thing in its place (names/rebound.h).
    [[nodiscard]] bool is_replaced(std::string_view dotted) const;
    [[nodiscard]] bool replaces() const { return !rebound_.members.empty(); }
    [[nodiscard]] Value imported(const names::Import& import);
    [[nodiscard]] bool is_described(std::string_view dotted) const;  // by rows rather than by its source
    [[nodiscard]] bool is_of_another_package(Value api) const;
    [[nodiscard]] bool is_free_of_torch(syntax::Node type);
    [[nodiscard]] Value resolved(Value value);  // what an import leads to
    // To its source, if that can be read.
    [[nodiscard]] static bool yields(Value api) {
        return !api.api().row || api.api().row->role == torch::Role::stand_in;
    }
    [[nodiscard]] Value external(std::string_view dotted);  // what an import gives
    [[nodiscard]] Value external_member(Value api, std::string_view name);
    [[nodiscard]] const torch::Row* convention_of(syntax::Node function);
    [[nodiscard]] const torch::Row* method_of_tensors(std::string_view name);  // usage.h
    [[nodiscard]] Value external_instance(std::string_view class_name);

    // classes.cpp
    [[nodiscard]] const Class& class_at(syntax::Node definition);
    [[nodiscard]] const Value* attribute(const Class& class_, std::string_view name);
    [[nodiscard]] bool is_written_from_outside(const Class& class_, std::string_view name) const;
    [[nodiscard]] Value decorated_method(syntax::Node definition, Frame& frame);
    [[nodiscard]] bool collects_attributes() const { return collecting_ != nullptr; }
    void store_attribute(syntax::Node where, std::string_view name, Value value);               // `self.name = value`
    void construct(const Class& class_, Value self, const Arguments& arguments, Frame& frame);  // a call of the class

    // regions.cpp: something is handed to torch.compile; something that was is called with these values
    [[nodiscard]] bool looks_for_entries() const { return looks_for_entries_; }
    [[nodiscard]] bool may_compile(syntax::Node function) const {  // hands something to torch.compile, by its text
        return function && looks_for_entries_ && function.text().find("compile") != std::string_view::npos;
    }
    void add_site(syntax::Node site);
    // What the path leads to, from an object that is known; false if that is not known.
    bool compile_parts(syntax::Node site, Value root, const std::vector<std::string>& path, Frame& frame);
    [[nodiscard]] bool takes_claims() const;  // more of them
    void add_claim(syntax::Node site, Claim claim, std::vector<Value> candidates);
    void add_entry(const Wrapped& compiled);
    [[nodiscard]] Value call_entry(Value target, const Arguments& arguments, Frame& frame);
    // claims.cpp: by which others know a class
    [[nodiscard]] std::string id_of(const Class& class_) const;
    // Modules that code in the file can make: the outermost of those that it defines and imports; none if too many.
    [[nodiscard]] std::vector<Value> modules_in(const names::File& file);
    // "setter" of `@size.setter`, which is no new meaning of `size` to those who read it; empty of all else.
    [[nodiscard]] static std::string_view accessor(const names::Occurrence& occurrence);
    // The method that a call of an instance runs.
    [[nodiscard]] static std::string_view called(const Class& class_) {
        return class_.is_module && !class_.owner_of("__call__") ? "forward" : "__call__";
    }
    [[nodiscard]] bool is_compiled(const Class& class_) const { return compiled_classes_.contains(&class_); }

    static constexpr int max_quiet_depth = 2;  // of annotations and defaults that call what has some
    [[nodiscard]] int& quiet_depth() { return quiet_depth_; }
    static constexpr int max_usage_depth = 3;  // calls that are followed to see how a parameter is used
    // Whether a variable is used as only tensors are, asked so many calls deep; empty until that is found out.
    [[nodiscard]] std::optional<bool>& used_as_tensor(syntax::Node name, bool items, int depth) {
        return used_as_tensor_.at(items ? 1 : 0)[name].at(static_cast<std::size_t>(depth));
    }

    void configure(torch::Role option, bool on);  // torch._dynamo.config.option = on
    void reorder(std::string_view function) { program_.dynamo_.reordered.insert(function); }
    void record(syntax::Node expression, Value value, bool compiled);
    void record_state(syntax::Node test, const State& state);
    [[nodiscard]] Value recorded(syntax::Node expression) const;
    [[nodiscard]] const flow::Graph& graph(syntax::Node body);
    [[nodiscard]] const NameUses& uses(syntax::Node function);
    [[nodiscard]] const std::vector<syntax::Parameter>& parameters(syntax::Node function);

  private:
    struct Target {  // of an entry: what runs, with which `self`
        Function function;
        Value self = never();
    };
    void generalize(Function& function, std::vector<Value>& arguments, std::size_t contexts);
    const Activation* run(Activation& activation);
    void run_once();
    void forget_activations();
    void run_module();
    void read_stars();
    void run_eager_code();
    void enter_forwards(Frame& frame);
    void enter_forward(const Class& class_, syntax::Node definition, Frame& frame);
    void enter_marked(Frame& frame);
    void enter_hooks(Frame& frame);  // hooks.cpp
    void enter_hook(syntax::Node call, torch::Role role, Entered by, Frame& frame);
    void enter_claims(Frame& frame);  // claims.cpp
    void enter_likely(const Claim& claim, syntax::Node site, Value target, Frame& frame);
    [[nodiscard]] std::vector<Value> follow(Value whole, const std::vector<std::string>& path, Frame& frame);
    [[nodiscard]] std::vector<Value> children_of(const Class& class_);
    [[nodiscard]] std::vector<Value> meant(const Claim& claim, const Class& class_, Frame& frame);
    [[nodiscard]] std::vector<Value> parts_of(Value whole, std::string_view name, Frame& frame);
    void enter_functions(Frame& frame);
    void enter_function(const names::Scope& scope, const Passed& passed, Frame& frame);
    [[nodiscard]] bool handles_tensors(syntax::Node function) const;
    [[nodiscard]] bool is_read_by_forward(syntax::Node function, Frame& frame);
    void make_symbols(std::pair<std::uint64_t, std::uint64_t> entry, std::vector<Value>& inputs);
    const Wrapped* disabled(const Wrapped& compiled, const Target& target, Frame& frame);
    Value enter(const Wrapped& compiled, const Target& target, const Arguments& arguments, Frame& frame,
                const Claim* claim = nullptr);
    void put_entry(const Entry& entry);
    Value self_of(const Target& target, Frame& frame);
    [[nodiscard]] std::optional<Target> target_of(Value value);
    void read_class(Class& class_);
    void collect(Class& class_, std::string_view name);
    bool collect_from(Class& class_, syntax::Node method);
    bool collect_by(const Class& class_, syntax::Node method, const Arguments& arguments, Frame& frame);
    [[nodiscard]] const names::File* find_file(std::string_view module, const names::File& importer);
    [[nodiscard]] bool mentions(std::string_view module, std::string_view name, const names::File& importer);
    [[nodiscard]] std::optional<Value> member_of(const names::File& file, std::string_view name);
    [[nodiscard]] Value variable_of(const names::File& file, const names::Binding& binding);
    [[nodiscard]] Value bound_by(const names::File& file, const names::Occurrence& occurrence);
    [[nodiscard]] std::uint64_t key(syntax::Node node) const { return program_.number_of(node) << 32U | node.index(); }
    void add_bases(Class& class_);
    void add_members(Class& class_);
    void collect_attributes(Class& class_);
    void collect_from_methods(Class& class_);

    Program& program_;
    const Options& options_;
    const names::Rebound rebound_;
    std::unique_ptr<Activation> module_activation_;
    std::unique_ptr<Frame> module_frame_;
    std::unordered_map<std::size_t, std::vector<Activation*>> by_key_;
    using Contexts = std::array<std::size_t, 2>;           // how many there are, outside of compiled code and in it
    std::unordered_map<syntax::Node, Contexts> contexts_;  // by function
    using ByDepth = std::array<std::optional<bool>, max_usage_depth + 1>;
    std::array<std::unordered_map<syntax::Node, ByDepth>, 2> used_as_tensor_;  // itself, its items
    std::vector<const Activation*> running_;                                   // each called by the one before
    std::unordered_map<syntax::Node, std::unique_ptr<flow::Graph>> graphs_;
    std::unordered_map<syntax::Node, NameUses> uses_;                              // by function
    std::unordered_map<syntax::Node, std::vector<syntax::Parameter>> parameters_;  // by function
    std::unordered_map<std::string_view, Value> externals_;
    std::unordered_map<std::string_view, const torch::Row*> methods_of_tensors_;
    std::unordered_map<syntax::Node, const torch::Row*> conventions_;
    std::unordered_map<syntax::Node, Value> methods_;                     // decorated, by definition
    std::unordered_map<syntax::Node, Class*> classes_;                    // by definition
    std::unordered_map<const names::Binding*, Value> variables_;          // of other files
    std::map<std::string, const names::File*, std::less<>> found_files_;  // by module
    std::unordered_map<std::string, const names::File*> files_by_path_;
    std::unordered_map<std::string_view, const names::Import*> members_;  // by target
    std::unordered_map<std::string_view, Value> resolved_;
    std::map<std::pair<const Class*, const Value*>, Value> flags_;  // literals of instances, as far as they stay
    std::set<std::pair<const names::File*, std::string>> asked_;    // star imports that are being looked into
    std::size_t steps_ = 0;
    std::size_t activations_elsewhere_ = 0;
    int depth_aside_ = 0;
    int quiet_depth_ = 0;
    std::vector<Wrapped> compiled_;  // in the order in which they were made
    std::unordered_map<std::size_t, std::vector<std::size_t>> compiled_by_target_;  // the first of each, by its hash
    std::map<std::pair<std::uint64_t, std::size_t>, std::vector<std::size_t>> compiled_by_site_;  // all, by both
    std::set<std::pair<std::uint64_t, std::uint64_t>> entered_;                           // by site and function
    std::set<std::tuple<const Activation*, std::uint64_t, const Claim*>> known_entries_;  // by their sites, too
    std::set<const Class*> compiled_classes_;
    std::unordered_set<syntax::Node> drivers_;  // functions that hand something to torch.compile
    struct OwnClaim {
        syntax::Node site;
        const Claim* claim = nullptr;
        std::vector<Value> candidates{};  // where nothing else is known of the object
    };
    std::vector<OwnClaim> own_claims_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Value>> first_inputs_;  // by site and function
    std::vector<Function> inner_;                                                         // note_inner()
    const Class* collecting_ = nullptr;  // whose `__init__` is being interpreted
    bool constructing_ = false;          // with the arguments of a call, rather than with any
    bool learned_late_ = false;          // something about a class that compiled code had been interpreted without
    bool has_compiled_ = false;          // some function has been interpreted as compiled
    bool looks_for_entries_ = false;
};

}  // namespace values
