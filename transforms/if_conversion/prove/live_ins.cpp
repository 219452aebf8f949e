#include "transforms/if_conversion/prove/live_ins.h"

#include "analysis/function/dict_slot.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/operations/cast.h"
#include "analysis/operations/matmul.h"
#include "analysis/operations/shape_query.h"
#include "analysis/operations/trailing_unsqueeze.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/emitted_names.h"

#include <algorithm>
#include <array>
#include <map>

namespace transforms::if_conversion {

using function::Facts;
using metadata::Forms;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// What is read for one target, or for another one that reads that.
class Groups {
  public:
    void join(const std::string& one, const std::string& other) { leads_[lead(one)] = lead(other); }

    [[nodiscard]] std::string lead(const std::string& name) const {
        const auto found = leads_.find(name);
        return found == leads_.end() || found->second == name ? name : lead(found->second);
    }

  private:
    std::map<std::string, std::string> leads_;
};

// The column that the node is a part of, or none.
std::optional<operations::Column> column_around(const Facts& facts, Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent())
        if (const auto column = operations::column_of(facts, node)) return column;
    return std::nullopt;
}

// `~mask`, `mask[:, None]`
Node whole_mask(const Facts& facts, Node node) {
    while (node.parent().is(Kind::unary_operator)) node = node.parent();
    for (Node up = node.parent(); up && !syntax::is_statement(up.kind()); up = up.parent())
        if (const auto column = operations::column_of(facts, up); column && column->of == node) return up;
    return node;
}

// `x` in `x.dtype`, `x.clamp(...)`: the first only asks about it.
bool is_asked_about(const Facts& facts, Node node) {
    const Node parent = node.parent();
    const Node call = parent.parent();  // `x.size(0)`, `len(x)`
    if (call.is(Kind::call) && (operations::size_of(facts, call) || operations::asked_for_shape(facts, call)))
        return true;
    if (node.field() != Field::object) return false;
    return parent.field() != Field::function && !facts.value(parent).is_tensor();
}

// `extra` of `keep & extra`, where keep is a mask for certain.
bool is_beside_mask(const Facts& facts, Node node) {
    const Node operation = node.parent();
    const bool has_sides = operation.is(Kind::binary_operator) || operation.is(Kind::augmented_assignment);
    const Op op = has_sides ? operator_of(operation) : Op::none;
    const Node left = operation.child(Field::left), other = left == node ? operation.child(Field::right) : left;
    return (op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor) &&
           facts.value(other).dtype == torch::Dtype::boolean;
}

// `x` of `x.float()`
bool is_cast(const Facts& facts, Node node) {
    const Node call = node.parent().parent();
    const auto cast = call.is(Kind::call) ? operations::cast_of(facts, call) : std::nullopt;
    return cast && (cast->of == node || cast->like == node);
}

// `n.clone()`, `torch.zeros_like(n)`, and nothing that needs floats: no softmax.
bool keeps_dtype(const torch::Row& row) {
    return row.shape == torch::Shape::same && (row.traits.pointwise || row.traits.cuts) &&
           (row.dtype == torch::Dtype::same_dtype || row.dtype == torch::Dtype::unknown);
}

// Whole numbers remain such: of `2 * n + 1`, `torch.zeros_like(n)`.
bool keeps_whole(const Facts& facts, Forms& forms, Node value, const std::vector<std::string>& assigned) {
    constexpr std::array kinds{Kind::integer, Kind::parenthesized_expression, Kind::argument_list,
                               Kind::keyword_argument, Kind::unary_operator};
    for (const Node node : subtree(value)) {
        if (std::ranges::find(kinds, node.kind()) != kinds.end()) continue;
        if (std::ranges::find(assigned, node.text()) != assigned.end()) continue;
        if (node.is(Kind::identifier) || node.is(Kind::attribute)) {
            if (forms.of(node).is_number()) return false;
            continue;
        }
        if (node.is(Kind::binary_operator) || node.is(Kind::augmented_assignment)) {
            const Op op = operator_of(node);
            if (op == Op::add || op == Op::sub || op == Op::mul) continue;
        }
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        const torch::Row* pure = row && row->traits.in_place ? facts.pure_twin(node) : row;
        const auto made = row ? operations::arithmetic_of(node, pure) : std::nullopt;
        const bool is_division = made && made->op == Op::div;
        if (!row || is_division || (!made && !keeps_dtype(*row))) return false;
    }
    return true;
}

