// How the mask of a selection lies over what it selects from, and what has to hold for that. For masked_selection.h.
#pragma once

#include "transforms/masks/mask_guards.h"
#include "transforms/masks/write_selection.h"

#include <string_view>
#include <vector>

namespace transforms::masks {

class SelectionFit {
  public:
    SelectionFit(const function::Facts& facts, const Selection& selection, std::string_view torch, proof::Proof& proof);

    Spread how{};
    metadata::Forms::Known known{};  // the forms, then
    proof::Guards first{};           // that the mask has the first dimensions of what it selects from
    bool related = true;             // so it seems
    bool testable = false;           // all that is asked for is a variable's

  private:
    using Objects = std::vector<syntax::Node>;

    void fit();
    [[nodiscard]] bool fit_rows(const std::vector<Objects>& groups);
    [[nodiscard]] bool counts_rows();
    void fit_beside();
    void fit_all(Fitting::Mask allowed, const std::vector<Objects>& groups);
    void fit_groups(const std::vector<Objects>& groups, Fitting::Mask allowed, proof::Proof& proof);
    void take(const proof::Proof& fitted);
    void note_testable(const std::vector<Objects>& groups);
    void test_shape(const std::vector<MaskedPlace>& places, std::string_view part);
    void assume_two_dimensions(syntax::Node tensor);
    [[nodiscard]] std::vector<MaskedPlace> places() const;
    [[nodiscard]] std::vector<Objects> by_statement() const;
    [[nodiscard]] bool can_spread(const Objects& objects) const;
    [[nodiscard]] bool is_reduced(const Objects& objects) const;
    [[nodiscard]] bool is_of_rows(const std::vector<Objects>& groups) const;

    const function::Facts& facts_;
    const Selection& selection_;
    std::string_view torch_;
    proof::Proof& proof_;
};

}  // namespace transforms::masks
