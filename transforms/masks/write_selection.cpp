#include "transforms/masks/write_selection.h"

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

}  // namespace transforms::masks
