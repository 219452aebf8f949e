#include "analysis/flow/must_defined.h"

#include "analysis/flow/fixpoint.h"

#include <algorithm>

namespace flow {

namespace {

void apply(SlotSet& defined, std::span<const Use> uses) {
    for (const Use& use : uses) {
        if (use.form == Use::Form::bind) defined.insert(use.slot);
        if (use.form == Use::Form::unbind) defined.erase(use.slot);
    }
}

// Whether a nested scope deletes it, at any time.
bool is_deleted_inside(const names::Scope& scope, std::uint32_t slot) {
    return std::ranges::any_of(scope.bindings[slot].occurrences, [&](const names::Occurrence& occurrence) {
        return occurrence.kind == names::BindingKind::delete_ && occurrence.scope != &scope;
    });
}

struct Definitions {
    using State = SlotSet;

    const Graph& graph;
    const Uses& uses;

    [[nodiscard]] State entry() const {
        const auto bindings = uses.scope().bindings;
        SlotSet parameters(bindings.size());
        for (std::uint32_t slot = 0; slot < bindings.size(); ++slot) {
            if (bindings[slot].occurrences.front().kind == names::BindingKind::parameter) parameters.insert(slot);
        }
        return parameters;
    }
    bool transfer(State& defined, const Element& element) const {
        apply(defined, uses.of(static_cast<std::uint32_t>(&element - graph.all_elements.data())));
        return true;
    }
    static bool branch(State&, const Element&, bool) { return true; }
    static bool join(State& into, const State& from) { return into.intersect(from); }
    static bool widen(State& into, const State& from) { return into.intersect(from); }
    static bool cancelled() { return false; }
};

}  // namespace

MustDefined::MustDefined(const Graph& graph, const names::Module& names) : graph_(graph), uses_(graph, names) {
    Definitions domain{graph, uses_};
    entries_ = solve(graph, domain).entries;
}

bool MustDefined::before(syntax::Node statement, std::string_view name) const {
    const auto slot = uses_.slot(name);
    const auto element = graph_.first_element_of(statement);
    if (!slot || !element) return false;
    const BlockId block = graph_.block_of(*element);
    if (!entries_[block.index] || is_deleted_inside(uses_.scope(), *slot)) return false;
    SlotSet defined = *entries_[block.index];
    for (std::uint32_t i = graph_[block].elements_begin; i < *element; ++i) apply(defined, uses_.of(i));
    return defined.contains(*slot);
}

}  // namespace flow
