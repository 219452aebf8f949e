#include "transforms/higher_order/cond.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/predicate.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/splice.h"
#include "transforms/findings.h"
#include "transforms/higher_order/outline.h"

#include <algorithm>
#include <array>

namespace transforms::higher_order {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view title =
    "branch in the graph with `torch.cond` (its arms must write to nothing and give tensors of one shape and dtype; "
    "gradients may be zeros instead of none)";

// An `if` with at most an `else`, and what its arms assign.
class Branch {
  public:
    Branch(const analysis::Analysis& analysis, const function::Facts& facts, syntax::If statement)
        : analysis_(analysis), facts_(facts), if_(statement), blocks_{statement.body(), {}} {
        const std::vector<Node> others = if_.alternatives();
        if (others.size() == 1 && others.front().is(Kind::else_clause)) else_ = others.front();
        if (else_) blocks_[1] = else_.child(Field::body);
        plain_ = others.empty() || else_;
    }

    // Why it may not become a call; empty if it may.
    std::string problem() {
        if (!plain_) return "an `elif` follows";
        for (const Node block : blocks_)
            if (std::string found = block ? problem_as_function(facts_, block, "arm") : ""; !found.empty())
                return found;
        for (const Node block : blocks_)
            if (block && breaks_itself(analysis_, block)) return "an arm of the `if` breaks the graph itself";
        return problem_of_variables();
    }

    std::vector<edit::Edit> edits(const condition::Question& asked, std::string_view torch,
                                  std::string_view indentation) {
        const text::Source& source = analysis_.source();
        const std::string line(source.line_ending()), next = line + std::string(indentation);
        const std::string inside = next + edit::step_of(source, if_.node);
        const std::string parameters = listed(incoming_);
        const auto define = [&](const std::string& name) { return "def " + name + "(" + parameters + "):"; };
        const auto result = [&](std::size_t arm) { return inside + "return " + listed(results(arm)); };
        const std::string then = unused_in(source, "then"), otherwise = unused_in(source, "otherwise"),
                          outputs = listed(outgoing_) + " = ";
        const auto call = [&](const std::string& name) { return inside + outputs + name + "(" + parameters + ")"; };

        std::string end = else_ ? result(1) : result(0) + line + next + define(otherwise) + result(1);
        const std::string chosen = asked.negated ? otherwise + ", " + then : then + ", " + otherwise;
        end += line + next + "if " + std::string(torch) + ".compiler.is_compiling():" + inside + outputs +
               std::string(torch) + ".cond(" + asked.text + ", " + chosen + ", (" +
               listed(incoming_, incoming_.size() == 1 ? ",)" : ")") + ")";
        end += next + "elif " + edit::on_one_line(if_.condition(), {}) + ":" + call(then) + next +
               "else:" + call(otherwise);

        std::vector<edit::Edit> made{
            {{if_.node.span().begin, colon_behind(if_.condition().span().end) + 1}, define(then)}};
        if (else_) {
            made.push_back({{blocks_[0].span().end, blocks_[0].span().end}, result(0) + line});
            made.push_back({{else_.span().begin, colon_behind(else_.span().begin) + 1}, define(otherwise)});
        }
        made.push_back({{if_.node.span().end, if_.node.span().end}, std::move(end)});
        return made;
    }

  private:
    [[nodiscard]] std::uint32_t colon_behind(std::uint32_t at) const {
        return static_cast<std::uint32_t>(analysis_.source().text().find(':', at));
    }

    std::string problem_of_variables() {
        for (const names::Binding& variable : facts_.scope().bindings) {
            if (!last_in(blocks_[0], variable) && !last_in(blocks_[1], variable)) continue;
            if (const std::string_view problem = problem_of(variable); !problem.empty())
                return "`" + std::string(variable.text) + "` " + std::string(problem);
        }
        // Their gradients may be one tensor, which PyTorch 2.13 refuses: "might be aliasing the input or the output".
        if (outgoing_.size() > 1 && !facts_.without_gradients())
            return "the arms leave several tensors, which may need gradients";
        return outgoing_.empty() ? "nothing that is read later depends on the condition" : "";
    }

    // An arm is given its value, or gives it another one that is read later.
    std::string_view problem_of(const names::Binding& variable) {
        if (variable.captured || variable.rebound_inside) return "is a variable of an inner function, too";
        const std::string name(variable.text);
        const bool leaves = facts_.liveness().after(if_.node, name);
        const bool comes = std::ranges::any_of(
            blocks_, [&](Node block) { return block ? facts_.liveness().before(block.first_child(), name) : leaves; });
        if (comes && !facts_.must_defined().before(if_.node, name)) return "may not be assigned before the `if`";
        if (comes) incoming_.push_back(name);
        if (!leaves) return "";
        if (!gives_only_tensors(facts_, blocks_[0], variable) || !gives_only_tensors(facts_, blocks_[1], variable))
            return "may be something else than a tensor";
        outgoing_.push_back(name);
        leaving_.push_back(&variable);
        return "";
    }

    // Results may not be what an arm was given.
    [[nodiscard]] std::vector<std::string> results(std::size_t arm) const {
        std::vector<std::string> made;
        for (const names::Binding* variable : leaving_) {
            const Node given = surely_given(blocks_[arm], *variable);
            made.push_back(std::string(variable->text) +
                           (given && effects::makes_new_tensor(facts_, given) ? "" : ".clone()"));
        }
        return made;
    }

    const analysis::Analysis& analysis_;
    const function::Facts& facts_;
    syntax::If if_;
    Node else_;
    std::array<Node, 2> blocks_;
    bool plain_ = false;
    std::vector<std::string> incoming_, outgoing_;
    std::vector<const names::Binding*> leaving_;
};

}  // namespace

Proposal propose_cond(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    const auto statement = syntax::as<syntax::If>(syntax::statement_of(operand));
    if (!statement) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto layout = edit::indentation(analysis.source(), statement->node.span());
    const Node first = statement->body().first_child();
    if (!torch || !layout || !first || !edit::indentation(analysis.source(), first.span())) return {};

    proof::Proof proof;
    metadata::Forms forms(facts, statement->node, proof);
    const condition::Predicate predicate =
        condition::read_predicate(facts, {statement->condition()}, statement->node, forms, proof);
    if (proof.refused()) return declined(*proof.unproven());
    if (!predicate.fixed.empty() || !predicate.before.empty() || predicate.hoisted)
        return declined("the condition has several parts");
    Branch branch(analysis, facts, *statement);
    if (std::string problem = branch.problem(); !problem.empty()) return declined(problem);
    return offered({.rewrite = "cond",
                    .title = std::string(title),
                    .safety = Safety::suggestion,
                    .edits = branch.edits(predicate.questions.front(), *torch, *layout)});
}

}  // namespace transforms::higher_order
