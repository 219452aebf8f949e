// Whether a tensor without dimensions can stand for a number that is read from it (eliminate_item.h), and how it is
// written then.
#pragma once

#include "analysis/effects/provenance.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/scalars/dependent_branches.h"
#include "transforms/scalars/item_site.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

inline constexpr std::string_view wide_method = ".double()";

class KeptReader {
  public:
    // What the number is taken for, and tested to be, if nothing is known of it.
    KeptReader(const function::Facts& facts, const KeptSite& site, std::string_view torch, proof::Proof& proof,
               scalar_uses::Numbers taken)
        : facts_(facts), site_(site), torch_(torch), proof_(proof), forms_(facts, site.statement, proof),
          known_(numbers_of(facts, site, forms_)), numbers_(known_ == scalar_uses::Numbers::any ? taken : known_),
          uses_(facts, site.statement, forms_, proof, numbers_,
                proof.answer() == proof::Answer::assume ? unreadable_but_checked : if_conversion::unreadable),
          variable_(facts.variable(site.variable)) {
        if (is_assumed()) uses_.may_round(forms_.of(site.tensor).dtype);
    }

    // Every use of the number is one that a tensor serves as well.
    void check_uses();

    // It has one element, and nobody misses that a number is without a gradient and stays what it is.
    void check_tensor();
    // A number has no device.
    void check_devices();

    // That the tensor serves as the number, where it is not certain.
    [[nodiscard]] proof::Guards tests() const;

    // Of the tensor. In double precision, as Python computes; where `tested`, it may have to be made a number yet.
    [[nodiscard]] std::string text(bool tested) const;
    // What becomes of the variable only where the tests hold, because elsewhere it stays as it was.
    [[nodiscard]] std::string later() const;
    // The tests that the tensors it meets later serve.
    [[nodiscard]] proof::Guards late_tests(const scalar_uses::LateMeeting& meeting) const;

    [[nodiscard]] const std::vector<syntax::Node>& partners() const { return uses_.partners(); }
    [[nodiscard]] const std::vector<syntax::Node>& conditions() const { return uses_.conditions(); }
    [[nodiscard]] const std::vector<scalar_uses::Respelled>& respelled() const { return uses_.respelled(); }
    [[nodiscard]] const std::vector<syntax::Node>& sums() const { return uses_.sums(); }
    [[nodiscard]] const std::vector<scalar_uses::LateMeeting>& late() const { return uses_.late(); }
    [[nodiscard]] bool handed_on() const { return uses_.handed_on(); }
    [[nodiscard]] bool rounded() const { return uses_.rounded(); }
    [[nodiscard]] bool is_assumed() const { return proof_.answer() == proof::Answer::assume; }
    [[nodiscard]] bool doubtful() const { return uses_.alone() || uses_.doubtful(); }
    // Of whole numbers as well, for all that is known: in double precision none of them wraps.
    [[nodiscard]] bool makes_floats() const {
        return may_wrap() && facts_.value(site_.tensor).dtype == torch::Dtype::unknown;
    }
    // It is assumed that there are none.
    void take_for_floats();
    // PyTorch's warning about a gradient is missed then.
    [[nodiscard]] bool silences() const { return silences_; }
    [[nodiscard]] KeptNumber number();

  private:
    [[nodiscard]] std::optional<std::vector<syntax::Node>> uses_apart() const;
    void check_apart(const std::vector<syntax::Node>& uses, const std::string& several);
    // That what is read is a tensor of one element is tested.
    void test_tensor();
    void check_dtype();
    [[nodiscard]] proof::Guard kind_of(std::string_view name) const;
    // Of itself rather than of what it is made of, where nothing else is asked of that.
    [[nodiscard]] proof::Guards asked_of_number(proof::Guards tests) const;
    // The partner lives elsewhere, perhaps, when control comes to the statement.
    [[nodiscard]] bool may_be_apart(syntax::Node partner, syntax::Node statement) const;
    // It is floating where they are, which is tested.
    [[nodiscard]] bool is_of_partner();
    // `if scale == 0: scale = 1.0`
    [[nodiscard]] bool is_other_number(syntax::Node name);
    [[nodiscard]] bool is_in_branch(syntax::Node name) const;
    // What is computed with hardly holds whole numbers: to test for them would be in vain.
    [[nodiscard]] bool is_used_elsewhere() const;
    // The first variable of what is read that holds a tensor.
    [[nodiscard]] syntax::Node first_tensor();
    [[nodiscard]] bool copied() const;
    // Nobody but a variable refers to the tensor, and nobody writes to it.
    [[nodiscard]] bool is_private() const;
    // `float(n)` of whole numbers, perhaps, that whoever takes it has to get as a float.
    [[nodiscard]] bool is_made_float() const;
    [[nodiscard]] bool may_overflow() const;
    [[nodiscard]] bool may_wrap() const;
    bool must_index_ = false;  // else it may hold no whole number
    [[nodiscard]] bool writes_in_place() const;

    const function::Facts& facts_;
    const KeptSite& site_;
    std::string_view torch_;
    proof::Proof& proof_;
    metadata::Forms forms_;
    scalar_uses::Numbers known_, numbers_;
    scalar_uses::NumberUses uses_;
    const names::Binding* variable_;
    operations::Form form_;  // of what is read
    effects::Roots roots_;
    bool detached_ = false;
    bool silences_ = false;
    bool holds_floats_ = false;  // as is assumed
    bool tested_ = false;        // to be a tensor of one element
    bool reshaped_ = false;      // to one without dimensions: it has some, perhaps
    bool truncated_ = false;     // to whole numbers, as `int()` does
};

}  // namespace transforms::scalars
