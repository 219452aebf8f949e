#include "analysis/effects/escape.h"
#include "analysis/effects/provenance.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/scalar_uses/scalar_uses.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>

namespace transforms::canonical {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// `mse == 0` of `if mse == 0: return inf`; none where the number is asked for something else.
Node asked_before_return(Node use) {
    const Node comparison = use.parent();
    if (!comparison.is(Kind::comparison_operator)) return {};
    const auto branch = branch_of(comparison);
    const bool leaves =
        branch && branch->alternatives().empty() && syntax::last_statement(branch->body()).is(Kind::return_statement);
    return leaves && branch->condition() == comparison ? comparison : Node{};
}

// What is returned is made of a number as well where that is a tensor: `20.0 * math.log10(255.0 / math.sqrt(mse))`.
class Returned {
  public:
    Returned(const Facts& facts, std::string torch) : facts_(facts), torch_(std::move(torch)) {}

    // False if something else is done with it.
    bool take(Node use) {
        Node at = use;
        for (; !at.parent().is(Kind::return_statement); at = at.parent()) {
            const Node around = at.parent();
            if (around.is(Kind::argument_list)) {
                if (!respell(around.parent())) return false;
            } else if (!around.is(Kind::call) && !around.is(Kind::parenthesized_expression) &&
                       !around.is(Kind::unary_operator) && !around.is(Kind::binary_operator)) {
                return false;
            }
        }
        const auto takers = scalar_uses::takers_of(facts_, at);
        if (!takers) return false;
        for (edit::Edit& each : scalar_uses::as_new_sums(takers->sums)) add(std::move(each));
        for (const std::string& each : takers->names) assume(each + std::string(scalar_uses::take_a_tensor));
        return true;
    }

    [[nodiscard]] std::vector<edit::Edit> edits() const { return edits_; }
    [[nodiscard]] std::vector<std::string> assumes() const { return assumes_; }

  private:
    bool respell(Node call) {
        const std::string_view name = scalar_uses::function_in_torch(facts_, call);
        const text::Span span = call.child(syntax::Field::function).span();
        if (name.empty()) return false;
        add({span, torch_ + "." + std::string(name)});
        assume("Python's functions raise no error for it");
        return true;
    }

    void add(edit::Edit made) {
        if (std::ranges::find(edits_, made.span, &edit::Edit::span) == edits_.end()) edits_.push_back(std::move(made));
    }

    void assume(std::string said) {
        if (std::ranges::find(assumes_, said) == assumes_.end()) assumes_.push_back(std::move(said));
    }

    const Facts& facts_;
    std::string torch_;
    std::vector<edit::Edit> edits_;
    std::vector<std::string> assumes_{"the precision of the tensor is as good as Python's"};
};

}  // namespace

std::optional<Spelling> branch_read(const text::Source& /*source*/, const Facts& facts, Node asked) {
    const Node call = syntax::enclosing(asked, Kind::call), statement = syntax::statement_of(call);
    const Node tensor = call ? condition::number_read(facts, call, statement) : Node{};
    const auto assignment = tensor ? syntax::as<syntax::Assignment>(call.parent()) : std::nullopt;
    const names::Binding* number = assignment ? facts.variable(assignment->target()) : nullptr;
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!number || !torch || assignment->value() != call || number->captured || !number->is_bound_once())
        return std::nullopt;
    Returned returned(facts, std::string(*torch));
    Node question;
    for (const Node use : facts.uses_of(*number)) {
        if (effects::binds(*number, use)) continue;
        const Node here = asked_before_return(use);
        if (here && question) return std::nullopt;
        if (here) question = here;
        if (!here && (!syntax::statement_of(use).is(Kind::return_statement) || !returned.take(use)))
            return std::nullopt;
    }
    if (!question) return std::nullopt;
    Spelling made{.edits = returned.edits(), .code = "GM101", .asked = question, .assumes = returned.assumes()};
    const values::Value value = facts.value(tensor);
    std::string text(tensor.text());
    if (!facts.without_gradients() && effects::may_have_gradient(value)) text = edit::with_method(text, ".detach()");
    if (value.rank != 0) text = edit::with_method(text, ".reshape(())");
    made.edits.push_back({call.span(), std::move(text)});
    std::ranges::sort(made.edits, {}, [](const edit::Edit& each) { return each.span.begin; });
    return made;
}

}  // namespace transforms::canonical
