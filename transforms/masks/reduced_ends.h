// What has to hold so that all elements may be reduced in the place of those under a mask. For masked_selection.h.
#pragma once

#include "transforms/masks/selection.h"
#include "transforms/masks/selection_fit.h"
#include "transforms/metadata/inference.h"

namespace transforms::masks {

class ReducedEnds {
  public:
    ReducedEnds(const function::Facts& facts, Selection& selection, const SelectionFit& fit, proof::Proof& proof)
        : facts_(facts), selection_(selection), front_(fit.how.front), known_(fit.known),
          of_rows_(fit.how.rows.has_value()), proof_(proof) {}

    void check(const End& end);
    // A person has to decide whether what is assumed holds.
    [[nodiscard]] bool is_doubtful() const { return doubtful_; }

  private:
    void check_spread(const End& end, bool is_floating);
    void check_sum(const operations::Form& form, metadata::Forms& forms);
    void check_average(bool is_floating);
    void assume_floats();
    void check_extreme(const End& end, bool is_floating);
    [[nodiscard]] bool seems_floating() const;

    const function::Facts& facts_;
    Selection& selection_;
    syntax::Node front_;
    const metadata::Forms::Known& known_;
    bool of_rows_;
    proof::Proof& proof_;
    bool doubtful_ = false;
};

}  // namespace transforms::masks
