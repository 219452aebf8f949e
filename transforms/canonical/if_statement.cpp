#include "transforms/canonical/if_statement.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/layout.h"
#include "transforms/established.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

namespace {

// The `if c: ... else: ...` that asks the code; `otherwise` is the block of its `else`.
struct TwoArms {
    syntax::If whole;
    Node then;
    Node otherwise;
};

std::optional<TwoArms> two_arms(Node asked) {
    const auto whole = branch_of(asked);
    if (!whole) return std::nullopt;
    const std::vector<Node> others = whole->alternatives();
    if (others.size() != 1 || !others.front().is(Kind::else_clause)) return std::nullopt;
    return TwoArms{*whole, whole->body(), others.front().child(syntax::Field::body)};
}

// What asks the code for its truth, also behind a `not`.
Node asker_of(Node asked) {
    Node tester = syntax::tester_of(asked);
    while (tester.is(Kind::not_operator)) tester = syntax::tester_of(tester);
    return tester;
}

bool only_raises(Node block) {
    const Node first = block.first_child();
    return first.is(Kind::raise_statement) && !first.next_sibling();
}

// Where the colon of `if c:` or `else:` comes.
std::uint32_t header_end(Node block) {
    const Node header = block.parent(), condition = header.child(syntax::Field::condition);
    return condition ? condition.span().end : header.span().begin;
}

// A comment there would be lost.
bool header_has_comment(const text::Source& source, Node block) {
    const std::uint32_t begin = header_end(block);
    return source.text({begin, edit::end_of_line(source, begin)}).find('#') != std::string_view::npos;
}

// The lines of a block, behind that of its header, as those of the block around it.
std::optional<std::string> outdented(const text::Source& source, Node block, std::string_view indentation) {
    const auto inner = edit::indentation(source, block.first_child().span());
    if (!inner || !inner->starts_with(indentation)) return std::nullopt;
    std::string made;
    for (std::uint32_t line = source.line_at(header_end(block)) + 1; line < source.line_count(); ++line) {
        const text::Span all = source.line(line);
        if (all.begin >= block.span().end) break;
        if (edit::is_in_string(block.tree()->at(all.begin))) return std::nullopt;
        std::string_view text = source.text({all.begin, std::min(all.end, block.span().end)});
        if (text.starts_with(*inner)) text.remove_prefix(inner->size() - indentation.size());
        made.append(source.line_ending()).append(text);
    }
    return made;
}

// `if c: raise E` `else: y = a`
std::optional<Spelling> without_else(const text::Source& source, const TwoArms& arms, std::string_view indentation) {
    const auto rest = outdented(source, arms.otherwise, indentation);
    const text::Span gone{arms.then.span().end, arms.whole.node.span().end};
    const std::string_view between = source.text({gone.begin, arms.otherwise.parent().span().begin});
    const bool loses = between.find('#') != std::string_view::npos || header_has_comment(source, arms.otherwise);
    if (!rest || loses) return std::nullopt;
    return Spelling{.edits = {{gone, *rest}}};
}

// `if c: y = a` `else: raise E`
std::optional<Spelling> raise_first(const text::Source& source, const TwoArms& arms, std::string_view indentation) {
    const auto rest = outdented(source, arms.then, indentation);
    const text::Span condition = arms.whole.condition().span(), all = arms.whole.node.span();
    const text::Span gap{arms.then.span().end, arms.otherwise.first_child().span().begin};
    const bool loses = source.text(gap).find('#') != std::string_view::npos;
    if (!rest || loses || header_has_comment(source, arms.then)) return std::nullopt;
    const auto [before, behind] = negation_of(arms.whole.condition());
    std::string made = behind + ":";
    made.append(source.line_ending()).append(indentation).append(edit::step_of(source, arms.whole.node));
    made.append(arms.otherwise.text()).append(*rest);
    return Spelling{.edits = {{{all.begin, condition.begin}, "if " + before}, {{condition.end, all.end}, made}}};
}

}  // namespace

