// What an effect takes with it into the graph. `print(f"step {i}: {x.max().item():.3f}")` takes `i` and `x.max()`: the
// tensors are computed in the graph, what Python makes of them is done by the operator when the graph runs.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <string>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

class Carried {
  public:
    // `statement` is where the values are evaluated.
    Carried(const function::Facts& facts, syntax::Node statement, proof::Proof& proof)
        : facts_(facts), statement_(statement), proof_(proof) {}

    // Takes what the expression needs. Not `always`: the program evaluates it under a condition that the data decides.
    void take(syntax::Node expression, bool always);

    // `n > 1 and x.max() > 3`, of which the data decides the end, `condition`: that is not evaluated where the rest,
    // which may be of variables of the function, does not hold.
    void take_whole(syntax::Node whole, syntax::Node condition);

    // The expression over the parameters, on one line.
    [[nodiscard]] std::string text(syntax::Node expression) const;
    [[nodiscard]] std::string parameters() const;  // "i, value"
    [[nodiscard]] std::string arguments() const;   // "i, x.max()"

    // One for each place; places with the same text share a parameter.
    struct Value {
        syntax::Node node;
        std::string parameter;
        std::string argument;
        bool shows_history = false;  // if it has one
        text::Span span{};           // that the parameter takes the place of
    };
    [[nodiscard]] const std::vector<Value>& values() const { return values_; }

  private:
    void take_parts(syntax::Node expression, bool always);
    void take_name(syntax::Node identifier);
    void take_attribute(syntax::Node node);
    void take_call(syntax::Node call);
    void take_children(syntax::Node node);
    void take_each(syntax::Node call);
    void carry(syntax::Node node);
    void put(syntax::Node node, text::Span span, std::string argument, bool shows_history = false);
    [[nodiscard]] bool is_local(syntax::Node identifier) const;
    [[nodiscard]] bool may_change(syntax::Node identifier) const;
    void refuse(syntax::Node node, std::string_view why);

    const function::Facts& facts_;
    syntax::Node statement_;
    proof::Proof& proof_;
    bool always_ = true;
    bool only_numbers_ = false;  // of the tensors count
    std::vector<Value> values_;
};

}  // namespace transforms::in_graph
