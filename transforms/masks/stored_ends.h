// What has to hold so that all elements may be computed, and those under the mask chosen, where they are put back:
//
//     root = torch.sqrt(d[m])            root = torch.sqrt(torch.where(m, d, 1))
//     out[m, 0] = -b[m] + root     ->    out[:, 0] = torch.where(m, -b + root, out[:, 0])
//
// For masked_selection.h.
#pragma once

#include "transforms/masks/selection.h"
#include "transforms/metadata/inference.h"

#include <vector>

namespace transforms::masks {

class StoredEnds {
  public:
    // `known`: the forms that go with the mask (Fitted).
    StoredEnds(const function::Facts& facts, const Selection& selection, const metadata::Forms::Known& known,
               proof::Proof& proof)
        : facts_(facts), selection_(selection), known_(known), proof_(proof) {}

    void check(const End& end);
    // The ends whose variables may get new tensors.
    [[nodiscard]] const std::vector<syntax::Node>& rebound() const { return rebound_; }

  private:
    void check_statement(syntax::Node statement);
    void check_dtype(const End& end, syntax::Node tensor);
    void check_update(const End& end, syntax::Node tensor);
    [[nodiscard]] bool spoils_gradient(const End& end) const;

    const function::Facts& facts_;
    const Selection& selection_;
    const metadata::Forms::Known& known_;
    proof::Proof& proof_;
    std::vector<syntax::Node> rebound_{};
};

}  // namespace transforms::masks
