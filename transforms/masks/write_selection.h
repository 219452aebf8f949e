// The text of elementwise code (selection.h) for all elements, and of what is left of its ends. For
// masked_selection.h.
#pragma once

#include "transforms/edit/edit.h"
#include "transforms/edit/splice.h"
#include "transforms/masks/outside.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::masks {

// How the mask lies over what it selects from.
struct Spread {
    bool whole = true;     // else lines in front mark what it selects, and fail where the selection would have
    syntax::Node front{};  // what is selected from
    std::string mask{};    // that fits all elements; empty: the one that is written
    std::optional<std::string> rows{};    // of `x[m].mean(0)`: what puts all rows below each other, "" if they are so
    std::vector<syntax::Node> rebound{};  // ends that are stored, whose variables get new tensors
};

// A line in front of the statement is executed just where the expression is.
[[nodiscard]] bool may_stand_in_front(const function::Facts& facts, syntax::Node expression);

class Writer {
  public:
    Writer(const function::Facts& facts, Selection& selection, Outside& outside, const Spread& how,
           std::string_view torch);

    // Lines in front can hold all that is filled.
    [[nodiscard]] bool names_reads() const { return !names_.empty(); }
    // The expression for all elements, as an argument.
    [[nodiscard]] std::string inner(syntax::Node expression) const;
    // The new code in the place of the old one, or beside it where there are tests.
    [[nodiscard]] std::vector<edit::Edit> edits(const std::vector<std::string>& tests) const;

  private:
    using Lines = std::vector<std::string>;

    [[nodiscard]] std::string text_of(syntax::Node expression) const;
    [[nodiscard]] std::string object_text(syntax::Node read, bool stands_alone) const;
    [[nodiscard]] std::vector<edit::Replacement> parts(syntax::Node expression) const;
    [[nodiscard]] std::vector<edit::Replacement> parts_below(syntax::Node expression) const;
    [[nodiscard]] std::string selected(const std::string& text, double rest, bool is_bool = false) const;
    [[nodiscard]] std::string selected(const std::string& text, const std::string& rest) const;
    [[nodiscard]] std::vector<edit::Edit> stored(const End& end, const std::vector<std::string>& tests) const;
    [[nodiscard]] std::string all_of(const End& end) const;
    [[nodiscard]] std::string text_of(const End& end) const;
    [[nodiscard]] std::string text_of_loss(const End& end) const;
    [[nodiscard]] std::string average(const End& end) const;
    [[nodiscard]] std::string below_each_other(const End& end, const std::string& all) const;
    [[nodiscard]] std::string count() const;
    [[nodiscard]] std::string together(const std::string& values, const End& end, Result result) const;
    [[nodiscard]] const End* mean_in_front(const End& end) const;
    [[nodiscard]] std::optional<std::string> mean_before(const End& end) const;
    [[nodiscard]] std::string mean_name(const End& end) const;  // of a spread
    [[nodiscard]] std::string name_of(const End& end, std::string_view wish) const;
    [[nodiscard]] Lines lines_for(const End& end) const;
    void name_reads();

    const function::Facts& facts_;
    Selection& selection_;
    Outside& outside_;
    const Spread& how_;
    std::string torch_, mask_, front_;
    std::map<std::string, std::string, std::less<>> names_;  // of what is read, where that is filled
};

}  // namespace transforms::masks
