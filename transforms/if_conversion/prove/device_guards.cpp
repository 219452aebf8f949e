#include "transforms/if_conversion/prove/device_guards.h"

#include "analysis/function/dict_slot.h"
#include "analysis/operations/cast.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/if_conversion/prove/live_ins.h"
#include "transforms/metadata/callee_result.h"

#include <algorithm>

namespace transforms::if_conversion {

using function::Facts;
using metadata::Forms;
using metadata::Place;
using proof::Proof;
using syntax::Kind;
using syntax::Node;

std::optional<Place> tensor_of_arms(const Facts& facts, const Predication& at, const Target& target) {
    for (const Read& read : reads_of(facts, at, &target))
        if (!read.form.shape.empty()) return read.place;
    return std::nullopt;
}

namespace {

// `helper(x)`, `x.to(...)`: where the places in it are, says nothing of the result.
bool may_move(const Facts& facts, Node tensor) {
    for (const Node node : subtree(tensor)) {
        if (!node.is(Kind::call) || facts.row_of_module(node)) continue;
        const torch::Row* row = facts.row_of(node);
        const values::Value value = facts.value(node);
        const bool unknown =
            !row && (value.is_tensor() || value.is(values::Kind::unknown)) && !metadata::scalar_of(facts, node);
        const auto cast = row && row->dtype == torch::Dtype::cast ? operations::cast_of(facts, node) : std::nullopt;
        const bool moves = row && (row->traits.moves || (row->dtype == torch::Dtype::cast && (!cast || cast->moves)));
        if (unknown || moves) return true;
    }
    return false;
}

// Where the node stands for a tensor from outside of the condition.
std::optional<Place> tensor_place(const Facts& facts, const Predication& at, const condition::Predicate& predicate,
                                  const Forms& forms, Node node, Proof& kinds) {
    const bool is_place = node.is(Kind::identifier) || node.is(Kind::attribute) || function::is_item(facts, node);
    auto place = is_place && !function::is_holder(facts, node) ? forms.place(node) : std::nullopt;
    const auto is_it = [&](const auto& each) { return each.first == node.text(); };
    if (!place || std::ranges::any_of(predicate.bound, is_it)) return std::nullopt;
    return Forms(facts, at.statement, kinds).of(node).is_tensor() ? place : std::nullopt;
}

}  // namespace

bool test_device(const Facts& facts, const Predication& at, const Place& lead, const condition::Predicate& predicate,
                 const Forms& forms, Proof& proof) {
    bool found = static_cast<bool>(predicate.hoisted);
    if (found) proof.test(proof::same_device(predicate.hoisted->name, lead.text));
    const auto is_hoisted = [&](Node node) { return predicate.hoisted && node == predicate.hoisted->node; };
    const auto moves = [&](Node each) { return !is_hoisted(each) && may_move(facts, each); };
    if (std::ranges::any_of(predicate.tensors, moves)) return false;
    for (const Node tensor : predicate.tensors) {
        if (is_hoisted(tensor)) continue;
        if (const auto list = forms.place(tensor); list && predicate.is_list(tensor)) {
            proof.test(proof::same_device(list->text + "[0]", lead.text));  // as all of them
            found = true;
            continue;
        }
        for (const Node node : subtree(tensor)) {
            Proof kinds;
            const auto place = tensor_place(facts, at, predicate, forms, node, kinds);
            if (!place) continue;
            proof.test_kinds_of(kinds);
            if (place->key != lead.key) proof.test(proof::same_device(place->text, lead.text));
            found = true;
        }
    }
    return found;
}

}  // namespace transforms::if_conversion
