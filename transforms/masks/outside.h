// What elementwise code gives outside of the mask, where nobody wants to know: numbers are put in the place of what is
// there, so that neither it nor its gradient is NaN or infinite. Of `torch.log(x[m])` that is 1:
//
//     torch.log(torch.where(m, x, 1))
//
// They are put as far up as gradients of zero stay zero whatever is there: `torch.where(m, x - y, 0).abs()`.
#pragma once

#include "transforms/masks/selection.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace transforms::masks {

class Outside {
  public:
    // `at_reads`: in the place of what is read, and nowhere above it.
    Outside(const function::Facts& facts, Selection& selection, bool at_reads);

    // The expression that a number takes the place of, outside of the mask; or nothing.
    [[nodiscard]] std::optional<double> filler(syntax::Node expression) const;
    // What the expression is there; nothing if that is not known.
    [[nodiscard]] std::optional<double> value(syntax::Node expression);
    [[nodiscard]] bool is_at_reads() const { return at_reads_; }
    [[nodiscard]] const std::vector<syntax::Node>& filled() const { return filled_; }
    // Gradients stay finite there, as far as the knowledge goes.
    [[nodiscard]] bool is_tame() const { return tame_; }

  private:
    [[nodiscard]] bool is_steep(syntax::Node operation) const;
    [[nodiscard]] bool has_steep(syntax::Node expression);
    [[nodiscard]] bool is_bare(syntax::Node expression);
    void fill(syntax::Node expression);
    [[nodiscard]] bool fill_operands_of(syntax::Node operation);
    void fill_name(syntax::Node value);
    void choose();
    [[nodiscard]] int flaws();
    [[nodiscard]] std::optional<double> value_of_call(syntax::Node call);
    [[nodiscard]] std::optional<double> computed(syntax::Node node, const operations::Arithmetic& sum);
    [[nodiscard]] std::optional<double> quotient(syntax::Node node, const operations::Arithmetic& sum);
    [[nodiscard]] std::optional<double> power(syntax::Node node, const operations::Arithmetic& sum);
    [[nodiscard]] std::optional<double> spoiled(syntax::Node node);

    const function::Facts& facts_;
    Selection& selection_;
    bool at_reads_;
    std::vector<syntax::Node> filled_;
    std::unordered_map<syntax::Node, double> fillers_;
    std::unordered_map<syntax::Node, bool> bare_;                    // of what is named
    std::unordered_map<syntax::Node, std::optional<double>> named_;  // its values
    bool tame_ = true;
    syntax::Node spoiling_;  // else, what is not
};

// What a reduction does not see: 0 of a sum.
[[nodiscard]] double neutral_of(Result result);

}  // namespace transforms::masks
