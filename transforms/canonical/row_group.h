// What a mask selects in a function, and what is done with each of the rows: for selected_rows.cpp.
#pragma once

#include "analysis/effects/row_wise.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::canonical {

// `x[m]`, which is read; `mask` is how m is spelled.
[[nodiscard]] bool is_selection(syntax::Node node, std::string_view mask);

// The selections under one mask that are used together, and what of it is done with each row.
class RowGroup {
  public:
    // All around the selection `read`, in the function that it stands in.
    RowGroup(const function::Facts& facts, syntax::Node read);
    RowGroup(const RowGroup&) = delete;
    RowGroup& operator=(const RowGroup&) = delete;

    // More than elements meet in it, and nothing changes between the selections and their uses.
    [[nodiscard]] bool fits() const { return fits_ && gains_ && needs_.has_parts; }
    // The code that has a row for each that is selected, the one that was asked about first.
    [[nodiscard]] const std::vector<syntax::Node>& wholes() const { return wholes_; }
    // All that is selected by the same mask elsewhere in the function, where it fits as well; false if there is none.
    [[nodiscard]] bool join_others();
    [[nodiscard]] std::optional<std::vector<edit::Edit>> edits(const text::Source& source) const;
    // Rows that have no dimensions of their own have no parts: of `m = x > 0`, `(x * w)[m]` is a row of numbers.
    [[nodiscard]] bool look_single() const;
    [[nodiscard]] std::vector<std::string> assumptions() const;

  private:
    struct Named {
        const names::Binding* variable;
        syntax::Node read;
    };

    // The selection that the expression is, or holds: `x[m]`, and `a` behind `a = x[m]`.
    [[nodiscard]] syntax::Node selection_at(syntax::Node node) const;
    // `x[m]` of `a = x[m]`, which is all that `a` ever holds.
    [[nodiscard]] syntax::Node read_of(const names::Binding& variable) const;
    [[nodiscard]] bool holds(syntax::Node node) const;
    bool add(syntax::Node read);
    bool add_use(syntax::Node use);
    bool add_inside(syntax::Node whole, syntax::Node use);
    bool take_apart(syntax::Node several);
    [[nodiscard]] bool lasts(const Named& named, syntax::Node use) const;
    [[nodiscard]] std::string whole_text(syntax::Node expression) const;

    const function::Facts& facts_;
    syntax::Node mask_;
    effects::RowWise row_wise_;
    std::vector<Named> named_;
    std::vector<syntax::Node> wholes_;
    std::vector<syntax::Node> taken_apart_;  // what gives several tensors, whose names are among the `wholes_`
    effects::RowNeeds needs_;
    bool fits_ = false;
    bool gains_ = false;  // something is done in front of the selection that was done behind it
};

}  // namespace transforms::canonical