bool has_whole(Node value) {
    for (const Node node : subtree(value))
        if (node.is(Kind::integer)) return true;
    return false;
}

// `steps` of `torch.where(steps > 3, a, b)`: its dtype says nothing about that of a and b.
bool is_compared(Node node, Node value) {
    for (; node && node != value; node = node.parent())
        if (node.parent().is(Kind::comparison_operator)) return true;
    return false;
}

class Reader {
  public:
    Reader(const Facts& facts, const Predication& at, Forms& forms, const Target* only, bool apart)
        : facts_(facts), at_(at), forms_(forms), only_(only), apart_(apart) {}

    [[nodiscard]] std::vector<Read> read() {
        for (std::size_t arm = 0; arm < at_.arms(); ++arm) read_arm(arm);
        for (const Target& target : at_.targets)
            if (!only_ || only_ == &target) add_kept(target);
        for (Read& each : reads_) {
            each.group = groups_.lead(each.place.key);
            each.shapes = shapes_.lead(each.place.key);
            const auto is_in_it = [&](const std::string& group) { return groups_.lead(group) == each.group; };
            each.counts = std::ranges::any_of(counted_, is_in_it) && std::ranges::none_of(uneven_, is_in_it);
            const auto is_with_it = [&](const auto& asked) { return is_in_it(asked.first); };
            const auto asked = std::ranges::find_if(asked_, is_with_it);
            if (asked != asked_.end()) each.asked = asked->second;
        }
        std::stable_partition(reads_.begin(), reads_.end(), [&](const Read& read) {
            return std::ranges::any_of(at_.targets, [&](const Target& target) {
                return target.text == read.place.text && !is_assigned_in_all(target);
            });
        });
        return std::move(reads_);
    }

