#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/layout.h"
#include "transforms/established.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// An `if` of one arm, which has nothing to say behind its colon.
std::optional<syntax::If> one_arm(const text::Source& source, Node asked) {
    const auto branch = branch_around(asked);
    if (!branch || !branch->node.is(Kind::if_statement) || !branch->alternatives().empty()) return std::nullopt;
    const Node first = branch->body().first_child();
    const text::Span header{branch->condition().span().end, first.span().begin};
    const bool is_below = edit::indentation(source, first.span()).has_value();
    return is_below && source.text(header).find('#') == std::string_view::npos ? branch : std::nullopt;
}

// Nothing it asks says whether gradients are recorded.
bool asks_tensors_alone(const Facts& facts, Node condition) {
    return std::ranges::all_of(subtree(condition), [&](Node node) {
        if (node.is(Kind::named_expression) || node.is(Kind::await) || node.is(Kind::yield)) return false;
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        return !node.is(Kind::call) ||
               (row && (row->traits.pure || row->traits.view || row->gives == torch::Gives::number));
    });
}

// What the function does from the statement on, which is not said to give anything.
std::vector<Node> rest_of_function(Node statement, Node function) {
    std::vector<Node> rest;
    if (statement.parent() != syntax::Function{function}.body()) return rest;
    for (Node each = statement; each; each = each.next_sibling()) rest.push_back(each);
    const auto gives = [](Node node) { return node.is(Kind::return_statement) || node.is(Kind::yield); };
    const bool ends = std::ranges::none_of(rest, [&](Node each) { return std::ranges::any_of(subtree(each), gives); });
    return ends ? rest : std::vector<Node>{};
}

}  // namespace

std::optional<Spelling> skipped_rest(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = one_arm(source, asked);
    const Node leaving = branch ? only_statement(branch->body()) : Node{};
    if (!leaving.is(Kind::return_statement) || leaving.first_child()) return std::nullopt;
    const std::vector<Node> rest = rest_of_function(branch->node.next_sibling(), facts.function());
    if (rest.empty()) return std::nullopt;
    const std::string step = edit::step_of(source, branch->node);
    const Node condition = branch->condition();
    Spelling made;
    if (condition.is(Kind::not_operator)) {
        made.edits.push_back({{condition.span().begin, condition.first_child().span().begin}, ""});
    } else {
        made.edits.push_back({{condition.span().begin, condition.span().begin}, "not ("});
        made.edits.push_back({{condition.span().end, condition.span().end}, ")"});
    }
    const auto colon = static_cast<std::uint32_t>(source.text().find(':', condition.span().end));
    const text::Span gone{colon + 1, edit::end_of_line(source, leaving.span().end)};
    if (source.text(gone).find('#') != std::string_view::npos) return std::nullopt;
    made.edits.push_back({gone, ""});
    for (const Node each : rest) {
        if (!edit::indentation(source, each.span())) return std::nullopt;
        made.edits.push_back({{each.span().begin, each.span().begin}, step});
        std::ranges::move(edit::deeper(source, each, step), std::back_inserter(made.edits));
    }
    return made;
}

std::optional<Spelling> arm_without_gradients(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = one_arm(source, asked);
    const Node with = branch ? only_statement(branch->body()) : Node{};
    const auto indentation = with ? edit::indentation(source, branch->node.span()) : std::nullopt;
    if (!indentation || !with.is(Kind::with_statement) || !function::only_stops_gradients(facts, with) ||
        !asks_tensors_alone(facts, branch->condition()))
        return std::nullopt;
    const Node first = with.child(Field::body).first_child();
    const text::Span header{with.span().begin, first.span().begin};
    const std::string_view text = source.text(header);
    if (!edit::indentation(source, first.span()) || text.find('#') != std::string_view::npos) return std::nullopt;
    const std::string opened(text.substr(0, text.rfind(':') + 1));
    const std::uint32_t begin = branch->node.span().begin;
    const std::string next =
        std::string(source.line_ending()).append(*indentation) + edit::step_of(source, branch->node);
    // The block below is two levels deep already.
    const auto colon = static_cast<std::uint32_t>(source.text().find(':', branch->condition().span().end));
    const std::string_view inner = edit::indentation(source, first.span()).value_or("");
    return Spelling{.edits = {{{begin, begin}, opened + next},
                              {{colon + 1, header.end}, std::string(source.line_ending()).append(inner)}}};
}

}  // namespace transforms::canonical
