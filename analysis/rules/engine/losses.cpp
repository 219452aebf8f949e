#include "analysis/rules/engine/losses.h"

#include "analysis/rules/all.h"
#include "analysis/rules/engine/structure.h"
#include "analysis/syntax/python.h"

#include <unordered_map>

namespace rules {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// Runs whenever its statement does: no right side of `and`, no arm of a conditional expression, no `elif`.
bool is_unconditional(Node node, Node statement) {
    for (Node child = node, parent = node.parent(); child != statement && parent;
         child = parent, parent = parent.parent()) {
        if (parent.is(Kind::boolean_operator) && child.field() == Field::right) return false;
        if (const auto conditional = syntax::as<syntax::Conditional>(parent);
            conditional && child != conditional->condition())
            return false;
        if (parent.is(Kind::elif_clause)) return false;
    }
    return true;
}

bool runs_its_body(Node statement) {
    return statement.is(Kind::for_statement) || statement.is(Kind::while_statement) ||
           statement.is(Kind::with_statement) || statement.is(Kind::try_statement);
}

// The first loss of each function that a block holds, or the blocks of a statement in it that always run.
class Losses {
  public:
    void add(const Cause& loss) {
        auto& first = first_[syntax::function_of(loss.node)];
        Node statement = syntax::statement_of(loss.node);
        for (Node block = statement.parent(); block; block = statement.parent()) {
            first.try_emplace(block, Loss{.number = number_, .end = statement.end_index(), .cause = &loss});
            if (!runs_its_body(block.parent()) || block.field() != Field::body) break;
            statement = block.parent();
        }
        ++number_;
    }

    // The first one through which alone `node` is reached: in front of it in a block around it.
    [[nodiscard]] const Cause* before(Node node) const {
        const auto first = first_.find(syntax::function_of(node));
        if (first == first_.end()) return nullptr;
        const Loss* found = nullptr;
        for (Node block = node.parent(); block; block = block.parent()) {
            const auto loss = first->second.find(block);
            if (loss == first->second.end() || loss->second.end > node.index()) continue;
            if (!found || loss->second.number < found->number) found = &loss->second;
        }
        return found ? found->cause : nullptr;
    }

  private:
    struct Loss {
        std::size_t number;  // in the order of the causes
        std::uint32_t end;   // of its statement in the block
        const Cause* cause;
    };
    std::unordered_map<Node, std::unordered_map<Node, Loss>> first_;  // by function and block
    std::size_t number_ = 0;
};

}  // namespace

void demote_behind_losses(const values::Program& program, Causes& causes) {
    Losses losses;
    for (auto& [key, cause] : causes) {
        Finding& finding = cause.finding;
        const Node node = cause.node;
        const Cause* loss = losses.before(node);
        if (loss && finding.severity == Severity::warning) {
            const Finding& first = loss->finding;
            finding.severity = Severity::hint;
            finding.trail.insert(finding.trail.end() - 1,
                                 {first.source->path(), text::line_column(*first.source, first.span.begin),
                                  "the function is left to eager here already"});
        }
        const bool is_loss = finding.outcome == Outcome::skip && finding.code != eager_comprehension.code &&
                             (cause.loses_frame || outcome_at(program, node) == Outcome::skip);
        if (is_loss && is_unconditional(node, syntax::statement_of(node))) losses.add(cause);
    }
}

}  // namespace rules
