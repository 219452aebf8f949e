#include "transforms/if_conversion/prove/guard_search.h"

#include "analysis/function/dict_slot.h"
#include "analysis/operations/cast.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/if_conversion/prove/live_ins.h"
#include "transforms/metadata/callee_result.h"
#include "transforms/proof/guard.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace transforms::if_conversion {

using function::Facts;
using metadata::Forms;
using metadata::Place;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `x` of `x.dtype == torch.float16`, also where that is compared with more.
Node asked_to_be_floating(const Facts& facts, Node condition) {
    const Node left = condition.first_child(), right = left.next_sibling();
    if (right.op() != syntax::Op::equal) return {};
    const torch::Row* member = facts.member_of_tensors(left.child(Field::attribute).text());
    const values::Value dtype = facts.value(right);
    const bool is_asked = member && member->dtype == torch::Dtype::same_dtype && dtype.is(values::Kind::api) &&
                          dtype.api().row && dtype.api().row->gives == torch::Gives::constant &&
                          dtype.api().row->dtype == torch::Dtype::floating;
    return is_asked ? left.child(Field::object) : Node{};
}

// The places that conditions in front of the tensor ones, or around the statement, say to be floating; by key.
std::vector<std::string> floating_places(const Facts& facts, const Predication& at) {
    std::vector<std::string> keys;
    const auto add = [&](Node statement, Node condition) {
        const Node object = asked_to_be_floating(facts, condition);
        if (!object) return;
        Proof scratch;
        if (const auto place = Forms(facts, statement, scratch).place(object)) keys.push_back(place->key);
    };
    for (const Node each : condition::operands_of_and(at.conditions.front())) {
        if (!condition::is_fixed(facts, each)) break;
        add(at.statement, each);
    }
    for (Node block = at.statement.parent(); block.is(Kind::block); block = block.parent().parent()) {
        const auto around = syntax::as<syntax::If>(block.parent());
        if (!around || around->body() != block) break;
        for (const Node each : condition::operands_of_and(around->condition())) add(block.parent(), each);
    }
    return keys;
}

// The keys of the places that an arm gives, or leaves, as they are, and another one a tensor without dimensions. It may
// not be made of them, and nothing is known of their shapes.
std::set<std::string> among_scalars(const Facts& facts, const Predication& at, Forms& forms) {
    std::set<std::string> keys;
    for (const Target& target : at.targets) {
        std::vector<Place> given;
        std::vector<Node> scalars;
        for (const Node value : target.values) {
            if (target.temporary || (!value && !target.variable)) continue;
            const auto place = value ? forms.place(value) : forms.kept_place(*target.variable);
            const operations::Form form =
                value ? forms.of(value) : forms.of_kept(*target.variable, value_before(facts, at, target));
            if (place && form.shape == std::set{place->key}) given.push_back(*place);
            if (value && form.is_tensor() && form.shape.empty()) scalars.push_back(value);
        }
        for (const Place& each : given)
            if (!scalars.empty() && std::ranges::none_of(scalars, [&](Node one) { return mentions(one, each.text); }))
                keys.insert(each.key);
    }
    return keys;
}

}  // namespace

