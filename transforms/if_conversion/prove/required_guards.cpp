#include "transforms/if_conversion/prove/required_guards.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/static_conjuncts.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/if_conversion/prove/live_ins.h"
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
using proof::Requirement;
using proof::Requirements;
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
        if (granted.meets(proof::alike_shapes)) take_one_shape();
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
    if (!granted.meets(proof::alike_shapes)) return;
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

}  // namespace transforms::if_conversion
