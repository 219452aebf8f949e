// What the code around a break makes of it: the frame is split, or lost to eager; and under which conditions it is
// reached at all.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/values/program.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace rules {

// Outcome::skip if Dynamo cannot resume behind `node` in its function: in a loop, a `try` with handlers, an `except`,
// a context manager that cannot be entered again, a generator.
[[nodiscard]] Outcome outcome_at(const values::Program& program, syntax::Node node);
// The same of a break in what is called there. Dynamo resumes behind a call, a comparison, `x[i]`, and what stores into
// an object: not behind another operator, a property, a truth that is asked for, or a `with`.
[[nodiscard]] Outcome outcome_of_call(const values::Program& program, syntax::Node node);

// Under which conditions places are reached, for many places of a program.
class Conditions {
  public:
    static constexpr std::size_t most = 40;  // that are told of a place: the innermost

    explicit Conditions(const values::Program& program) : program_(program) {}
    // The conditions around `node`, up to its function, that are known while tracing but not here.
    [[nodiscard]] std::vector<std::string> of(syntax::Node node);

  private:
    void add_exits(syntax::Node block, syntax::Node child, std::vector<std::string>& into);

    const values::Program& program_;
    std::unordered_map<syntax::Node, std::vector<syntax::Node>> exits_;  // of a block: `if`s that leave it
};

// Whether the node is the context manager of a `with`.
[[nodiscard]] bool is_entered(syntax::Node node);

// Whether the node stands under `with torch.no_grad()`.
[[nodiscard]] bool is_unrecorded(const values::Program& program, syntax::Node node);

// Whether the node is evaluated only for an exception: in a `raise`, or as the message of an `assert`.
[[nodiscard]] bool is_for_failure(syntax::Node node);

// Whether the same test asks first for a dtype that tensors do not have unless a program says so, as in
// `x.dtype == torch.float16 and x.isinf().any()`: run as it is, what stands behind the `and` is not evaluated.
[[nodiscard]] bool needs_rare_dtype(const values::Program& program, syntax::Node node);

}  // namespace rules
