#include "transforms/masks/reduced_ends.h"

#include "analysis/effects/provenance.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/masks/floats.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/masks/write_selection.h"

#include <algorithm>

namespace transforms::masks {

using proof::Answer;
using syntax::Field;
using syntax::Node;

namespace {

constexpr std::string_view not_empty = " keeps at least one element";

}  // namespace

// All elements are reduced, in another order than those that are taken out.
void ReducedEnds::check(const End& end) {
    metadata::Forms forms(facts_, syntax::statement_of(end.call), proof_, known_);
    for (const Node read : selection_.reads()) forms.bind(std::string(read.text()), read.child(Field::value));
    const operations::Form form = forms.of(end.of);
    const bool is_floating = form.floating || end.of == end.call || computes_floats(facts_, end.of);
    switch (end.result) {
        case Result::any:
        case Result::all:
        case Result::number: return;
        case Result::sum: return check_sum(form, forms);
        case Result::greatest:
        case Result::least: return check_extreme(end, is_floating);
        case Result::variance:
        case Result::deviation: return check_spread(end, is_floating);
        case Result::average: return check_average(is_floating);
        default: return proof_.assume(std::string(rounded), std::string(in_order));
    }
}

void ReducedEnds::check_sum(const operations::Form& form, metadata::Forms& forms) {
    if (form.dtype == "bool" || form.dtype == "int64") return;
    if (proof_.answer() == Answer::test && !form.floating && form.dtype == forms.of(front_).dtype) {
        const std::string name(front_.text());
        return proof_.test(proof::is_not_floating(name)), proof_.test(proof::is_not_complex(name));
    }
    proof_.assume(std::string(rounded), std::string(in_order));
}

// Of few elements PyTorch warns; and its root has a slope of 0 at 0, where this one has none.
void ReducedEnds::check_spread(const End& end, bool is_floating) {
    if (!may_stand_in_front(facts_, end.call)) return proof_.refuse("no line may stand in front of it");
    if (of_rows_ && !is_floating)
        assume_floats();
    else
        proof_.assume(std::string(rounded_mean), std::string(in_order));
    const bool has_gradient = end.result == Result::deviation && !facts_.without_gradients() &&
                              effects::may_have_gradient(facts_.value(end.of));
    proof_.assume(edit::quoted(selection_.mask()) +
                      (end.is_biased ? std::string(not_empty) : " keeps several elements") +
                      (has_gradient ? ", not all the same where they want a gradient" : ""),
                  "there may be few elements, or all the same");
}

// Nobody has rows of whole numbers who averages them.
void ReducedEnds::assume_floats() {
    proof_.assume(edit::quoted(front_) +
                      " holds floats, whose sum may be rounded in another order, and is finite in half precision",
                  std::string(in_order));
}

// An average of whole numbers raises an error.
void ReducedEnds::check_average(bool is_floating) {
    if (!is_floating && of_rows_) return assume_floats();
    proof_.assume(std::string(rounded_mean), std::string(in_order));
    if (is_floating) return;
    proof_.assume(edit::quoted(front_) + " holds floating-point numbers",
                  "an average of whole numbers raises an error");
    doubtful_ = doubtful_ || !seems_floating();
}

// Something else is done that is only done with floats.
bool ReducedEnds::seems_floating() const {
    return std::ranges::any_of(selection_.ends(),
                               [&](const End& each) {
                                   return each.of == each.call || each.result >= Result::norm ||
                                          computes_floats(facts_, each.of);
                               }) ||
           asks_of_floats(facts_, selection_.mask(), syntax::statement_of(selection_.reads().front()));
}

// Of no elements there is none, which raises an error.
void ReducedEnds::check_extreme(const End& end, bool is_floating) {
    if (!is_floating)
        proof_.assume(edit::quoted(end.of) + " holds floating-point numbers", "whole numbers have no infinity");
    if (is_asked_for(facts_, selection_.mask(), syntax::statement_of(end.call))) return;
    proof_.assume(edit::quoted(selection_.mask()) + std::string(not_empty), "there may be no elements");
    doubtful_ = true;  // the error may be what the program is for
}

}  // namespace transforms::masks
