#include "transforms/masks/write_any_gate.h"

#include "transforms/edit/comments.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/words.h"

namespace transforms::masks {

using edit::Edit;
using syntax::Field;
using syntax::Node;

std::optional<std::vector<Edit>> unwrapped(const text::Source& source, Node branch) {
    const std::string step = edit::step_of(source, branch);
    const Node first = branch.child(Field::consequence).first_child();
    const auto layout = edit::indentation(source, branch.span());
    if (!layout || !edit::indentation(source, first.span())) return std::nullopt;
    std::string text;
    for (const std::string_view comment : edit::comments_in(source, {branch.span().begin, first.span().begin}, {}))
        text.append(comment).append(source.line_ending()).append(*layout);
    std::vector<Edit> edits{{{branch.span().begin, first.span().begin}, std::move(text)}};
    for (const Edit& each : edit::deeper(source, branch, step)) {
        const std::uint32_t begin = each.span.begin, end = begin + static_cast<std::uint32_t>(step.size());
        if (begin > first.span().begin && source.text({begin, end}) == step) edits.push_back({{begin, end}, ""});
    }
    return edits;
}

// `m.shape == y.shape or m.any()`, or one test a line where that is too long.
std::vector<Edit> asked_less(const text::Source& source, Node branch, const std::vector<std::string>& tests) {
    const Node condition = branch.child(Field::condition);
    const std::string test = edit::joined(tests, " and "),
                      before = tests.size() > 1 ? "(" + test + ") or " : test + " or ";
    const std::string layout(edit::indentation(source, branch.span()).value_or(""));
    const std::string_view asked = condition.text();
    if (layout.size() + before.size() + asked.size() + 4 <= edit::longest_line ||
        asked.find('\n') != std::string_view::npos)
        return {{{condition.span().begin, condition.span().begin}, before}};
    const std::string next = std::string(source.line_ending()) + layout, deep = next + edit::step_of(source, branch);
    return {{condition.span(),
             "(" + deep + edit::joined(tests, deep + "and ") + deep + "or " + std::string(asked) + next + ")"}};
}

}  // namespace transforms::masks
