// What the rewrites ask about one function: its flow, its names, and which assignment gave a variable its value. Made
// only where there is a finding.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/flow/liveness.h"
#include "analysis/flow/must_defined.h"
#include "analysis/values/program.h"

#include <optional>
#include <string_view>

namespace transforms {

// The assignment that a variable has its value from, whichever way control came.
struct Definition {
    syntax::Node statement;  // of the assignment; false: the value came in as a parameter
    syntax::Node value;      // the assigned expression, or the parameter's name
};

class Facts {
  public:
    // `function` is a function_definition of the program.
    Facts(const values::Program& program, syntax::Node function);
    Facts(const Facts&) = delete;
    Facts& operator=(const Facts&) = delete;

    [[nodiscard]] const values::Program& program() const { return program_; }
    [[nodiscard]] syntax::Node function() const { return function_; }
    [[nodiscard]] const names::Scope& scope() const { return scope_; }
    [[nodiscard]] const flow::MustDefined& must_defined() const { return must_defined_; }
    [[nodiscard]] const flow::Liveness& liveness() const { return liveness_; }
    [[nodiscard]] values::Value value(syntax::Node expression) const { return program_.value(expression); }

    // The variable of this function that the identifier names; null if it is one of another scope.
    [[nodiscard]] const names::Binding* variable(syntax::Node identifier) const;
    // Nothing if there may be several when control comes to `statement`.
    [[nodiscard]] std::optional<Definition> definition(const names::Binding& variable, syntax::Node statement) const;
    // What the knowledge says of the called thing; null if that is a function of the file, or not known.
    [[nodiscard]] const torch::Row* row_of(syntax::Node call) const;
    // No gradient is recorded in the whole function: it is decorated so.
    [[nodiscard]] bool without_gradients() const { return without_gradients_; }
    // `locals()`, `eval()` or their like see every variable, new ones as well.
    [[nodiscard]] bool shows_all_variables() const { return shows_all_variables_; }

  private:
    const values::Program& program_;
    syntax::Node function_;
    const names::Scope& scope_;
    flow::Graph graph_;
    flow::MustDefined must_defined_;
    flow::Liveness liveness_;
    bool without_gradients_;
    bool shows_all_variables_;
};

[[nodiscard]] bool is_loop(syntax::Node node);
[[nodiscard]] syntax::Node outermost_loop(syntax::Node node);  // that holds it within its function, or none

}  // namespace transforms
