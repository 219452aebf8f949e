#include "transforms/masks/selection_fit.h"

#include "analysis/effects/computation.h"
#include "analysis/effects/row_wise.h"
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <iterator>

namespace transforms::masks {

using function::Facts;
using proof::Answer;
using proof::Proof;
using syntax::Kind;
using syntax::Node;
using Beside = MaskedPlace::Beside;

namespace {

// The tensors that it is computed of, element by element: `x` and `y` of `(x - y).abs()`.
void add_tensors(const Facts& facts, const Selection& selection, Node node, std::vector<Node>& tensors) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const bool is_operator = node.is(Kind::parenthesized_expression) || node.is(Kind::comparison_operator) ||
                             (arithmetic_in(facts, node) && syntax::operator_of(node) != syntax::Op::matmul);
    if (is_operator || (row && row->traits.pure && row->traits.pointwise)) {
        for (const Node each : function::operands_of(facts, node)) add_tensors(facts, selection, each, tensors);
    } else if (!function::is_number(facts.value(node))) {
        tensors.push_back(node);
    }
}

// Nobody can tell if it is computed in front of its statement.
bool may_be_named(const Facts& facts, Node expression) {
    return std::ranges::none_of(subtree(expression), [&](Node node) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        const bool only_computes = row ? row->traits.pure || row->traits.view
                                       : !node.is(Kind::call) || effects::computation_of(facts, node).has_value();
        return !only_computes || node.is(Kind::lambda) || node.is(Kind::named_expression);
    });
}

}  // namespace

SelectionFit::SelectionFit(const Facts& facts, const Selection& selection, std::string_view torch, Proof& proof)
    : facts_(facts), selection_(selection), torch_(torch), proof_(proof) {
    const std::vector<MaskedPlace> all = places();
    how.front = all.front().tensor();
    if (std::ranges::all_of(all, [](const MaskedPlace& place) { return place.beside == Beside::nothing; }))
        fit();
    else
        fit_beside();
}

// Where elements are taken out and put back.
std::vector<MaskedPlace> SelectionFit::places() const {
    std::vector<MaskedPlace> all;
    for (const Node read : selection_.reads()) all.push_back(*selection_.place(read));
    for (const End& end : selection_.ends())
        if (end.is_store()) all.push_back(selection_.place_of(end));
    return all;
}

// What lies in a row was taken together: `boxes.sum(-1)[m]`. The mask most likely has all dimensions that are left.
bool SelectionFit::is_reduced(const Objects& objects) const {
    return std::ranges::any_of(objects, [&](Node each) { return effects::reduces_rows(facts_, each); });
}

// Which masks may be spread over what they select from.
bool SelectionFit::can_spread(const Objects& objects) const {
    return proof_.answer() == Answer::assume && may_be_named(facts_, objects.front()) &&
           may_stand_in_front(facts_, selection_.reads().front()) &&
           std::ranges::none_of(selection_.ends(), [](const End& end) { return end.is_row || end.is_store(); });
}

// What elements are read of, and written to, in each of the statements. Tests in front ask for variables alone.
std::vector<SelectionFit::Objects> SelectionFit::by_statement() const {
    std::vector<Objects> groups;
    for (const MaskedPlace& place : places()) {
        if (place.beside != Beside::nothing) continue;
        Objects tensors;
        if (proof_.answer() == Answer::test)
            add_tensors(facts_, selection_, place.tensor(), tensors);
        else
            tensors.push_back(place.tensor());
        const auto is_beside = [&](const Objects& group) {
            return !group.empty() && syntax::statement_of(group.front()) == syntax::statement_of(place.place);
        };
        auto group = std::ranges::find_if(groups, is_beside);
        if (group == groups.end()) group = groups.emplace(groups.end());
        for (const Node each : tensors)
            if (std::ranges::find(*group, each.text(), &Node::text) == group->end()) group->push_back(each);
    }
    return groups;
}

void SelectionFit::fit_groups(const std::vector<Objects>& groups, Fitting::Mask allowed, Proof& proof) {
    how.whole = true, related = false;
    known.clear(), first.clear();
    for (const Objects& objects : groups) {
        const Node statement = syntax::statement_of(objects.front());
        const Fitted fitted = Fitting{.facts = facts_, .statement = statement, .torch = torch_, .allowed = allowed}.fit(
            selection_.mask(), objects, proof);
        how.whole = how.whole && fitted.whole;
        if (allowed == Fitting::Mask::rows) how.mask = fitted.mask;
        related = related || fitted.related;
        if (fitted.first) first.push_back(*fitted.first);
        known.insert(fitted.known.begin(), fitted.known.end());
    }
}

// One sentence, where there would be one for each tensor.
void SelectionFit::take(const Proof& fitted) {
    if (fitted.refused()) return proof_.refuse(*fitted.unproven());
    const proof::Guards guards = fitted.guards();
    const auto fits =
        std::ranges::count_if(guards, [](const proof::Guard& guard) { return !proof::tests_tensor(guard); });
    if (fits > 1 && std::ranges::any_of(selection_.ends(), &End::is_store))
        return proof_.assume(edit::quoted(selection_.mask()) + " has the shape of all that it selects from" +
                                 (how.mask.empty() ? "" : ", but for the last dimension"),
                             std::string(other_shapes));
    for (const proof::Guard& guard : guards) proof_.test(guard);
}

