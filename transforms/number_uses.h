// Where a number goes, and whether a tensor without dimensions serves as well there: arithmetic with tensors, branches.
// Asked by the rewrites that keep a number a tensor.
#pragma once

#include "transforms/facts.h"
#include "transforms/forms.h"
#include "transforms/proof.h"

#include <array>
#include <string>
#include <vector>

namespace transforms {

class NumberUses {
  public:
    // `statement` is where the number is made; `forms` is anchored there. `may_be_int`: Python has no negative zero
    // then.
    NumberUses(const Facts& facts, syntax::Node statement, Forms& forms, Proof& proof, bool may_be_int)
        : facts_(facts), statement_(statement), forms_(forms), proof_(proof), may_be_int_(may_be_int) {}

    // Refuses a use that may tell the number from a tensor. `node` is the number, or made of it and of other numbers.
    void check(syntax::Node node);

    [[nodiscard]] bool widened() const { return widened_; }  // Python computes with it in double precision
    // The tensors that it meets. They have to have dimensions and a wide floating dtype: such a tensor takes one without
    // dimensions as it takes a number.
    [[nodiscard]] const std::vector<std::string>& partners() const { return partners_; }

  private:
    void check_with(syntax::Node operation, syntax::Node other);
    void check_compared(syntax::Node comparison, syntax::Node other);
    [[nodiscard]] syntax::Node leading_part(syntax::Node tensor);
    void meets(syntax::Node operation, syntax::Node other);
    void observed(syntax::Node node);
    void branches_on(syntax::Node condition);

    const Facts& facts_;
    syntax::Node statement_;
    Forms& forms_;
    Proof& proof_;
    bool may_be_int_;
    bool widened_ = false;
    std::vector<std::string> partners_;
};

// The tests that a tensor takes one without dimensions as it takes a number.
[[nodiscard]] std::array<std::string, 2> takes_as_number(const std::string& partner, std::string_view torch);
// The number is exact in every floating dtype.
[[nodiscard]] bool is_exact(double number);
// Only the truth of the expression is asked for, by a branch.
[[nodiscard]] bool decides_branch(syntax::Node expression);

}  // namespace transforms
