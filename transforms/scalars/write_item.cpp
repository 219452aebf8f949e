#include "transforms/scalars/write_item.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/words.h"
#include "transforms/proof/guard.h"

#include <algorithm>
#include <map>

namespace transforms::scalars {

using edit::Edit;
using edit::joined;
using syntax::Node;

namespace {

std::string step_of(std::string_view layout) { return layout.find('\t') == std::string_view::npos ? "    " : "\t"; }

// Behind the statement, what makes numbers of the variables again where they have to be, and the rest of tensors.
std::string choice(const Readers& readers, const proof::Guards& tests, std::string_view layout,
                   std::string_view line_ending) {
    std::vector<std::string> names, changed, then, otherwise;
    for (const auto& [site, reader] : readers) {
        names.emplace_back(site.variable.text());
        otherwise.push_back(site.back());
        if (reader.later().empty()) continue;
        changed.push_back(names.back());
        then.push_back(names.back() + reader.later());
    }
    const std::string step = step_of(layout), indent = std::string(line_ending).append(layout), begin = indent + step;
    const std::string fallback = begin + joined(names, ", ") + " = " + joined(otherwise, ", ");
    if (then.empty()) return indent + edit::header_unless(proof::codes(tests), layout, step, line_ending) + fallback;
    return indent + edit::header("if", proof::codes(tests), layout, step, line_ending) + begin + joined(changed, ", ") +
           " = " + joined(then, ", ") + indent + "else:" + fallback;
}

}  // namespace

Edit edit_inside(const KeptSite& site, const KeptReader& reader, const edit::Tests& tests) {
    const std::string made = reader.text(!tests.empty());
    // `max(x.sum().item(), 1)` is a limit of the tensor.
    if (tests.empty() && reader.is_assumed() && site.call.parent().is(syntax::Kind::argument_list))
        if (const auto limited = scalar_uses::limited(site.call.parent().parent(), site.call, made))
            return {site.call.parent().parent().span(), *limited};
    return edit::in_versions(site.call, tests,
                             tests.empty() && !edit::stands_alone(site.call) ? edit::grouped(made) : made);
}

std::vector<Edit> edits_of(const text::Source& source, const Readers& readers, std::string_view layout,
                           const proof::Guards& tests) {
    const auto& [first, reader] = readers.front();
    if (!first.variable) return {edit_inside(first, reader, proof::codes(tests))};
    std::vector<Edit> edits;
    for (const auto& [site, each] : readers) {
        const std::string made = each.text(!tests.empty());
        const auto idle = made == site.variable.text() && readers.size() == 1 && tests.empty()
                              ? edit::removable(source, site.statement)
                              : std::nullopt;
        edits.push_back(idle ? Edit{*idle, ""} : Edit{site.call.span(), made});  // `n = n`
    }
    if (tests.empty()) return edits;
    const std::uint32_t end = edit::end_of_line(source, first.statement.span().end);
    edits.push_back({{end, end}, choice(readers, tests, layout, source.line_ending())});
    return edits;
}

std::optional<std::vector<Edit>> late_edits(const text::Source& source, const Readers& readers, std::string_view torch,
                                            bool tested) {
    std::map<std::uint32_t, std::map<std::string, proof::Guards>> all;  // by statement and name
    for (const auto& [site, reader] : readers)
        for (const scalar_uses::LateMeeting& each : reader.late()) {
            proof::Guards& tests = all[each.statement.index()][std::string(each.variable->text)];
            for (proof::Guard& test : reader.late_tests(each))
                if (std::ranges::find(tests, test) == tests.end()) tests.push_back(std::move(test));
        }
    std::vector<Edit> edits;
    for (const auto& [index, names] : all) {
        const Node statement = readers.front().site.call.tree()->node(index);
        const auto layout = edit::indentation(source, statement.span());
        if (!layout) return std::nullopt;
        const std::string indent = std::string(source.line_ending()) + std::string(*layout);
        const bool is_sure = !tested && all.size() == 1 && names.size() == 1 && !outermost_loop(statement);
        std::string text;
        for (const auto& [name, tests] : names) {
            const std::string step = step_of(*layout), otherwise = "not (" + proof::code(tests) + ")";
            text += is_sure ? edit::header_unless(proof::codes(tests), *layout, step, source.line_ending())
                            : edit::header("if", {proof::code(proof::is_tensor(name, torch)), otherwise}, *layout, step,
                                           source.line_ending());
            text += indent + step + name + " = " + name + ".item()" + indent;
        }
        edits.push_back({{statement.span().begin, statement.span().begin}, std::move(text)});
    }
    return edits;
}

namespace {

// `s = t / 127 or 1.0` -> `s = t / 127`, and `s = torch.where(s != 0, s, 1.0)` behind it.
std::vector<Edit> default_behind(const scalar_uses::Respelled& made, const std::string& call) {
    const text::Source& source = made.node.tree()->source();
    const text::Span statement = syntax::statement_of(made.node).span();
    const std::uint32_t end = edit::end_of_line(source, statement.end);
    const std::string name(made.assigned);
    std::string line(source.line_ending());
    line.append(edit::indentation(source, statement).value_or("")).append(name + " = " + call + made.made);
    return {{{made.node.child(syntax::Field::left).span().end, made.node.span().end}, ""}, {{end, end}, line}};
}

}  // namespace

std::vector<Edit> respelled(const KeptReader& reader, const std::string& torch, bool tested) {
    std::vector<Edit> edits;
    for (const scalar_uses::Respelled& each : reader.respelled()) {
        const std::string call = torch + "." + std::string(each.function);
        if (!each.assigned.empty()) {
            std::ranges::move(default_behind(each, call), std::back_inserter(edits));
            continue;
        }
        if (!tested && !each.function.empty() && each.made.empty()) {
            edits.push_back({syntax::Call{each.node}.function().span(), call});
            continue;
        }
        const std::string text(each.node.text()), name(each.variable->text);
        std::string made = each.is_made_here()      ? each.made
                           : !each.made.empty()     ? call + each.made
                           : !each.function.empty() ? call + std::string(syntax::Call{each.node}.arguments().text())
                                                    : torch + ".as_tensor(" + text + ", dtype=" + torch +
                                                          ".float64, device=" + name + ".device)";
        if (tested) made = "(" + made + " if isinstance(" + name + ", " + torch + ".Tensor) else " + text + ")";
        edits.push_back({each.node.span(), std::move(made)});
    }
    return edits;
}

}  // namespace transforms::scalars
