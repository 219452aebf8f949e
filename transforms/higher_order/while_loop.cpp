#include "transforms/higher_order/while_loop.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/predicate.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/findings.h"
#include "transforms/higher_order/outline.h"

namespace transforms::higher_order {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view title =
    "loop in the graph with `torch.while_loop`, a prototype (its rounds must write to nothing and give tensors of the "
    "shapes, dtypes and devices that they get; gradients are added up in another order)";

class Loop {
  public:
    // `asked`: the operand that decides.
    Loop(const analysis::Analysis& analysis, const function::Facts& facts, syntax::While loop, Node asked)
        : analysis_(analysis), facts_(facts), loop_(loop), asked_(asked) {}

    // Why the graph may not run it; empty if it may.
    std::string problem() {
        if (loop_.otherwise()) return "the loop has an `else`";
        if (std::string found = problem_as_function(facts_, loop_.body(), "round"); !found.empty()) return found;
        if (breaks_itself(analysis_, loop_.body())) return "a round of the loop breaks the graph itself";
        for (const names::Binding& variable : facts_.scope().bindings)
            if (std::string found = carry(variable); !found.empty()) return found;
        return carried_.empty() ? "the loop leaves nothing that is read later" : "";
    }

    std::vector<edit::Edit> edits(const condition::Question& asked, std::string_view torch,
                                  std::string_view indentation) const {
        const text::Source& source = analysis_.source();
        const std::string line(source.line_ending()), next = line + std::string(indentation);
        const std::string step = edit::step_of(source, loop_.node), inside = next + step, name(torch);
        const std::string goes_on = unused_in(source, "goes_on"), once = unused_in(source, "once");
        const std::string names = listed(carried_), end = carried_.size() == 1 ? ",)" : ")";
        const std::string given = "(" + names + end, left = carried_.size() == 1 ? given : names;
        const std::string results = carried_.size() == 1 ? "(" + results_.front() + ",)" : listed(results_);

        const std::string first = "def " + goes_on + "(" + names + "):" + inside + "return " +
                                  (asked.negated ? "~(" + asked.text + ")" : asked.text) + line + next;
        const auto colon = static_cast<std::uint32_t>(source.text().find(':', loop_.condition().span().end));
        std::string last = inside + "return " + results + line + next + "if " + name +
                           ".compiler.is_compiling():" + inside + left + " = " + name + ".while_loop(" + goes_on +
                           ", " + once + ", " + given + ")";
        last += next + "else:" + inside + "while " + goes_on + "(" + names + "):" + inside + step + left + " = " +
                once + "(" + names + ")";
        const text::Span whole = loop_.node.span();
        return {{{whole.begin, colon + 1}, first + "def " + once + "(" + names + "):"},
                {{whole.end, whole.end}, std::move(last)}};
    }

  private:
    // What the rounds hand on.
    std::string carry(const names::Binding& variable) {
        const std::string name(variable.text), quoted = "`" + name + "`";
        if (!last_in(loop_.body(), variable)) return {};
        if (variable.captured || variable.rebound_inside) return quoted + " is a variable of an inner function, too";
        if (!facts_.liveness().before(loop_.node, name)) return {};
        if (!facts_.must_defined().before(loop_.node, name)) return quoted + " may not be assigned before the `while`";
        const values::State* state = facts_.program().state_at(asked_);
        const auto slot = static_cast<std::size_t>(&variable - facts_.scope().bindings.data());
        const values::Value comes = state && slot < state->slots.size() ? state->slots[slot] : values::unknown();
        if (!comes.is_tensor() || comes.maybe_none || !gives_only_tensors(facts_, loop_.body(), variable))
            return quoted + " may be something else than a tensor";
        // PyTorch 2.13 refuses two names of one tensor.
        const auto before = facts_.definition(variable, loop_.node);
        if (!before || (before->statement && !effects::makes_new_tensor(facts_, before->value)))
            return quoted + " may be another name for a tensor";
        const Node given = surely_given(loop_.body(), variable);
        carried_.push_back(name);
        results_.push_back(name + (given && effects::makes_new_tensor(facts_, given) ? "" : ".clone()"));
        return {};
    }

    const analysis::Analysis& analysis_;
    const function::Facts& facts_;
    syntax::While loop_;
    Node asked_;
    std::vector<std::string> carried_, results_;
};

}  // namespace

Proposal propose_while_loop(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    const auto loop = syntax::as<syntax::While>(syntax::statement_of(operand));
    if (!loop) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto layout = edit::indentation(analysis.source(), loop->node.span());
    const Node first = loop->body().first_child();
    if (!torch || !layout || !first || !edit::indentation(analysis.source(), first.span())) return {};

    proof::Proof proof;
    metadata::Forms forms(facts, loop->node, proof);
    const condition::Predicate predicate =
        condition::read_predicate(facts, {loop->condition()}, loop->node, forms, proof);
    if (proof.refused()) return declined(*proof.unproven());
    if (!predicate.fixed.empty() || !predicate.before.empty()) return declined("the condition has several parts");
    Loop made(analysis, facts, *loop, operand);
    if (std::string problem = made.problem(); !problem.empty()) return declined(problem);
    return offered({.rewrite = "while-loop",
                    .title = std::string(title),
                    .safety = Safety::suggestion,
                    .edits = made.edits(predicate.questions.front(), *torch, *layout)});
}

}  // namespace transforms::higher_order