  private:
    static bool is_assigned_in_all(const Target& target) {
        return std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); });
    }

    // By shape as well, unless the one is on another side of a product.
    void join(const std::string& one, const std::string& group, const std::string& side = {}) {
        groups_.join(one, group);
        shapes_.join(one, group + side);
    }

    // Not the key of a place.
    std::string group_of(const Target& target) {
        std::string group = "#" + std::to_string(&target - at_.targets.data());
        if (!target.text.empty()) join(group, "=" + target.text);
        return group;
    }

    void read_arm(std::size_t arm) {
        std::vector<std::string> assigned;
        for (std::size_t k = 0; k < at_.targets.size(); ++k) {
            const Target& target = at_.targets[k];
            const bool left_out = (target.alike && target.text.empty()) || (only_ && only_ != &target);
            if (target.values[arm] && !left_out) read_value(target, target.values[arm], assigned);
            for (const Target& each : assigned_behind(at_.targets, k))
                if (each.values[arm]) assigned.push_back(each.text);
        }
    }

    // `assigned`: in the arm, before it reads the value.
    void read_value(const Target& target, Node value, const std::vector<std::string>& assigned) {
        if (!keeps_whole(facts_, forms_, value, assigned)) uneven_.push_back(group_of(target));
        if (has_whole(value)) counted_.push_back(group_of(target));
        for (const Node node : subtree(value)) {
            if (node.is(Kind::call)) add_cast(node, assigned, target);
            if (!is_place(node)) continue;
            if (std::ranges::find(assigned, node.text()) == assigned.end())
                add(node, target, value);
            else
                join_assigned(node, target, value);
        }
    }

    // Not `self` of `self.count`, which says nothing about others that it holds.
    [[nodiscard]] bool is_place(Node node) const {
        const bool has_members = node.field() == Field::object && facts_.value(node).is(values::Kind::object);
        if (node.is(Kind::identifier))
            return facts_.variable(node) && !has_members && !function::is_holder(facts_, node);
        return node.is(Kind::attribute) || function::is_item(facts_, node);
    }

    void join_assigned(Node node, const Target& target, Node value) {
        const std::string assigned = "=" + std::string(node.text());
        const std::string group = group_of(target), side = operations::side_of(facts_, node, value);
        const bool is_mask = facts_.value(node).dtype == torch::Dtype::boolean || is_compared(node, value);
        if (!apart_) shapes_.join(assigned, group + side);
        if (!is_mask) groups_.join(assigned, group);
    }

    void add_cast(Node call, const std::vector<std::string>& assigned, const Target& target) {
        auto cast = operations::cast_of(facts_, call);
        if (!cast) cast = operations::dtype_of_new(facts_, call);
        const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
        if (!cast || !torch) return;
        if (cast->like && std::ranges::find(assigned, cast->like.text()) != assigned.end()) return;
        operations::Form form;
        if (cast->like) form = forms_.of(cast->like);
        if (cast->like && !(form.is_tensor() && forms_.place(cast->like))) return;
        if (!cast->dtype && !cast->like) form.dtype = "default", form.floating = true;
        if (cast->dtype)
            form.dtype = operations::dtype_term(*cast->dtype), form.floating = operations::is_floating(*cast->dtype);
        asked_.emplace_back(group_of(target), AskedDtype{.text = cast->text(*torch), .form = form});
    }

    void add(Node node, const Target& target, Node value) {
        const auto place = forms_.place(node);
        if (!place || is_asked_about(facts_, node)) return;
        const operations::Form form = forms_.of(node);
        const auto known = std::ranges::find(reads_, place->key, [](const Read& each) { return each.place.key; });
        const auto column = column_around(facts_, node);
        const Node whole = whole_mask(facts_, node);
        const bool mask = function::is_mask(facts_, whole) || is_beside_mask(facts_, whole),
                   list = column && column->of_list;
        const bool cast = is_cast(facts_, node), factor = operations::is_factor(facts_, node);
        if (known != reads_.end()) {
            known->column = known->column && column;
            known->list = known->list || list;
            known->mask = known->mask || mask;
            known->cast = known->cast && cast;
            known->factor = known->factor && factor;
        } else if (form.is_tensor()) {
            reads_.push_back({.place = *place,
                              .form = form,
                              .column = column.has_value(),
                              .list = list,
                              .mask = mask,
                              .cast = cast,
                              .factor = factor});
        }
        const std::string group = group_of(target);
        shapes_.join(place->key, group + operations::side_of(facts_, node, value));
        if (!is_compared(node, value)) groups_.join(place->key, group);
    }

    // What an arm leaves as it is.
    void add_kept(const Target& target) {
        if (target.temporary || !target.variable || is_assigned_in_all(target)) return;
        const metadata::Place place = forms_.kept_place(*target.variable);
        const operations::Form form = forms_.of_kept(*target.variable, value_before(facts_, at_, target));
        join(place.key, group_of(target));
        const auto known = std::ranges::find(reads_, place.key, [](const Read& each) { return each.place.key; });
        if (known != reads_.end())
            known->cast = known->factor = false;
        else if (form.is_tensor())
            reads_.push_back({.place = place, .form = form});
    }

    const Facts& facts_;
    const Predication& at_;
    Forms& forms_;
    const Target* only_;
    bool apart_;
    std::vector<Read> reads_;
    std::vector<std::pair<std::string, AskedDtype>> asked_;  // by group
    std::vector<std::string> counted_, uneven_;  // the groups with whole numbers, and those with anything else
    Groups groups_, shapes_;
};

}  // namespace

std::vector<Read> reads_of(const Facts& facts, const Predication& at, Forms& forms, const Target* only, bool apart) {
    return Reader(facts, at, forms, only, apart).read();
}

std::vector<Read> reads_of(const Facts& facts, const Predication& at, const Target* only) {
    proof::Proof scratch;
    Forms forms(facts, at.statement, scratch);
    return reads_of(facts, at, forms, only);
}

std::vector<metadata::Place> places_of(const Facts& facts, const Predication& at, const Target& target) {
    const std::vector<Read> own = reads_of(facts, at, &target), reads = reads_of(facts, at);
    std::vector<metadata::Place> all;
    for (const Read& read : reads) {
        const auto is_with_it = [&](const Read& each) {
            return std::ranges::any_of(own, [&](const Read& mine) { return mine.place.key == each.place.key; }) &&
                   each.group == read.group;
        };
        if (std::ranges::any_of(reads, is_with_it)) all.push_back(read.place);
    }
    return all;
}

const Read* leading(const std::vector<Read>& reads, const std::string& group) {
    const auto leads = [&](const Read& each) {
        return each.shapes == group && !each.form.shape.empty() && !each.column;
    };
    auto found = std::ranges::find_if(reads, [&](const Read& each) { return leads(each) && !each.form.is_bool(); });
    if (found == reads.end()) found = std::ranges::find_if(reads, leads);
    return found == reads.end() ? nullptr : &*found;
}

}  // namespace transforms::if_conversion
