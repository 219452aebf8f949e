// What has to be tested of variables so that expressions have the dimensions that a condition needs. For conditions as
// tensors.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"

#include <string>
#include <vector>

namespace transforms::metadata {

// It calls a function of the program: what that gives may be something else than it seems, a method can be overridden.
[[nodiscard]] bool calls_program(const function::Facts& facts, syntax::Node expression);

class ShapeTests {
  public:
    ShapeTests(const function::Facts& facts, Forms& forms, proof::Proof& proof)
        : facts_(facts), forms_(forms), proof_(proof) {}

    // Tests under which the expression has no dimensions; false if there are no such tests.
    [[nodiscard]] bool can_be_scalar(syntax::Node expression, proof::Guards& tests);
    // A tensor that is made with one element: `torch.rand(1) < p`.
    [[nodiscard]] bool has_one_element(syntax::Node expression);
    // `s` of `s > 0.2`, made of what a layer gives or by `keepdim=True`, which has dimensions: at best one element.
    [[nodiscard]] std::optional<std::string> with_dimensions(syntax::Node expression);
    // The first variable in an expression that its dimensions come from.
    [[nodiscard]] syntax::Node shaped_part(syntax::Node expression);
    // These two test it; false where they cannot.
    [[nodiscard]] bool has_dimensions(syntax::Node tensor, const operations::Form& form);
    [[nodiscard]] bool same_shape(syntax::Node one, const operations::Form& a, syntax::Node other,
                                  const operations::Form& b);

  private:
    [[nodiscard]] bool has_rank(syntax::Node tensor, std::size_t rank, proof::Guards& tests);

    const function::Facts& facts_;
    Forms& forms_;
    proof::Proof& proof_;
};

}  // namespace transforms::metadata
