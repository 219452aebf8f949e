#include "transforms/settings.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/column.h"
#include "transforms/item.h"
#include "transforms/torch_name.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

struct Read {
    Place place;
    Form form;
    bool column = false;  // only read as `mask[..., None]`
    bool list = false;    // or as `mask[:, None]`: it has one dimension
    bool mask = false;    // has to be a bool tensor
};

constexpr std::string_view bool_dtype = ".bool";

// The column that the node is a part of, or none.
std::optional<Column> column_around(const Facts& facts, Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent())
        if (const auto column = column_of(facts, node)) return column;
    return std::nullopt;
}

// `~mask`, `mask[:, None]`
Node whole_mask(const Facts& facts, Node node) {
    while (node.parent().is(Kind::unary_operator)) node = node.parent();
    for (Node up = node.parent(); up && !syntax::is_statement(up.kind()); up = up.parent())
        if (const auto column = column_of(facts, up); column && column->of == node) return up;
    return node;
}

// `x` in `x.dtype`, `x.clamp(...)`: the first only asks about it.
bool is_asked_about(const Facts& facts, Node node) {
    const Node parent = node.parent();
    if (node.field() != Field::object) return false;
    return parent.field() != Field::function && !facts.value(parent).is_tensor();
}

// What an arm leaves as it is.
void add_kept(const Facts& facts, const Predication& at, const Target& target, Forms& forms, std::vector<Read>& reads) {
    if (target.temporary || !target.variable ||
        std::ranges::all_of(target.values, [](Node value) { return bool(value); }))
        return;
    const Place place = forms.kept_place(*target.variable);
    const Form form = forms.of_kept(*target.variable, value_before(facts, at, target));
    if (form.is_tensor() &&
        std::ranges::find(reads, place.key, [](const Read& each) { return each.place.key; }) == reads.end())
        reads.push_back({.place = place, .form = form});
}

// The tensors that the arms take from outside, each once; first the one that an arm leaves as it is. Those for one
// target, if it is given.
std::vector<Read> reads_of(const Facts& facts, const Predication& at, Forms& forms, const Target* only = nullptr) {
    std::vector<Read> reads;
    const auto add = [&](Node node) {
        const auto place = forms.place(node);
        if (!place || is_asked_about(facts, node)) return;
        const Form form = forms.of(node);
        const auto known = std::ranges::find(reads, place->key, [](const Read& each) { return each.place.key; });
        const auto column = column_around(facts, node);
        const bool mask = is_mask(facts, whole_mask(facts, node)), list = column && column->of_list;
        if (known != reads.end()) {
            known->column = known->column && column;
            known->list = known->list || list;
            known->mask = known->mask || mask;
        } else if (form.is_tensor()) {
            reads.push_back({.place = *place, .form = form, .column = column.has_value(), .list = list, .mask = mask});
        }
    };
    for (std::size_t arm = 0; arm < at.arms(); ++arm) {
        std::vector<std::string> assigned;
        for (std::size_t k = 0; k < at.targets.size(); ++k) {
            const Target& target = at.targets[k];
            const bool left_out = (target.alike && target.text.empty()) || (only && only != &target);
            const Node value = left_out ? Node{} : target.values[arm];
            for (std::uint32_t i = value ? value.index() : 0; value && i < value.end_index(); ++i) {
                const Node node = value.tree()->node(i);
                if (!node.is(Kind::identifier) && !node.is(Kind::attribute) && !is_item(facts, node)) continue;
                if (node.is(Kind::identifier) && (!facts.variable(node) || is_holder(facts, node))) continue;
                if (std::ranges::find(assigned, node.text()) == assigned.end()) add(node);
            }
            for (const Target& each : assigned_behind(at.targets, k))
                if (each.values[arm]) assigned.push_back(each.text);
        }
    }
    for (const Target& target : at.targets)
        if (!only || only == &target) add_kept(facts, at, target, forms, reads);
    const auto is_kept = [&](const Read& read) {
        return std::ranges::any_of(at.targets, [&](const Target& target) {
            const bool all = std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); });
            return target.text == read.place.text && !all;
        });
    };
    std::ranges::stable_partition(reads, is_kept);
    return reads;
}

bool is_whole(const Form& form) { return form.dtype == "bool" || form.dtype == "int64"; }

const Read* leading(const std::vector<Read>& reads) {
    const auto leads = [](const Read& each) { return !each.form.shape.empty() && !each.column; };
    auto found = std::ranges::find_if(reads, [&](const Read& each) { return leads(each) && !each.form.is_bool(); });
    if (found == reads.end()) found = std::ranges::find_if(reads, leads);
    return found == reads.end() ? nullptr : &*found;
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
    for (const Node each : operands_of_and(at.conditions.front())) {
        if (!is_fixed(facts, each)) break;
        add(at.statement, each);
    }
    for (Node block = at.statement.parent(); block.is(Kind::block); block = block.parent().parent()) {
        const auto around = syntax::as<syntax::If>(block.parent());
        if (!around || around->body() != block) break;
        for (const Node each : operands_of_and(around->condition())) add(block.parent(), each);
    }
    return keys;
}

}  // namespace

