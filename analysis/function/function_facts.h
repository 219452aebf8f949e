// What the rewrites ask about one function: its flow, its names, and which assignment gave a variable its value. Made
// only where there is a finding.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/flow/liveness.h"
#include "analysis/flow/must_defined.h"
#include "analysis/flow/reaching.h"
#include "analysis/values/program.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace function {

// The assignment that a variable has its value from, whichever way control came.
struct Definition {
    syntax::Node statement;  // of the assignment; false: the value came in as a parameter
    syntax::Node value;      // the assigned expression, or the parameter's name
};

// What a variable is taken for of which nothing is known (kind_versions.h).
enum class Guess : std::uint8_t { tensor, number };

class Facts;

// The Facts of the functions of a program, each made once, when somebody asks for it.
class AllFacts {
  public:
    // The Program outlives them.
    explicit AllFacts(const values::Program& program) : program_(program) {}
    [[nodiscard]] const values::Program& program() const { return program_; }
    // `function` is a function_definition of the file interpreted.
    [[nodiscard]] const Facts& of(syntax::Node function) const;

  private:
    const values::Program& program_;
    mutable std::unordered_map<syntax::Node, std::unique_ptr<const Facts>> made_;
};

class Facts {
  public:
    // One of `all`, or beside the one there: with guesses of its own. They outlive it.
    Facts(const AllFacts& all, syntax::Node function);
    Facts(const Facts&) = delete;
    Facts& operator=(const Facts&) = delete;

    [[nodiscard]] const values::Program& program() const { return program_; }
    // The other functions of the program.
    [[nodiscard]] const AllFacts& all() const { return all_; }
    [[nodiscard]] syntax::Node function() const { return function_; }
    [[nodiscard]] const names::Scope& scope() const { return scope_; }
    [[nodiscard]] const flow::MustDefined& must_defined() const;
    [[nodiscard]] const flow::Liveness& liveness() const;
    [[nodiscard]] values::Value value(syntax::Node expression) const { return program_.value(expression); }

    // The variable of this function that the identifier names; null if it is one of another scope.
    [[nodiscard]] const names::Binding* variable(syntax::Node identifier) const;
    // Nothing if there may be several when control comes to `statement`.
    [[nodiscard]] std::optional<Definition> definition(const names::Binding& variable, syntax::Node statement) const;
    // At both statements the variable holds what one and the same definition gave it.
    [[nodiscard]] bool holds_the_same(const names::Binding& variable, syntax::Node one, syntax::Node other) const;
    // What a parameter came in with is gone when control comes to `statement`: `x = x * 1.0`.
    [[nodiscard]] bool is_replaced(const names::Binding& variable, syntax::Node statement) const;
    // Of the item (dict_slot.h) of a dict that the function has made, and that nothing but the holder of the item
    // refers to.
    [[nodiscard]] std::optional<Definition> item_definition(syntax::Node item, syntax::Node statement) const;
    // The identifiers that name it, those that bind it as well.
    [[nodiscard]] const std::vector<syntax::Node>& uses_of(const names::Binding& variable) const;
    // When control has left the statement, the variable holds such a dict, of known keys.
    [[nodiscard]] bool is_local_dict(const names::Binding& holder, syntax::Node statement) const;
    // The indices of the nodes of which `is` holds, looked for once: `question` tells one predicate from another.
    template <class Is>
    [[nodiscard]] const std::vector<std::uint32_t>& nodes_where(std::string_view question, Is is) const {
        const auto [known, is_new] = nodes_.try_emplace(question);
        for (std::uint32_t i = function_.index(); is_new && i < function_.end_index(); ++i)
            if (is(function_.tree()->node(i))) known->second.push_back(i);
        return known->second;
    }
    // What `is` says of the variable, asked once: `question` tells one predicate from another. Guesses do not change
    // it.
    template <class Is>
    [[nodiscard]] bool once(std::string_view question, const names::Binding& variable, Is is) const {
        const auto [known, is_new] = answers_.try_emplace({question, &variable});
        if (is_new) known->second = is();
        return known->second;
    }
    // What the knowledge says of the called thing; null if that is a function of the file, or not known.
    [[nodiscard]] const torch::Row* row_of(syntax::Node call) const;
    // Of a call of a module of torch, `self.norm(x)`: what becomes of its arguments. Its parameters take part as well.
    [[nodiscard]] const torch::Row* row_of_module(syntax::Node call) const;
    [[nodiscard]] const torch::Row* row_of_module(values::Value module) const;
    // The row of an attribute or method of tensors.
    [[nodiscard]] const torch::Row* member_of_tensors(std::string_view name) const;
    // Of a call that writes to its receiver: the row of the method that makes a new tensor instead, `clamp` for
    // `clamp_`.
    [[nodiscard]] const torch::Row* pure_twin(syntax::Node call) const;
    // Something in the function gives a tensor another shape in place: `y.unsqueeze_(0)`, `y.data = z`.
    [[nodiscard]] bool reshapes_in_place() const;
    // No gradient is recorded in the whole function: it is decorated so.
    [[nodiscard]] bool without_gradients() const { return without_gradients_; }
    // All that is seen to call it does so where none is recorded, `with torch.no_grad(): optimizer.step()`.
    [[nodiscard]] bool is_called_without_gradients(int depth = 0) const;
    // For now.
    void take_for(Guess guess, const names::Binding& variable) { guesses_[&variable] = guess; }
    [[nodiscard]] std::optional<Guess> taken_for(const names::Binding& variable) const {
        const auto found = guesses_.find(&variable);
        return found == guesses_.end() ? std::nullopt : std::optional(found->second);
    }
    // `locals()`, `eval()` or their like see every variable, new ones as well.
    [[nodiscard]] bool shows_all_variables() const;

  private:
    [[nodiscard]] const flow::Reaching& reaching(const names::Binding& variable) const;

    const AllFacts& all_;
    const values::Program& program_;
    syntax::Node function_;
    const names::Scope& scope_;
    // What takes a walk over the whole function is made when somebody asks.
    [[nodiscard]] const flow::Graph& graph() const;
    [[nodiscard]] const flow::ElementIndex& elements() const;
    mutable std::optional<flow::Graph> graph_;
    mutable std::optional<flow::MustDefined> must_defined_;
    mutable std::optional<flow::Liveness> liveness_;
    mutable std::optional<flow::ElementIndex> elements_;
    mutable std::map<const names::Binding*, flow::Reaching> reaching_;
    mutable std::map<std::pair<std::uint32_t, std::optional<std::string_view>>, flow::Reaching> items_;
    mutable std::map<std::string_view, std::vector<std::uint32_t>> nodes_;
    mutable std::map<const names::Binding*, std::vector<syntax::Node>> uses_;
    mutable std::map<std::pair<std::string_view, const names::Binding*>, bool> answers_;
    bool without_gradients_;
    std::map<const names::Binding*, Guess> guesses_;
    mutable std::optional<bool> shows_all_variables_;
    mutable std::optional<bool> reshapes_in_place_;
};

// Of a call of which nothing is known, `x.double()`: the row of the method of tensors.
[[nodiscard]] const torch::Row* row_or_guess(const Facts& facts, syntax::Node call);
// Certainly a number of Python, or what comes to the same while tracing.
[[nodiscard]] bool is_number(values::Value value);
// The argument of a call that has to be a bool tensor.
[[nodiscard]] bool is_mask(const Facts& facts, syntax::Node argument);
// `with torch.no_grad():`. Nothing inside records a gradient; whoever comes in comes to the end, or raises.
[[nodiscard]] bool only_stops_gradients(const Facts& facts, syntax::Node with);

}  // namespace function
