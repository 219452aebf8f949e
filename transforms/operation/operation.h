// What the proofs know of an operation: which shape and dtype it gives, under what it may run although the program
// would not have run it, and what becomes of gradients on their way back through it. Each kind is one file of this
// folder, and operation.cpp lists them; what a kind does not answer does not compile. None of them writes to what it is
// given: what does is told by its row (analysis/effects/clobber.h). Asked by Forms and by Speculation.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/metadata.h"

#include <memory>

namespace transforms::metadata {
class Forms;
}
namespace transforms::speculation {
class Speculation;
}

namespace transforms::operation {

// What a gradient of zero is behind the operation, for what it was computed from.
enum class Gradient : std::uint8_t {
    none,         // nothing flows back: comparisons, sizes, what is made of numbers
    stays_zero,   // sums, views, casts
    by_operands,  // as the operator does: zero unless it meets a number that is too large
    may_spoil,    // zero times what is infinite is NaN
};

class Operation {
  public:
    explicit Operation(syntax::Node node) : node_(node) {}
    virtual ~Operation() = default;
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    Operation(Operation&&) = delete;
    Operation& operator=(Operation&&) = delete;

    // The shape and dtype of what it gives where it raises no error.
    [[nodiscard]] virtual operations::Form infer(metadata::Forms& forms) const = 0;
    // Shows, tests or assumes that it raises nothing and warns of nothing, whatever data it meets. Its operands as
    // well.
    virtual void speculate(speculation::Speculation& speculation) const = 0;
    [[nodiscard]] virtual Gradient gradient() const = 0;

    [[nodiscard]] syntax::Node node() const { return node_; }

  private:
    syntax::Node node_;
};

using Found = std::unique_ptr<Operation>;
// `row` is that of the call, or of the method that takes its place: `y.clamp(0)` for `y.clamp_(0)`. None for an
// operator. Nothing for what may have an effect.
[[nodiscard]] Found operation_of(const function::Facts& facts, syntax::Node node, const torch::Row* row);

}  // namespace transforms::operation