void SelectionFit::fit() {
    const std::vector<Objects> groups = by_statement();
    if (std::ranges::any_of(groups, &Objects::empty)) return proof_.refuse(std::string(in_order));
    const bool stores = std::ranges::any_of(selection_.ends(), &End::is_store);
    if (stores && is_of_rows(groups)) return fit_all(Fitting::Mask::rows, groups);
    if (fit_rows(groups) || counts_rows()) return;
    const bool reduced = std::ranges::any_of(groups, [&](const Objects& each) { return is_reduced(each); });
    if (reduced || !can_spread(groups.front())) {
        fit_all(Fitting::Mask::whole, groups);
        related = related || reduced;
        return;
    }
    Proof attempt(proof_.answer());
    fit_groups(groups, Fitting::Mask::first, attempt);
    // Of one of them it is known to have all dimensions, so it has those of all others.
    if (related && !how.whole) return fit_all(Fitting::Mask::whole, groups);
    take(attempt);
    note_testable(groups);
}

// `x[m].shape[0]` is how many the mask selects, whatever shape x has.
bool SelectionFit::counts_rows() {
    const auto counts = [](const End& end) { return end.result == Result::number && end.is_row; };
    if (proof_.answer() == Answer::test || !std::ranges::all_of(selection_.ends(), counts)) return false;
    proof_.assume(edit::quoted(selection_.mask()) + " has the first dimensions of " + edit::quoted(how.front),
                  std::string(other_shapes));
    related = true;
    return true;
}

// `x[m].mean(0)`: what is selected are rows, unless the mask was computed of x, element by element.
bool SelectionFit::fit_rows(const std::vector<Objects>& groups) {
    const auto takes_rows = [](const End& end) { return end.may_be_rows || end.result == Result::number; };
    const bool are_taken =
        std::ranges::all_of(selection_.ends(), takes_rows) && std::ranges::any_of(selection_.ends(), &End::may_be_rows);
    const bool reduced = std::ranges::any_of(groups, [&](const Objects& each) { return is_reduced(each); });
    if (proof_.answer() == Answer::test || !are_taken || reduced) return false;
    Proof attempt(proof_.answer());
    fit_groups(groups, Fitting::Mask::rows, attempt);
    if (related) return false;
    const int of_mask = facts_.value(selection_.mask()).rank, of_rows = facts_.value(groups.front().front()).rank;
    if (of_rows == 1 || (of_mask >= 0 && of_rows >= 0 && of_rows != of_mask + 1)) return false;
    how.rows = of_mask == 1 || of_rows == 2 ? "" : ".flatten(0, -2)";
    take(attempt);
    how.whole = true, testable = false, related = true;
    return true;
}

// Some have an element for each one under the mask, and some a row.
bool SelectionFit::is_of_rows(const std::vector<Objects>& groups) const {
    const int rank = facts_.value(selection_.mask()).rank;
    for (const Objects& objects : groups)
        for (const Node each : objects) {
            if (rank >= 0 && facts_.value(each).rank == rank + 1) return true;
            if (has_one_less(facts_, selection_.mask(), syntax::statement_of(each), each.text())) return true;
        }
    return false;
}

void SelectionFit::fit_all(Fitting::Mask allowed, const std::vector<Objects>& groups) {
    Proof attempt(proof_.answer());
    fit_groups(groups, allowed, attempt);
    take(attempt);
    note_testable(groups);
}

void SelectionFit::note_testable(const std::vector<Objects>& groups) {
    const auto is_named = [](const Objects& tensors) {
        return std::ranges::all_of(tensors, [](Node each) { return each.is(Kind::identifier); });
    };
    testable = how.whole && groups.size() == 1 && is_named(groups.front());
}

// The mask fits what stands beside it; of several tensors a person is told once.
void SelectionFit::test_shape(const std::vector<MaskedPlace>& places, std::string_view part) {
    const MaskedPlace& one = places.front();
    const auto is_first = [&](const MaskedPlace& each) { return each.tensor().text() == one.tensor().text(); };
    if (std::ranges::all_of(places, is_first))
        proof_.test(proof::same_shape(selection_.mask().text(), one.tensor().text(), part));
    else if (one.beside == Beside::dimension)
        assume_two_dimensions(one.tensor());
    else
        proof_.assume(edit::quoted(selection_.mask()) + " has one dimension", "it may have more");
}

void SelectionFit::assume_two_dimensions(Node tensor) {
    if (facts_.value(tensor).rank == 2) return;
    proof_.assume(edit::quoted(tensor) + " has two dimensions", "it may have more");
}

// Something stands beside the mask: then it has one dimension, and is a row or a column of those of the tensors.
void SelectionFit::fit_beside() {
    if (proof_.answer() == Answer::test) return proof_.refuse(std::string(other_shapes));
    const std::vector<MaskedPlace> all = places();
    std::vector<MaskedPlace> wide;
    std::ranges::copy_if(all, std::back_inserter(wide),
                         [](const MaskedPlace& each) { return each.beside != Beside::nothing; });
    const Beside beside = wide.front().beside;
    const auto is_other = [&](const MaskedPlace& each) { return each.beside != beside; };
    const bool is_in_front = beside == Beside::dimension || beside == Beside::ellipsis;
    if (std::ranges::any_of(is_in_front ? all : wide, is_other)) return proof_.refuse(std::string(other_shapes));
    if (is_in_front) return test_shape(wide, beside == Beside::ellipsis ? "[-1:]" : "[1:]");
    const std::vector<Objects> groups = by_statement();
    if (!groups.empty()) fit_all(beside == Beside::slice ? Fitting::Mask::rows : Fitting::Mask::whole, groups);
    testable = false, related = true;
    if (beside == Beside::slice) how.mask = edit::with_method(edit::on_one_line(selection_.mask(), {}), "[:, None]");
    if (beside == Beside::slice) assume_two_dimensions(wide.front().tensor());
    test_shape(wide, "[:1]");
}

}  // namespace transforms::masks
