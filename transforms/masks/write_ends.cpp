// What is written for the ends of elementwise code: sums, averages, spreads, counts. Part of write_selection.h.
#include "analysis/function/argument.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/masks/write_selection.h"

#include <algorithm>

namespace transforms::masks {

using edit::Replacement;
using syntax::Kind;
using syntax::Node;

namespace {

bool spreads(const End& end) { return end.result == Result::variance || end.result == Result::deviation; }

// A quotient in its place needs no parentheses.
bool is_term(Node node) {
    const syntax::Op op = node.parent().is(Kind::binary_operator) ? node.parent().op() : syntax::Op::none;
    return op == syntax::Op::add || op == syntax::Op::sub || edit::stands_alone(node);
}

std::string_view method_of(Result result) {
    switch (result) {
        case Result::any: return ".any(";
        case Result::all: return ".all(";
        case Result::prod: return ".prod(";
        default: return ".sum(";
    }
}

}  // namespace

// What is reduced, with what the reduction does not see outside of the mask.
std::string Writer::all_of(const End& end) const {
    const double neutral = neutral_of(end.result);
    const std::string all = outside_.value(end.of) == neutral ? text_of(end.of) : selected(inner(end.of), neutral);
    return below_each_other(end, all);
}

// Where a dimension is named, the rows, or the elements, are those that the mask would have selected.
std::string Writer::below_each_other(const End& end, const std::string& all) const {
    if (how_.rows) return how_.rows->empty() ? all : edit::with_method(all, *how_.rows);
    const bool is_whole = !end.is_row || facts_.value(selection_.mask()).rank == 1;
    const bool is_summed = end.result != Result::greatest && end.result != Result::least && !end.keeps_dim;
    return is_whole || is_summed ? all : edit::with_method(all, ".flatten()");
}

// What the mask has, and not the one that is spread over rows.
std::string Writer::count() const {
    return edit::with_method(how_.rows ? edit::on_one_line(selection_.mask(), {}) : mask_, ".sum()");
}

// `values.sum()`, or of rows `values.sum(0)`
std::string Writer::together(const std::string& values, const End& end, Result result) const {
    const std::string_view dim = end.keeps_dim ? "0, keepdim=True)" : how_.rows ? "0)" : ")";
    return edit::with_method(values, std::string(method_of(result)).append(dim));
}

std::string Writer::average(const End& end) const { return together(all_of(end), end, Result::sum) + " / " + count(); }

// The end whose average stands in a line in front, and is this one as well.
const End* Writer::mean_in_front(const End& end) const {
    for (const End& each : selection_.ends())
        if (spreads(each) && each.of.text() == end.of.text() &&
            syntax::statement_of(each.call) == syntax::statement_of(end.call))
            return &each;
    return nullptr;
}

// `mean = kept.mean(0)`, which the program asks for in front of `kept.std(0)`
std::optional<std::string> Writer::mean_before(const End& end) const {
    const Node statement = syntax::statement_of(end.call);
    for (const End& each : selection_.ends()) {
        const names::Binding* variable = function::assigned_variable(facts_, each.call);
        const Node before = syntax::statement_of(each.call);
        if (each.result == Result::average && each.of.text() == end.of.text() && each.keeps_dim == end.keeps_dim &&
            variable && variable->is_bound_once() && before.parent() == statement.parent() &&
            before.index() < statement.index())
            return std::string(variable->text);
    }
    return std::nullopt;
}

std::string Writer::mean_name(const End& end) const {
    const auto known = mean_before(end);
    return known ? *known : name_of(end, "mean");
}

std::string Writer::name_of(const End& end, std::string_view wish) const {
    const auto number = std::ranges::count_if(
        selection_.ends(), [&](const End& each) { return spreads(each) && each.call.index() < end.call.index(); });
    const std::string name = number == 0 ? std::string(wish) : std::string(wish) + "_" + std::to_string(number + 1);
    return edit::unused_name(facts_.program().names(), name);
}

std::string Writer::text_of(const End& end) const {
    if (end.of == end.call) return text_of_loss(end);
    if (spreads(end)) return name_of(end, end.result == Result::deviation ? "std" : "var");
    if (end.result == Result::number) return count();
    if (end.result == Result::average) {
        if (const End* there = mean_in_front(end)) return mean_name(*there);
        return is_term(end.call) ? average(end) : edit::grouped(average(end));
    }
    if (end.is_row && end.result <= Result::prod) return together(all_of(end), end, end.result);
    return edit::on_one_line(end.call, {{end.of.span(), all_of(end)}});
}

// A loss that is 0 outside of the mask is summed as it is.
std::string Writer::text_of_loss(const End& end) const {
    const auto loss = operations::loss_of(facts_, end.call);
    const bool is_zero = outside_.value(end.call) == 0.0;
    const std::string word = is_zero ? "\"sum\"" : "\"none\"";
    std::vector<Replacement> made = parts_below(end.call);
    if (loss->reduction) {
        made.push_back({loss->reduction.span(), word});
    } else {
        Node last = loss->against;
        while (last.next_sibling()) last = last.next_sibling();
        const bool is_replaced = !made.empty() && made.back().span.end == last.span().end;
        if (is_replaced)
            made.back().text += ", reduction=" + word;
        else
            made.push_back({{last.span().end, last.span().end}, ", reduction=" + word});
    }
    const std::string all = edit::on_one_line(end.call, made);
    const std::string sum = is_zero ? all : edit::with_method(selected(all, 0), ".sum()");
    if (end.result == Result::sum) return sum;
    return is_term(end.call) ? sum + " / " + count() : edit::grouped(sum + " / " + count());
}

// By the squares of what lies off the mean, which has a line of its own.
std::vector<std::string> Writer::lines_for(const End& end) const {
    if (!spreads(end)) return {};
    const std::string mean = mean_name(end);
    const std::string off = selected(edit::grouped(inner(end.of)) + " - " + mean, 0) + ".square()";
    const std::string squares = together(below_each_other(end, off), end, Result::sum) + " / " +
                                (end.is_biased ? count() : "(" + count() + " - 1).clamp(min=0)");
    const std::string spread = end.result == Result::deviation ? "(" + squares + ").sqrt()" : squares;
    Lines lines{text_of(end) + " = " + spread};
    if (!mean_before(end)) lines.insert(lines.begin(), mean + " = " + average(end));
    return lines;
}

}  // namespace transforms::masks
