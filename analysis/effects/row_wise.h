// Code that does with each row what it would do with that row alone: f(x[m]) is f(x)[m].
//
//     offset = self.mlp(x[m])[:, :2].norm(dim=-1)      a row for each that is selected, made of that one
//     score = x[m].softmax(0)                          no: the rows meet
//
// Asked by the rewrites of masks, for what follows a selection.
#pragma once

#include "analysis/function/function_facts.h"

#include <functional>
#include <vector>

namespace effects {

// What has to hold beside what is seen.
struct RowNeeds {
    std::vector<syntax::Node> wide;    // selections whose rows have dimensions of their own: of `x[m].norm(dim=-1)`
    std::vector<syntax::Node> shared;  // tensors that each row meets as a whole: `self.scale`
    bool counts_from_front = false;    // of dimensions: the selection has taken the place of one, `x[m].sum(1)`
    bool has_parts = false;            // more than operators: parts of a row, or a function of the file
};

class RowWise {
  public:
    // Whether the expression is what selects the rows.
    using Selects = std::function<bool(syntax::Node)>;
    // A row for each of those that are selected, or several tensors with one each.
    enum class Gives : std::uint8_t { other, rows, several };

    RowWise(const function::Facts& facts, Selects selects) : facts_(facts), selects_(std::move(selects)) {}

    [[nodiscard]] Gives gives(syntax::Node expression);
    // Of all that was asked and has rows.
    [[nodiscard]] const RowNeeds& needs() const { return needs_; }

  private:
    const function::Facts& facts_;
    Selects selects_;
    RowNeeds needs_;
};

// What lies in a row of its tensors was taken together: `boxes.sum(-1)`, and a function of the file that does so.
[[nodiscard]] bool reduces_rows(const function::Facts& facts, syntax::Node expression);

}  // namespace effects
