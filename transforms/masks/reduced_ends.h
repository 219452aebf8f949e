// What has to hold so that all elements may be reduced in the place of those under a mask. For masked_selection.h.
#pragma once

#include "transforms/masks/selection.h"
#include "transforms/metadata/inference.h"

namespace transforms::masks {

class ReducedEnds {
  public:
    // `front`: what is selected from first; `known`: the forms that go with the mask (Fitted).
    ReducedEnds(const function::Facts& facts, Selection& selection, syntax::Node front,
                const metadata::Forms::Known& known, proof::Proof& proof)
        : facts_(facts), selection_(selection), front_(front), known_(known), proof_(proof) {}

    void check(const End& end);
    // A person has to decide whether what is assumed holds.
    [[nodiscard]] bool is_doubtful() const { return doubtful_; }

  private:
    void check_spread(const End& end);
    void check_sum(const operations::Form& form, metadata::Forms& forms);
    void check_average(bool is_floating);
    void check_extreme(const End& end, bool is_floating);
    [[nodiscard]] bool seems_floating() const;

    const function::Facts& facts_;
    Selection& selection_;
    syntax::Node front_;
    const metadata::Forms::Known& known_;
    proof::Proof& proof_;
    bool doubtful_ = false;
};

}  // namespace transforms::masks