Forms::Known assume_setting(const Facts& facts, const Predication& at, const Setting& setting, Proof& proof,
                            Forms::Known given) {
    Proof scratch;  // of which nothing counts unless something is tested on it
    Forms forms(facts, at.statement, scratch, given);
    std::vector<Read> reads = reads_of(facts, at, forms);
    Forms::Known known = std::move(given);
    if (reads.empty()) return known;
    const auto test = [&](std::string condition) {
        proof.test_kinds_of(scratch);
        proof.test(std::move(condition));
    };
    const auto torch = torch_name(facts.program(), facts.function());
    for (Read& read : reads) {
        if (!read.mask || read.form.is_bool() || !torch) continue;
        test(read.place.text + ".dtype == " + std::string(*torch) + std::string(bool_dtype));
        read.form.dtype = "bool";
        read.form.floating = false;
        known[read.place.key] = read.form;
    }
    for (const std::string& key : floating_places(facts, at))
        for (Read& read : reads)
            if (read.place.key == key) read.form.floating = true, known[key] = read.form;
    const Read* lead = leading(reads);
    if (setting.shapes && lead)
        for (Read& read : reads) {
            if (read.form.shape.empty() || read.form.shape == lead->form.shape || read.column) continue;
            test(read.place.text + ".shape == " + lead->place.text + ".shape");
            read.form.shape = lead->form.shape;
            known[read.place.key] = read.form;
        }
    const auto first = std::ranges::find_if_not(reads, is_whole, &Read::form);
    if (first == reads.end()) return known;
    if (setting.dtypes)
        for (Read& read : reads) {
            if (is_whole(read.form) || read.form.dtype == first->form.dtype) continue;
            test(read.place.text + ".dtype == " + first->place.text + ".dtype");
            read.form.dtype = first->form.dtype;
            read.form.floating = first->form.floating;
            known[read.place.key] = read.form;
        }
    std::vector<std::string> tested;
    if (setting.floating)
        for (Read& read : reads) {
            if (is_whole(read.form) || read.form.floating) continue;
            if (std::ranges::find(tested, read.form.dtype) == tested.end())
                test(read.place.text + ".is_floating_point()");
            tested.push_back(read.form.dtype);
            read.form.floating = true;
            known[read.place.key] = read.form;
        }
    return known;
}

void absorb_columns(const Facts& facts, const Predication& at, const Setting& setting, Forms& forms, Proof& proof) {
    if (!setting.shapes) return;
    const std::vector<Read> reads = reads_of(facts, at, forms);
    const Read* lead = leading(reads);
    if (!lead) return;
    for (const Read& read : reads) {
        if (!read.column || read.form.shape.size() != 1) continue;
        proof.test(read.place.text + ".shape == " + lead->place.text + ".shape[:-1]");
        // A column of no dimensions has one, and `()[:-1]` is `()`.
        proof.test(read.list ? read.place.text + ".dim() == 1" : lead->place.text + ".dim() > 0");
        forms.absorb("(" + *read.form.shape.begin() + ",1)", lead->form.shape);
    }
}

std::optional<Place> tensor_of_arms(const Facts& facts, const Predication& at, const Target& target) {
    Proof scratch;
    Forms forms(facts, at.statement, scratch);
    for (const Read& read : reads_of(facts, at, forms, &target))
        if (!read.form.shape.empty()) return read.place;
    return std::nullopt;
}

bool test_device(const Facts& facts, const Predication& at, const Place& lead, const Predicate& predicate,
                 const Forms& forms, Proof& proof) {
    bool found = false;
    for (const Node tensor : predicate.tensors) {
        if (const auto list = forms.place(tensor); list && predicate.is_list(tensor)) {
            proof.test(list->text + "[0].device == " + lead.text + ".device");  // as all of them
            found = true;
            continue;
        }
        for (std::uint32_t i = tensor.index(); i < tensor.end_index(); ++i) {
            const Node node = tensor.tree()->node(i);
            const bool is_place = node.is(Kind::identifier) || node.is(Kind::attribute) || is_item(facts, node);
            const auto place = is_place && !is_holder(facts, node) ? forms.place(node) : std::nullopt;
            const auto is_it = [&](const auto& each) { return each.first == node.text(); };
            if (!place || std::ranges::any_of(predicate.bound, is_it)) continue;
            Proof kinds;
            if (!Forms(facts, at.statement, kinds).of(node).is_tensor()) continue;
            proof.test_kinds_of(kinds);
            if (place->key != lead.key) proof.test(place->text + ".device == " + lead.text + ".device");
            found = true;
        }
    }
    return found;
}

}  // namespace transforms
