#include "transforms/outlining/gradient_function.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/grad_history.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/outlining/gradient_text.h"
#include "transforms/outlining/outer_writes.h"

#include <algorithm>

namespace transforms::outlining {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool reads_region(const Facts& facts, const GradientSite& site, Node expression) {
    return std::ranges::any_of(subtree(expression), [&](Node part) {
        const names::Binding* variable = part.is(Kind::identifier) ? facts.variable(part) : nullptr;
        return variable && site.region && is_bound_in(*variable, *site.region);
    });
}

class GradientProof {
  public:
    GradientProof(const Facts& facts, const GradientSite& site, std::string torch)
        : facts_(facts), site_(site), torch_(std::move(torch)) {}

    [[nodiscard]] Proposal proposal();

  private:
    void assume_history();
    void assume_calls();
    void assume_results();
    [[nodiscard]] std::string asked();

    const Facts& facts_;
    const GradientSite& site_;
    std::string torch_;
    std::vector<std::string> assumed_{};
    std::string problem_{};
};

// `hessian_of(forces, positions)`: a function of the file that is handed the input, and asks for gradients itself.
bool asks_again(const Facts& facts, Node use) {
    Node call = use.parent();
    while (call && !call.is(Kind::call) && !syntax::is_statement(call.kind())) call = call.parent();
    if (!call.is(Kind::call)) return false;
    const auto asks = [&](const values::Activation* each) {
        const Node callee = each->scope ? each->scope->owner : Node{};
        if (!callee || callee.tree() != facts.function().tree()) return false;
        const Facts& there = facts.all().of(callee);
        return std::ranges::any_of(subtree(callee), [&](Node node) {
            const torch::Row* row = node.is(Kind::call) ? there.row_of(node) : nullptr;
            return row && row->role == torch::Role::asks_gradients;
        });
    };
    return std::ranges::any_of(facts.program().calls().at(call), asks);
}

// A tensor is a leaf for others as well, unless it is new and nobody else gets what was made of it.
void GradientProof::assume_history() {
    for (const Input& input : site_.inputs) {
        const auto is_behind = [&](Node use) {
            return use.index() >= site_.call.end_index() &&
                   std::ranges::find(site_.grads, use.parent()) == site_.grads.end();
        };
        for (const Node use : facts_.uses_of(*input.variable))
            if (use.index() >= site_.call.end_index() && asks_again(facts_, use))
                problem_ = quoted(use.parent().parent()) + " asks for gradients as well";
        const bool is_seen = !site_.results.empty() || std::ranges::any_of(facts_.uses_of(*input.variable), is_behind);
        if (!input.is_new || is_seen)
            assumed_.push_back("no other gradient is asked for in `" + std::string(input.variable->text) + "`");
    }
    if (site_.keeps_history && !site_.keeps_history.is(Kind::true_))
        assumed_.push_back("nobody minds that the gradient keeps its history");
}

// `torch.func` raises an error where a tensor from outside, as the buffer of a module, is written to.
void GradientProof::assume_calls() {
    OuterWrites writes(facts_.all());
    const Node first = site_.region ? site_.region->first : site_.statement;
    for (Node at = first; at != site_.statement; at = at.next_sibling()) writes.look(facts_, at);
    writes.look(facts_, site_.of);
    if (writes.store) problem_ = quoted(writes.store) + " writes to what is there outside of the function";
    const std::string verb = writes.open.size() == 1 ? " writes" : " write";
    if (!writes.open.empty()) assumed_.push_back(edit::joined(writes.open, " and ") + verb + " to no buffer");
}

// What the function returns: a tensor without dimensions.
std::string GradientProof::asked() {
    const std::string of = edit::grouped(site_.of);
    if (!site_.weights) {
        const values::Value value = facts_.value(site_.of);
        const torch::Row* row = site_.of.is(Kind::call) ? facts_.row_of(site_.of) : nullptr;
        const bool sums = row && site_.of.child(Field::arguments).children().empty() &&
                          (row->name.ends_with(".sum") || row->name.ends_with(".mean"));
        if (value.rank != 0 && !sums) assumed_.push_back(quoted(site_.of) + " has no dimensions");
        return std::string(site_.of.text());
    }
    const torch::Row* row = site_.weights.is(Kind::call) ? facts_.row_of(site_.weights) : nullptr;
    const Node like = row && row->name.ends_with(".ones_like") ? syntax::Call{site_.weights}.only_argument() : Node{};
    if (like && like.text() == site_.of.text()) return of + ".sum()";
    const bool varies = reads_region(facts_, site_, site_.weights) && !effects::is_detached(facts_, site_.weights);
    if (varies && site_.keeps_history) problem_ = quoted(site_.weights) + " depends on what gradients are asked for";
    return "(" + of + " * " + edit::grouped(site_.weights) + (varies ? ".detach()" : "") + ").sum()";
}

// `torch.func` hands out tensors, and nothing else.
void GradientProof::assume_results() {
    for (const names::Binding* each : site_.results)
        for (const Node use : facts_.uses_of(*each)) {
            const values::Value value = facts_.value(use);
            if (use.index() < site_.call.index() || effects::binds(*each, use) || value.is_tensor()) continue;
            if (!value.is(values::Kind::unknown)) problem_ = quoted(use) + " is no tensor";
            const std::string is_one = "`" + std::string(each->text) + "` is a tensor";
            if (std::ranges::find(assumed_, is_one) == assumed_.end()) assumed_.push_back(is_one);
        }
}

Proposal GradientProof::proposal() {
    assume_results();
    assumed_.emplace_back("the last digits do not matter");  // `torch.func` takes some operations apart
    assume_history();
    assume_calls();
    auto made = GradientText(facts_, site_, torch_, asked()).edits();
    if (!problem_.empty()) return declined(problem_);
    if (!made || !edit::well_formed(*made)) return declined("a statement shares its line with another one");
    Fix fix{.rewrite = "func-grad",
            .title = "compute the gradient by `" + torch_ + ".func.grad`",
            .safety = assumed_.size() > max_assumptions ? Safety::suggestion : Safety::unsafe,
            .assumes = proof::listed(assumed_),
            .edits = std::move(*made)};
    fix.title += " (assumes that " + fix.assumes + ")";
    return offered(std::move(fix));
}

struct Sites {
    std::vector<ReadSite> all{};
};

bool is_about(const ReadSite& read, Node statement) {
    return read.site.statement == statement ||
           std::ranges::any_of(read.site.leaves, [&](const Leaf& each) { return each.statement == statement; });
}

}  // namespace

Proposal propose_gradient_function(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const Sites& sites =
        study.once<Sites>(facts.function(), [&] { return Sites{gradient_sites(study.analysis(), facts)}; });
    const Node statement = syntax::statement_of(operand);
    const auto found = std::ranges::find_if(sites.all, [&](const ReadSite& each) { return is_about(each, statement); });
    if (found == sites.all.end()) return {};
    if (!found->problem.empty()) return declined(found->problem);
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    return GradientProof(facts, found->site, std::string(*torch)).proposal();
}

}  // namespace transforms::outlining