Forms::Known assume_setting(const Facts& facts, const Predication& at, const Setting& setting, Proof& proof,
                            Forms::Known given) {
    Proof scratch;  // of which nothing counts unless something is tested on it
    Forms forms(facts, at.statement, scratch, given);
    std::vector<Read> reads = reads_of(facts, at, forms, nullptr, setting.apart);
    Forms::Known known = std::move(given);
    if (reads.empty()) return known;
    const auto test = [&](proof::Guard guard) {
        proof.test_kinds_of(scratch);
        proof.test(std::move(guard));
    };
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    for (Read& read : reads) {
        if (!read.mask || read.form.is_bool() || !torch) continue;
        test(proof::is_mask(read.place.text, *torch));
        read.form.dtype = "bool";
        read.form.floating = false;
        known[read.place.key] = read.form;
    }
    for (const std::string& key : floating_places(facts, at))
        for (Read& read : reads)
            if (read.place.key == key) read.form.floating = true, known[key] = read.form;
    if (setting.scalars)
        for (const std::string& key : among_scalars(facts, at, forms))
            for (Read& read : reads) {
                if (read.place.key != key || read.form.shape.empty()) continue;
                test(proof::rank_is(read.place.text, 0));
                read.form.shape.clear();
                known[key] = read.form;
            }
    if (setting.shapes)
        for (Read& read : reads) {
            const Read* lead = leading(reads, read.shapes);
            if (!lead || read.form.shape.empty() || read.form.shape == lead->form.shape || read.column) continue;
            test(proof::same_shape(read.place.text, lead->place.text));
            read.form.shape = lead->form.shape;
            known[read.place.key] = read.form;
        }
    if (setting.dtypes)
        for (Read& read : reads) {
            const auto first = std::ranges::find_if(reads, [&](const Read& each) {
                return each.group == read.group && !operations::is_whole(each.form) && !each.cast;
            });
            if (first == reads.end()) continue;
            const operations::Form form = read.asked ? read.asked->form : first->form;
            if (operations::is_whole(read.form) || read.cast || read.form.dtype == form.dtype) continue;
            test(read.asked ? proof::dtype_is(read.place.text, read.asked->text)
                            : proof::same_dtype(read.place.text, first->place.text));
            // What it was made of may be one of those that are tested to have its dtype: `new = state * 0.9 + x * 0.1`.
            if (!read.asked) known[first->place.key] = first->form;
            read.form.dtype = form.dtype;
            read.form.floating = form.floating;
            known[read.place.key] = read.form;
        }
    std::vector<std::string> tested;
    if (setting.floating)
        for (Read& read : reads) {
            if (operations::is_whole(read.form) || read.cast || read.form.floating) continue;
            const bool counts = read.counts && torch;
            if (std::ranges::find(tested, read.form.dtype) == tested.end())
                test(counts ? proof::dtype_is_not(read.place.text, std::string(*torch) + ".bool")
                            : proof::is_floating(read.place.text));
            tested.push_back(read.form.dtype);
            counts ? read.form.numeric = true : read.form.floating = true;
            known[read.place.key] = read.form;
        }
    return known;
}

bool has_scalars(const Facts& facts, const Predication& at) {
    Proof scratch;
    Forms forms(facts, at.statement, scratch);
    const std::set<std::string> keys = among_scalars(facts, at, forms);
    return std::ranges::any_of(reads_of(facts, at, forms), [&](const Read& read) {
        return keys.contains(read.place.key) && !read.form.shape.empty();
    });
}

void absorb_columns(const Facts& facts, const Predication& at, const Setting& setting, Forms& forms, Proof& proof) {
    if (!setting.shapes) return;
    const std::vector<Read> reads = reads_of(facts, at, forms);
    for (const Read& read : reads) {
        const Read* lead = leading(reads, read.shapes);
        if (!lead || !read.column || read.form.shape.size() != 1) continue;
        proof.test(proof::same_shape(read.place.text, lead->place.text, "[:-1]"));
        // A column of no dimensions has one, and `()[:-1]` is `()`.
        proof.test(read.list ? proof::rank_is(read.place.text, 1) : proof::rank_above(lead->place.text, 0));
        forms.absorb("(" + *read.form.shape.begin() + ",1)", lead->form.shape);
    }
}

bool has_factors(const Facts& facts, const Predication& at) {
    return std::ranges::any_of(reads_of(facts, at), &Read::factor);
}

void take_squares(const Facts& facts, const Predication& at, const Setting& setting, Forms& forms, Proof& proof) {
    if (!setting.squares) return;
    for (const Read& read : reads_of(facts, at, forms)) {
        if (!read.factor || read.form.shape.empty()) continue;
        proof.test(proof::rank_is(read.place.text, 2));
        proof.test(proof::same_size(read.place.text, 0, read.place.text, 1));
        forms.take_for_square(read.form.shape);
    }
}

std::optional<Place> tensor_of_arms(const Facts& facts, const Predication& at, const Target& target) {
    for (const Read& read : reads_of(facts, at, &target))
        if (!read.form.shape.empty()) return read.place;
    return std::nullopt;
}

// `helper(x)`, `x.to(...)`: where the places in it are, says nothing of the result.
static bool may_move(const Facts& facts, Node tensor) {
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
            const bool is_place =
                node.is(Kind::identifier) || node.is(Kind::attribute) || function::is_item(facts, node);
            const auto place = is_place && !function::is_holder(facts, node) ? forms.place(node) : std::nullopt;
            const auto is_it = [&](const auto& each) { return each.first == node.text(); };
            if (!place || std::ranges::any_of(predicate.bound, is_it)) continue;
            Proof kinds;
            if (!Forms(facts, at.statement, kinds).of(node).is_tensor()) continue;
            proof.test_kinds_of(kinds);
            if (place->key != lead.key) proof.test(proof::same_device(place->text, lead.text));
            found = true;
        }
    }
    return found;
}

}  // namespace transforms::if_conversion
