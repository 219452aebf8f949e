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
#include <array>
#include <set>
#include <string>
#include <vector>

namespace transforms::if_conversion {

using function::Facts;
using metadata::Forms;
using metadata::Place;
using proof::Proof;
using proof::Requirement;
using proof::Requirements;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool grants_shapes(Requirements granted) {
    return granted.has(Requirement::shape_of_each) || granted.has(Requirement::one_shape);
}

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
void add_among_scalars(const Facts& facts, const Predication& at, const Target& target, Forms& forms,
                       std::set<std::string>& keys) {
    std::vector<Place> given;
    std::vector<Node> scalars;
    for (const Node value : target.values) {
        if (!value && !target.variable) continue;
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

std::set<std::string> among_scalars(const Facts& facts, const Predication& at, Forms& forms) {
    std::set<std::string> keys;
    for (const Target& target : at.targets)
        if (!target.temporary) add_among_scalars(facts, at, target, forms, keys);
    return keys;
}

// Takes what the arms read for what is granted of it, one thing after the other, and tests that.
class Grant {
  public:
    Grant(const Facts& facts, const Predication& at, Requirements granted, Proof& proof, Forms::Known given)
        : facts_(facts), at_(at), proof_(proof), forms_(facts, at.statement, scratch_, given),
          reads_(reads_of(facts, at, forms_, nullptr, granted.has(Requirement::shape_of_each))),
          known_(std::move(given)), torch_(edit::torch_name(facts.program().names(), facts.function())) {}

    Forms::Known take(Requirements granted) {
        if (reads_.empty()) return std::move(known_);
        take_masks();
        take_floating_places();
        if (granted.has(Requirement::scalars)) take_scalars();
        if (grants_shapes(granted)) take_one_shape();
        if (granted.has(Requirement::one_dtype)) take_one_dtype();
        if (granted.has(Requirement::floating)) take_floating();
        return std::move(known_);
    }

  private:
    void take_masks() {
        for (Read& read : reads_) {
            if (!read.mask || read.form.is_bool() || !torch_) continue;
            test(proof::is_mask(read.place.text, *torch_));
            read.form.dtype = "bool";
            read.form.floating = false;
            keep(read);
        }
    }

    // What the program itself asks for costs no test.
    void take_floating_places() {
        for (const std::string& key : floating_places(facts_, at_))
            for (Read& read : reads_)
                if (read.place.key == key) read.form.floating = true, keep(read);
    }

    void take_scalars() {
        for (const std::string& key : among_scalars(facts_, at_, forms_))
            for (Read& read : reads_) {
                if (read.place.key != key || read.form.shape.empty()) continue;
                test(proof::rank_is(read.place.text, 0));
                read.form.shape.clear();
                keep(read);
            }
    }

    void take_one_shape() {
        for (Read& read : reads_) {
            const Read* lead = leading(reads_, read.shapes);
            if (!lead || read.form.shape.empty() || read.form.shape == lead->form.shape || read.column) continue;
            test(proof::same_shape(read.place.text, lead->place.text));
            read.form.shape = lead->form.shape;
            keep(read);
        }
    }

    void take_one_dtype() {
        for (Read& read : reads_) {
            const auto first = std::ranges::find_if(
                reads_, [&](const Read& each) { return each.group == read.group && has_free_dtype(each); });
            if (first == reads_.end() || !has_free_dtype(read)) continue;
            const operations::Form form = read.asked ? read.asked->form : first->form;
            if (read.form.dtype == form.dtype) continue;
            test(read.asked ? proof::dtype_is(read.place.text, read.asked->text)
                            : proof::same_dtype(read.place.text, first->place.text));
            // What it was made of may be one of those that are tested to have its dtype: `new = state * 0.9 + x * 0.1`.
            if (!read.asked) keep(*first);
            read.form.dtype = form.dtype;
            read.form.floating = form.floating;
            keep(read);
        }
    }

    void take_floating() {
        std::set<std::string> tested;
        for (Read& read : reads_) {
            if (!has_free_dtype(read) || read.form.floating) continue;
            const bool counts = read.counts && torch_;
            if (tested.insert(read.form.dtype).second)
                test(counts ? proof::dtype_is_not(read.place.text, std::string(*torch_) + ".bool")
                            : proof::is_floating(read.place.text));
            (counts ? read.form.numeric : read.form.floating) = true;
            keep(read);
        }
    }

    static bool has_free_dtype(const Read& read) { return !operations::is_whole(read.form) && !read.cast; }

    void keep(const Read& read) { known_[read.place.key] = read.form; }
    void test(proof::Guard guard) {
        proof_.test_kinds_of(scratch_);
        proof_.test(std::move(guard));
    }

    const Facts& facts_;
    const Predication& at_;
    Proof& proof_;
    Proof scratch_;  // of which nothing counts unless something is tested on it
    Forms forms_;
    std::vector<Read> reads_;
    Forms::Known known_;
    std::optional<std::string_view> torch_;
};

}  // namespace

Forms::Known grant(const Facts& facts, const Predication& at, Requirements granted, Proof& proof, Forms::Known given) {
    return Grant(facts, at, granted, proof, std::move(given)).take(granted);
}

static bool has_scalars(const Facts& facts, const Predication& at) {
    Proof scratch;
    Forms forms(facts, at.statement, scratch);
    const std::set<std::string> keys = among_scalars(facts, at, forms);
    return std::ranges::any_of(reads_of(facts, at, forms), [&](const Read& read) {
        return keys.contains(read.place.key) && !read.form.shape.empty();
    });
}

void absorb_columns(const Facts& facts, const Predication& at, Requirements granted, Forms& forms, Proof& proof) {
    if (!grants_shapes(granted)) return;
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

static bool has_factors(const Facts& facts, const Predication& at) {
    return std::ranges::any_of(reads_of(facts, at), &Read::factor);
}

void take_squares(const Facts& facts, const Predication& at, Requirements granted, Forms& forms, Proof& proof) {
    if (!granted.has(Requirement::squares)) return;
    for (const Read& read : reads_of(facts, at, forms)) {
        if (!read.factor || read.form.shape.empty()) continue;
        proof.test(proof::rank_is(read.place.text, 2));
        proof.test(proof::same_size(read.place.text, 0, read.place.text, 1));
        forms.take_for_square(read.form.shape);
    }
}

Requirements possible_requirements(const Facts& facts, const Predication& at, proof::Answer answer) {
    Requirements possible = proof::metadata;
    if (at.targets.size() == 1) possible = possible.without({Requirement::shape_of_each});
    if (!has_factors(facts, at)) possible = possible.without({Requirement::squares});
    if (!has_scalars(facts, at)) possible = possible.without({Requirement::scalars});
    if (answer == proof::Answer::test) possible = possible.without({Requirement::fit});
    return possible;
}

namespace {

struct Cost {
    Requirement one;
    int cost;
    Requirements replaces{};  // other ways to the same
};

constexpr std::array costs{
    Cost{Requirement::floating, 1},
    Cost{Requirement::one_dtype, 1},
    Cost{Requirement::shape_of_each, 1, {Requirement::one_shape, Requirement::scalars}},
    Cost{Requirement::one_shape, 1, {Requirement::shape_of_each, Requirement::scalars}},
    Cost{Requirement::squares, 4, {Requirement::scalars}},
    Cost{Requirement::scalars, 8, {Requirement::shape_of_each, Requirement::one_shape, Requirement::squares}},
    Cost{Requirement::fit, 16, {Requirement::shape_of_each, Requirement::squares, Requirement::scalars}},
};

}  // namespace

std::optional<Requirements> GuardSearch::next() {
    if (open_.empty()) return std::nullopt;
    return open_.extract(open_.begin()).mapped();
}

void GuardSearch::add(Requirements granted) {
    // Floating tensors whose shapes fit have one dtype as well, as a rule, and one guard is read for both.
    const bool fits = grants_shapes(granted) || granted.has(Requirement::squares);
    if (fits && granted.has(Requirement::floating)) granted = granted.with({Requirement::one_dtype});
    if (!seen_.insert(granted).second) return;
    int sum = 0;
    for (const Cost& each : costs)
        if (granted.has(each.one)) sum += each.cost;
    open_.emplace(sum, granted);
}

void GuardSearch::failed(Requirements granted, Requirements would_help) {
    for (const Cost& each : costs)
        if (would_help.has(each.one) && possible_.has(each.one) && !granted.has(each.one))
            add(granted.without(each.replaces).with({each.one}));
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

// Where the node stands for a tensor from outside of the condition.
static std::optional<Place> tensor_place(const Facts& facts, const Predication& at,
                                         const condition::Predicate& predicate, const Forms& forms, Node node,
                                         Proof& kinds) {
    const bool is_place = node.is(Kind::identifier) || node.is(Kind::attribute) || function::is_item(facts, node);
    auto place = is_place && !function::is_holder(facts, node) ? forms.place(node) : std::nullopt;
    const auto is_it = [&](const auto& each) { return each.first == node.text(); };
    if (!place || std::ranges::any_of(predicate.bound, is_it)) return std::nullopt;
    return Forms(facts, at.statement, kinds).of(node).is_tensor() ? place : std::nullopt;
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
