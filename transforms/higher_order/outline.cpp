#include "transforms/higher_order/outline.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"

#include <algorithm>
#include <array>

namespace transforms::higher_order {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool may_be_tensor(const Facts& facts, Node node) {
    return facts.value(node).is_tensor() || facts.value(node).is(values::Kind::unknown);
}

std::string problem_of(const Facts& facts, Node node, std::string_view what) {
    const auto writes = [&] { return (edit::quoted(node) + " writes to what is there outside of the ").append(what); };
    switch (node.kind()) {
        case Kind::assignment:
        case Kind::augmented_assignment:
            for (const Node target : syntax::elements_of(node.child(Field::left)))
                if (!target.is(Kind::identifier) ||
                    (node.is(Kind::augmented_assignment) && may_be_tensor(facts, target)))
                    return writes();
            return {};
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const values::Value object = facts.value(node.child(Field::function).child(Field::object));
            const bool changes = object.is(values::Kind::sequence) || object.is(values::Kind::mapping);
            if (changes || (row && row->traits.in_place)) return writes();
            return node.child(Field::function).text() == "super" ? edit::quoted(node) + " works in the method alone"
                                                                 : "";
        }
        default: break;
    }
    static constexpr std::array allowed{Kind::expression_statement, Kind::if_statement, Kind::for_statement,
                                        Kind::pass_statement};
    const bool does_more =
        syntax::is_statement(node.kind()) && std::ranges::find(allowed, node.kind()) == allowed.end();
    if (!does_more && !node.is(Kind::yield) && !node.is(Kind::await)) return {};
    return (what == "arm" ? "an " : "a ") + std::string(what) + " does more than to compute: " + edit::quoted(node);
}

}  // namespace

std::string problem_as_function(const Facts& facts, Node block, std::string_view what) {
    for (const Node node : subtree(block))
        if (std::string found = problem_of(facts, node, what); !found.empty()) return found;
    return {};
}

bool breaks_itself(const analysis::Analysis& analysis, Node block) {
    return std::ranges::any_of(analysis.findings(), [&](const rules::Finding& each) {
        return block.span().begin <= each.span.begin && each.span.end <= block.span().end;
    });
}

const names::Occurrence* last_in(Node block, const names::Binding& variable) {
    const names::Occurrence* last = nullptr;
    for (const names::Occurrence& each : variable.occurrences)
        if (block && syntax::is_within(each.node, block)) last = &each;
    return last;
}

Node surely_given(Node block, const names::Binding& variable) {
    const names::Occurrence* last = last_in(block, variable);
    const auto assignment = last ? syntax::as<syntax::Assignment>(last->node.parent()) : std::nullopt;
    const bool sure = assignment && assignment->target() == last->node && assignment->value() &&
                      syntax::statement_of(last->node).parent() == block;
    return sure ? assignment->value() : Node{};
}

bool gives_only_tensors(const Facts& facts, Node block, const names::Binding& variable) {
    return std::ranges::all_of(variable.occurrences, [&](const names::Occurrence& each) {
        if (!block || !syntax::is_within(each.node, block)) return true;
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        const bool plain = assignment && assignment->target() == each.node && assignment->value();
        return plain && facts.value(assignment->value()).is_tensor() && !facts.value(assignment->value()).maybe_none;
    });
}

std::string unused_in(const text::Source& source, std::string name) {
    for (int i = 2; source.text().find(name) != std::string_view::npos && i < 10; ++i)
        name = name.substr(0, name.find('_')) + "_" + std::to_string(i);
    return name;
}

std::string listed(const std::vector<std::string>& names, std::string_view last) {
    return edit::joined(names, ", ").append(last);
}

}  // namespace transforms::higher_order
