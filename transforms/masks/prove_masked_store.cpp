#include "transforms/masks/prove_masked_store.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/layout_queries.h"
#include "analysis/effects/provenance.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/syntax/handlers.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace transforms::masks {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// What an operation kept of the tensor for its backward would be written to.
bool may_be_saved(const function::Facts& facts, const Write& write) {
    const auto is_saved = [&](Node read) {
        return read.child(Field::value).text() == write.tensor().text() && effects::is_saved(facts, read);
    };
    return (write.op != Op::none && is_saved(write.place)) || std::ranges::any_of(write.reads, is_saved);
}

// The tensor that is written to, and those that are read under the mask, each once.
std::vector<Node> tensors_of(const Write& write) {
    std::vector<Node> tensors{write.tensor()};
    for (const Node read : write.reads) {
        const Node tensor = read.child(Field::value);
        if (std::ranges::find(tensors, tensor.text(), &Node::text) == tensors.end()) tensors.push_back(tensor);
    }
    return tensors;
}

// `dtypes` and `floating` as in Fitting.
ProvenWrite attempt(const function::Facts& facts, Write& write, std::string_view torch, bool rebinds,
                    proof::Answer answer, bool dtypes, bool floating) {
    ProvenWrite proven{.proof = proof::Proof(answer)};
    proof::Proof& proof = proven.proof;
    write.reads.clear();
    write.rows.clear();
    {
        proof::Proof scratch;
        metadata::Forms forms(facts, write.statement, scratch);
        read_value(facts, write.value, write, forms, proof);
    }
    if (proof.refused()) return proven;
    std::vector<Node> tensors = tensors_of(write);
    const bool is_of_rows =
        !write.rows.empty() ||
        (answer == proof::Answer::assume && has_one_less(facts, write.mask(), write.statement, write.tensor().text()));
    const Fitted fitted = Fitting{.facts = facts,
                                  .statement = write.statement,
                                  .torch = torch,
                                  .allowed = is_of_rows ? Fitting::Mask::rows : Fitting::Mask::first,
                                  .dtypes = dtypes,
                                  .floating = floating}
                              .fit(write.mask(), tensors, proof);
    proven.mask = fitted.mask;
    fit_rows(facts, write, fitted, torch, proof);
    metadata::Forms forms(facts, write.statement, proof, fitted.known);
    for (const Node read : write.reads) {
        const Node tensor = read.child(Field::value);
        const bool is_fitted = dtypes && !forms.place(tensor);  // an expression, of which `fitted` knows nothing
        forms.bind(std::string(read.text()), is_fitted ? write.tensor() : tensor);
    }
    for (const Node row : write.rows) forms.bind(std::string(row.text()), write.tensor());
    forms.bind(std::string(write.place.text()), write.tensor());
    speculation::Speculation speculation(facts, write.statement, forms, proof);
    if (proof.refused()) return proven;
    speculation.check(write.mask());
    if (write.op == Op::none)
        speculation.check(write.value);
    else
        speculation.check_operator(write.place.parent(), write.place, write.op, write.value);
    if (proof.refused()) return proven;
    const operations::Form before = forms.of(write.tensor());
    const operations::Form after =
        write.op == Op::none ? forms.of(write.value) : forms.combined(before, forms.of(write.value), write.op);
    if (after.dtype != before.dtype)
        proof.refuse(edit::quoted(write.value) + " may have another dtype than `" + std::string(write.tensor().text()) +
                     "`");
    const bool updates = !rebinds && !facts.without_gradients();
    const bool writes_to_leaf = updates && may_be_leaf(facts, write.tensor()),
               // `h[m] = h[m] * z[m]` keeps a part of z, and the new code z itself.
        spoils = !facts.without_gradients() && effects::spoiled_behind(facts, write.value, write.statement),
               writes_to_saved = spoils || (updates && may_be_saved(facts, write));
    if (proof.refused() || (!writes_to_leaf && !writes_to_saved && !speculation.spoils_gradients())) return proven;
    if (answer == proof::Answer::assume) {
        if (writes_to_saved) proof.refuse(edit::quoted(write.tensor()) + " is kept for a gradient");
        if (writes_to_leaf)
            proof.assume(edit::quoted(write.tensor()) + " is no leaf that wants a gradient", "it may be one");
        proven.spoils_gradients = speculation.spoils_gradients();
        return proven;
    }
    tensors.insert(tensors.end(), write.rows.begin(), write.rows.end());
    std::vector<std::string> wanting;
    for (const Node each : tensors)
        if (!effects::roots_of(facts, each, write.statement).differentiable.empty()) wanting.emplace_back(each.text());
    if (!wanting.empty()) proof.test(proof::want_no_gradient(wanting));
    return proven;
}

}  // namespace

ProvenWrite prove_write(const function::Facts& facts, Write& write, std::string_view torch, bool rebinds,
                        proof::Answer answer) {
    std::optional<ProvenWrite> first;
    for (const auto& [dtypes, floating] : {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
        ProvenWrite proven = attempt(facts, write, torch, rebinds, answer, dtypes, floating);
        if (!proven.proof.refused()) return proven;
        if (!first) first = std::move(proven);
    }
    return *first;
}

bool may_rebind(const function::Facts& facts, const names::Binding& variable, Node statement) {
    const auto definition = facts.definition(variable, statement);
    // In a `with torch.no_grad():` a new tensor is without the gradient that an old one keeps.
    return effects::is_unshared(facts, variable, statement) && definition &&
           with_around(definition->value) == with_around(statement) &&
           !effects::saved_with(facts, variable, statement, statement.index()) &&
           !effects::layout_is_asked_for(facts, statement, variable.text);
}

// The error is one of the tensor, and now of a view of it.
bool may_be_leaf(const function::Facts& facts, Node tensor) {
    const values::Origin origin = facts.value(tensor).origin;
    return origin != values::Origin::fresh && origin != values::Origin::view;
}

std::optional<std::string> unfit_to_write(const function::Facts& facts, Node branch, std::string_view mask,
                                          Node tensor) {
    const names::Binding& variable = *facts.variable(tensor);
    if (tensor.text() == mask) return edit::quoted(tensor) + " is the mask";
    if (!facts.must_defined().before(branch, variable.text)) return edit::quoted(tensor) + " may not be assigned yet";
    const auto definition = facts.definition(variable, branch);
    if (definition && with_around(definition->value) != with_around(branch))
        return "a `with` around it may see the difference";
    return std::nullopt;
}

bool is_watched(const function::Facts& facts, Node statement) {
    return syntax::may_be_caught(statement) || facts.shows_all_variables() || facts.reshapes_in_place();
}

}  // namespace transforms::masks
