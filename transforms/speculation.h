// Whether an expression may be evaluated although the program would not have: nobody notices, neither by an effect, nor
// by an exception, nor by a gradient. What is not known to be so is refused.
#pragma once

#include "transforms/facts.h"
#include "transforms/proof.h"

#include <set>
#include <string_view>
#include <utility>

namespace transforms {

// Pairs of metadata classes that an operator combines in both arms: if they do not fit, one of the arms raises anyway.
using Combined = std::set<std::pair<values::Meta, values::Meta>>;
[[nodiscard]] Combined combined_in(const Facts& facts, syntax::Node expression);

class Speculation {
  public:
    // `statement` is where the expressions are going to be evaluated.
    Speculation(const Facts& facts, syntax::Node statement, Combined combined, Proof& proof)
        : facts_(facts), statement_(statement), combined_(std::move(combined)), proof_(proof) {}

    // Names that are assigned between the statement and the expression.
    void assigned(std::string_view name) { assigned_.insert(name); }
    void check(syntax::Node expression);

  private:
    void check_name(syntax::Node identifier);
    void check_attribute(syntax::Node node);
    void check_unary(syntax::Node node);
    void check_binary(syntax::Node node);
    void check_comparison(syntax::Node node);
    void check_call(syntax::Node node);
    void check_option(syntax::Node call, syntax::Node given);
    void check_shapes(syntax::Node node, syntax::Node left, syntax::Node right);
    void check_numeric(syntax::Node operand);
    void check_factor(syntax::Node node, syntax::Node factor);
    void refuse(syntax::Node node, std::string_view why);
    [[nodiscard]] bool is_number(syntax::Node node) const;

    const Facts& facts_;
    syntax::Node statement_;
    Combined combined_;
    Proof& proof_;
    std::set<std::string_view> assigned_;
};

// "`x.sum()`", for messages: the source text on one line.
[[nodiscard]] std::string quoted(syntax::Node node);

}  // namespace transforms
