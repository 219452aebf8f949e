#include "transforms/masks/write_selection.h"

#include "analysis/function/argument.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/versioning.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace transforms::masks {

using edit::Replacement;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(", whole_mask = "selected", whole_values = "values";

std::string number_text(double number) {
    if (std::isinf(number)) return number < 0 ? "float(\"-inf\")" : "float(\"inf\")";
    return number == 0 ? "0" : number == 1 ? "1" : "0.5";
}

// What is in it may be evaluated seldom, or several times.
bool may_be_skipped(Kind kind) {
    return kind == Kind::lambda || kind == Kind::conditional_expression || kind == Kind::boolean_operator ||
           kind == Kind::list_comprehension || kind == Kind::set_comprehension ||
           kind == Kind::dictionary_comprehension || kind == Kind::generator_expression;
}

edit::Edit in_front(const text::Source& source, Node statement, const std::vector<std::string>& lines) {
    const std::uint32_t begin = statement.span().begin;
    const std::string_view layout = edit::indentation(source, statement.span()).value_or("");
    std::string text;
    for (const std::string& line : lines) text.append(line).append(source.line_ending()).append(layout);
    return {{begin, begin}, std::move(text)};
}

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

bool may_stand_in_front(const function::Facts& facts, Node expression) {
    const Node statement = syntax::statement_of(expression);
    const bool is_simple = statement.is(Kind::expression_statement) || statement.is(Kind::return_statement);
    for (Node node = expression; node != statement; node = node.parent())
        if (may_be_skipped(node.kind())) return false;
    return is_simple && edit::indentation(facts.program().tree().source(), statement.span());
}

Writer::Writer(const function::Facts& facts, Selection& selection, Outside& outside, const Spread& how,
               std::string_view torch)
    : facts_(facts), selection_(selection), outside_(outside), how_(how), torch_(torch),
      mask_(!how.mask.empty() ? how.mask
            : how.whole       ? edit::on_one_line(selection.mask(), {})
                              : edit::unused_name(facts.program().names(), std::string(whole_mask))) {
    const bool is_named = how.whole || how.front.is(Kind::identifier);
    if (!is_named) front_ = edit::unused_name(facts.program().names(), std::string(whole_values));
    if (outside.is_at_reads()) name_reads();
}

// `kept_x = torch.where(m, x, 1)`
void Writer::name_reads() {
    for (const Node each : outside_.filled()) {
        const bool is_alone = std::ranges::find(selection_.named(), each) != selection_.named().end();
        if (!each.is(Kind::subscript) || is_alone || !may_stand_in_front(facts_, each)) return names_.clear();
        const Node object = syntax::unparenthesized(each.child(Field::value));
        const std::string wish =
            "kept_" + (object.is(Kind::identifier) ? std::string(object.text()) : std::to_string(names_.size() + 1));
        names_.try_emplace(std::string(each.text()), edit::unused_name(facts_.program().names(), wish));
    }
}

std::vector<edit::Edit> Writer::edits(const std::vector<std::string>& tests) const {
    const text::Source& source = facts_.program().tree().source();
    std::map<Node, Lines, decltype([](Node a, Node b) { return a.index() < b.index(); })> lines;
    if (!how_.whole) {
        const std::string all = front_.empty() ? std::string(how_.front.text()) : front_,
                          made = torch_ + ".zeros_like(" + all + ", dtype=" + torch_ + ".bool)";
        Lines& first = lines[syntax::statement_of(selection_.reads().front())];
        if (!front_.empty())
            first.push_back(front_ + " = " + edit::on_one_line(syntax::unparenthesized(how_.front), {}));
        first.push_back(mask_ + " = " + made);
        first.push_back(mask_ + "[" + edit::on_one_line(selection_.mask(), {}) + "] = True");
    }
    std::set<std::string_view> in_front_of;
    for (const Node each : names_.empty() ? std::vector<Node>{} : outside_.filled())
        if (in_front_of.insert(each.text()).second)
            lines[syntax::statement_of(each)].push_back(names_.at(std::string(each.text())) + " = " +
                                                        selected(inner(each), *outside_.filler(each)));
    std::vector<edit::Edit> edits;
    const auto replace = [&](const std::vector<Replacement>& made) {
        for (const Replacement& each : made) edits.push_back({each.span, each.text});
    };
    for (const Node value : selection_.named()) replace(parts(value));
    for (const End& end : selection_.ends()) {
        const auto holds = [&](Node node) { return node != end.call && syntax::is_within(end.call, node); };
        for (Lines made = lines_for(end); std::string & line : made)
            lines[syntax::statement_of(end.call)].push_back(std::move(line));
        if (std::ranges::any_of(selection_.named(), holds) || std::ranges::any_of(selection_.ends(), holds, &End::call))
            continue;
        if (end.is_store())
            std::ranges::move(stored(end, tests), std::back_inserter(edits));
        else if (tests.empty())
            replace(parts(end.call));
        else
            edits.push_back(edit::in_versions(end.call, tests, text_of(end)));
    }
    for (const auto& [statement, front] : lines) edits.push_back(in_front(source, statement, front));
    std::ranges::sort(edits, {}, [](const edit::Edit& each) { return each.span.begin; });
    return edits;
}

std::string Writer::text_of(Node expression) const { return edit::on_one_line(expression, parts(expression)); }

std::string Writer::object_text(Node read, bool stands_alone) const {
    const Node object = read.child(Field::value);
    if (const auto place = selection_.place(read); !place->is_of_whole()) return place->whole();
    const bool is_in_front = !front_.empty() && object.text() == how_.front.text() &&
                             syntax::statement_of(read) == syntax::statement_of(how_.front);
    return is_in_front ? front_ : edit::on_one_line(stands_alone ? syntax::unparenthesized(object) : object, {});
}

std::string Writer::inner(Node expression) const {
    const Node node = syntax::unparenthesized(expression);
    if (selection_.is_read(node)) return object_text(node, true);
    return edit::on_one_line(node, parts_below(node));
}

// What is new in the expression.
std::vector<Replacement> Writer::parts(Node node) const {
    if (const End* end = selection_.end_at(node)) return {{node.span(), text_of(*end)}};
    if (const auto filler = outside_.filler(node)) {
        if (const auto name = names_.find(node.text()); name != names_.end()) return {{node.span(), name->second}};
        const bool is_bool = facts_.value(node).dtype == torch::Dtype::boolean;
        return {{node.span(), selected(inner(node), *filler, is_bool)}};
    }
    if (selection_.is_read(node)) return {{node.span(), object_text(node, false)}};
    return parts_below(node);
}

std::vector<Replacement> Writer::parts_below(Node node) const {
    std::vector<Replacement> all;
    for (const Node child : node.children())
        for (Replacement& each : parts(child)) all.push_back(std::move(each));
    return all;
}

std::string Writer::selected(const std::string& text, double rest, bool is_bool) const {
    return selected(text, is_bool ? "False" : number_text(rest));
}

std::string Writer::selected(const std::string& text, const std::string& rest) const {
    return torch_ + std::string(select) + mask_ + ", " + text + ", " + rest + ")";
}

// `out = torch.where(m, e, out)`, or into what is there: `out[:, 0] = torch.where(m, e, out[:, 0])`
std::vector<edit::Edit> Writer::stored(const End& end, const std::vector<std::string>& tests) const {
    const Node statement = syntax::statement_of(end.call);
    const MaskedPlace place = selection_.place_of(end);
    const std::string whole = place.whole(), value = inner(end.of);
    const std::string chosen =
        selected(end.op == syntax::Op::none
                     ? value
                     : whole + " " + std::string(syntax::op_text(end.op)) + " " +
                           (syntax::unparenthesized(end.of).is(Kind::binary_operator) ? "(" + value + ")" : value),
                 whole);
    const bool assigns = !place.is_of_whole() || std::ranges::find(how_.rebound, end.call) != how_.rebound.end();
    std::string line = assigns ? whole + " = " + chosen : whole + ".copy_(" + chosen + ")";
    const text::Source& source = facts_.program().tree().source();
    const std::string_view layout = edit::indentation(source, statement.span()).value_or("");
    if (layout.size() + line.size() > edit::widest_line)
        line = edit::wrapped(line, layout, edit::step_of(source, statement), source.line_ending());
    if (tests.empty()) return {{statement.span(), std::move(line)}};
    return edit::in_versions(source, {&statement, 1}, tests, {std::move(line)}).value_or(std::vector<edit::Edit>{});
}

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
        if (const End* there = mean_in_front(end)) return name_of(*there, "mean");
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
    const auto known = mean_before(end);
    const std::string mean = known ? *known : name_of(end, "mean");
    const std::string off = selected(edit::grouped(inner(end.of)) + " - " + mean, 0) + ".square()";
    const std::string squares = together(below_each_other(end, off), end, Result::sum) + " / " +
                                (end.is_biased ? count() : "(" + count() + " - 1).clamp(min=0)");
    const std::string spread = end.result == Result::deviation ? "(" + squares + ").sqrt()" : squares;
    Lines lines{text_of(end) + " = " + spread};
    if (!known) lines.insert(lines.begin(), mean + " = " + average(end));
    return lines;
}

}  // namespace transforms::masks
