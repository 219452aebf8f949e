#include "transforms/scalars/loop_over_list.h"

#include "analysis/effects/escape.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/if_conversion/if_conversion.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>
#include <string>
#include <vector>

namespace transforms::scalars {

using function::Facts;
using scalar_uses::Numbers;
using scalar_uses::NumberUses;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

struct Loop {
    Node statement;
    Node call;               // `lengths.tolist()`
    Node tensor;             // `lengths`
    std::vector<Node> each;  // the names that its numbers get: several where its rows are unpacked
};

// What the argument of `enumerate` or `zip` gives a target of its own.
Node part_for(const Facts& facts, Node target, Node call, Node argument) {
    const torch::Row* row = facts.row_of(call);
    const bool counts = row && row->role == torch::Role::enumerate;
    if (!row || (!counts && row->role != torch::Role::zip)) return {};
    std::size_t at = counts ? 1 : 0;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        if (each.is(Kind::list_splat)) return {};
        if (each == argument) break;
        if (counts) return {};
        ++at;
    }
    const std::vector<Node> parts = syntax::elements_of(target);
    return at < parts.size() && parts != std::vector{target} ? parts[at] : Node{};
}

std::optional<Loop> loop_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    const Node method = call ? call.child(Field::function) : Node{}, tensor = method.child(Field::object);
    if (!tensor || method.child(Field::attribute).text() != "tolist" || !facts.value(tensor).is_tensor())
        return std::nullopt;
    const Node around = call.parent().is(Kind::argument_list) ? call.parent().parent() : Node{};
    const auto loop = syntax::as<syntax::For>(around ? around.parent() : call.parent());
    if (!loop || !loop->node.is(Kind::for_statement) || loop->iterable() != (around ? around : call))
        return std::nullopt;
    const Node target = around ? part_for(facts, loop->target(), around, call) : loop->target();
    if (!target) return std::nullopt;
    return Loop{.statement = loop->node, .call = call, .tensor = tensor, .each = syntax::elements_of(target)};
}

class LoopProof {
  public:
    LoopProof(const Facts& facts, const Loop& loop, Numbers numbers)
        : loop_(loop), facts_(facts), forms_(facts, loop.statement, proof_),
          uses_(facts, loop.statement, forms_, proof_, numbers, if_conversion::unreadable) {
        uses_.may_round(forms_.of(loop.tensor).dtype);
    }

    [[nodiscard]] bool holds() {
        has_dimensions();
        for (const Node name : loop_.each) check_name(name);
        for (const Node part : subtree(loop_.statement))
            if (facts_.variable(part) && part.text() == loop_.tensor.text() && effects::is_updated(part))
                proof_.refuse(edit::quoted(loop_.tensor) + " is written to in the loop");
        const auto& made = uses_.respelled();
        const bool is_plain = std::ranges::all_of(made, &scalar_uses::Respelled::is_made_here);
        const bool branches = !uses_.conditions().empty() || !uses_.late().empty() || !uses_.sums().empty();
        if (!is_plain || branches) proof_.refuse("its numbers decide, or are computed with by Python");
        if (uses_.rounded() || uses_.widened())
            proof_.assume("the precision of the tensor is as good as Python's", "Python computes in double precision");
        return !proof_.refused();
    }

    [[nodiscard]] const proof::Proof& proof() const { return proof_; }
    [[nodiscard]] bool doubtful() const { return uses_.doubtful() || uses_.guesses(); }
    [[nodiscard]] bool indexes() const { return uses_.indexes(); }

    [[nodiscard]] std::vector<edit::Edit> edits() const {
        const bool is_whole = facts_.value(loop_.tensor).dtype == torch::Dtype::integer || uses_.indexes();
        const bool keeps = is_whole || facts_.without_gradients();
        std::vector<edit::Edit> edits{{{loop_.tensor.span().end, loop_.call.span().end}, keeps ? "" : ".detach()"}};
        for (const scalar_uses::Respelled& each : uses_.respelled()) edits.push_back({each.node.span(), each.made});
        std::ranges::sort(edits, {}, &edit::Edit::span);
        return edits;
    }

  private:
    // A row that is unpacked has numbers itself.
    void has_dimensions() {
        const int rank = facts_.value(loop_.tensor).rank, wanted = loop_.each.size() > 1 ? 2 : 1;
        const std::string name = edit::quoted(loop_.tensor);
        if (rank >= 0 && rank != wanted) return proof_.refuse(name + " has other dimensions");
        if (rank < 0)
            proof_.assume(name + " has " + std::to_string(wanted) + (wanted == 1 ? " dimension" : " dimensions"),
                          name + " may have other dimensions");
    }

    void check_name(Node name) {
        const names::Binding* variable = name.is(Kind::identifier) ? facts_.variable(name) : nullptr;
        if (!variable || variable->captured || !variable->is_bound_once())
            return proof_.refuse(edit::quoted(name) + " is assigned, or used, in more than one place");
        for (const Node use : facts_.uses_of(*variable))
            if (!effects::binds(*variable, use) && !proof_.refused()) uses_.check_use(*variable, use);
    }

    const Loop& loop_;
    const Facts& facts_;
    proof::Proof proof_{proof::Answer::assume};
    metadata::Forms forms_;
    NumberUses uses_;
};

}  // namespace

// Numbers of an unknown dtype are whole if they index, or the program would raise an error.
Proposal propose_loop_over_list(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    const auto loop = loop_of(facts, operand);
    if (!loop) return {};
    const torch::Dtype dtype = facts.value(loop->tensor).dtype;
    const bool may_be_whole = dtype == torch::Dtype::integer || dtype == torch::Dtype::unknown;
    std::string reason;
    for (const Numbers numbers : {Numbers::whole, dtype == torch::Dtype::floating ? Numbers::floating : Numbers::any}) {
        if (numbers == Numbers::whole && !may_be_whole) continue;
        LoopProof proof(facts, *loop, numbers);
        const bool holds = proof.holds();
        if (!holds && reason.empty()) reason = *proof.proof().unproven();
        if (!holds || (numbers == Numbers::whole && dtype == torch::Dtype::unknown && !proof.indexes())) continue;
        const Rewriting rewriting{.name = "tensor-loop",
                                  .title = "go through the tensor itself",
                                  .assumptions = proof.proof().assumptions(),
                                  .guards = proof.proof().guards(),
                                  .facts = &facts,
                                  .statement = loop->statement,
                                  .testable = false,
                                  .doubtful = proof.doubtful()};
        return {.fixes = in_forms(rewriting, [&](const proof::Guards&) { return std::optional(proof.edits()); }),
                .declined = "a number may be told from a tensor"};
    }
    return declined(std::move(reason));
}

}  // namespace transforms::scalars