std::optional<syntax::If> branch_of(Node asked) { return syntax::as<syntax::If>(asker_of(asked)); }

std::optional<syntax::If> branch_around(Node asked) {
    const auto branch = syntax::as<syntax::If>(syntax::statement_of(asked));
    return branch && syntax::is_within(asked, branch->condition()) ? branch : std::nullopt;
}

std::pair<std::string, std::string> negation_of(Node condition) {
    const bool binds = condition.is(Kind::call) || condition.is(Kind::identifier) || condition.is(Kind::attribute) ||
                       condition.is(Kind::subscript) || condition.is(Kind::parenthesized_expression);
    return binds ? std::pair<std::string, std::string>{"not ", ""} : std::pair<std::string, std::string>{"not (", ")"};
}

std::vector<Node> arms_of(syntax::If branch) {
    std::vector<Node> blocks{branch.body()};
    for (const Node other : branch.alternatives())
        blocks.push_back(other.child(other.is(Kind::else_clause) ? syntax::Field::body : syntax::Field::consequence));
    return blocks;
}

std::optional<Spelling> guard_clause(const text::Source& source, const function::Facts& /*facts*/, Node asked) {
    const auto arms = two_arms(asked);
    const auto indentation = arms ? edit::indentation(source, arms->whole.node.span()) : std::nullopt;
    if (!indentation || only_raises(arms->then) == only_raises(arms->otherwise)) return std::nullopt;
    return only_raises(arms->then) ? without_else(source, *arms, *indentation)
                                   : raise_first(source, *arms, *indentation);
}

std::optional<Spelling> leaving_link(const text::Source& /*source*/, const function::Facts& /*facts*/, Node asked) {
    const Node asker = asker_of(asked), whole = asker.is(Kind::elif_clause) ? asker.parent() : Node{};
    const bool is_left = whole && leaves(syntax::If{whole}.body());
    const Node second = is_left ? syntax::If{whole}.alternatives().front() : Node{};
    if (!second.is(Kind::elif_clause)) return std::nullopt;
    constexpr std::string_view word = "elif";
    const std::uint32_t begin = second.span().begin;
    return Spelling{.edits = {{{begin, begin + static_cast<std::uint32_t>(word.size())}, "if"}}};
}

std::optional<Spelling> none_first(const text::Source& source, const function::Facts& facts, Node asked) {
    const auto whole = branch_of(asked);
    const auto either = whole ? syntax::as<syntax::Binary>(whole->condition()) : std::nullopt;
    const auto indentation = either ? edit::indentation(source, whole->node.span()) : std::nullopt;
    if (!indentation || either->op() != syntax::Op::logical_or || !syntax::is_within(asked, either->right()))
        return std::nullopt;
    const Node test = either->left();  // `hard or best is None`
    std::vector<Node> operands;
    condition::flatten(test, syntax::Op::logical_or, operands);
    const Node last = operands.back(), name = last.first_child(), none = name ? name.next_sibling() : Node{};
    operands.pop_back();
    const bool is_test =
        last.is(Kind::comparison_operator) && none.is(Kind::none) && none.op() == syntax::Op::is &&
        std::ranges::all_of(operands, [&](Node each) { return condition::stays_in_python(facts, each); });
    const text::Span body = whole->body().span();
    const std::string_view arm = source.text(body);
    const bool is_short = std::ranges::count(arm, '\n') < 2 && arm.find('#') == std::string_view::npos;
    const auto needs_it = [&](Node each) { return syntax::mentions(each, name.text()); };
    const bool is_needed =
        is_test && (needs_it(either->right()) || std::ranges::any_of(whole->alternatives(), needs_it));
    if (!is_needed || !is_short || !edit::indentation(source, body)) return std::nullopt;
    const std::string next = std::string(source.line_ending()).append(*indentation);
    std::string made = ":" + next + edit::step_of(source, whole->node);
    made.append(arm).append(next).append("elif ");
    return Spelling{.edits = {{{test.span().end, either->right().span().begin}, made}}};
}

}  // namespace transforms::canonical
