// Numbers made of what a dtype can hold, `-(torch.finfo(x.dtype).max - 1000)`: the part of Speculation that asks which
// tensors take them.
#include "analysis/function/dict_slot.h"
#include "analysis/function/literals.h"
#include "analysis/operations/cast.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace transforms::speculation {

using function::number_of;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view smallest_dtype = "torch.float16";  // every other one holds more
constexpr std::array<std::string_view, 4> small_members{"eps", "tiny", "smallest_normal", "resolution"};

// `torch.finfo(x.dtype).max`: 1; that of `min` is -1, and of what is small 0.
std::optional<int> sign_of_member(std::string_view name) {
    if (name == "max" || name == "min") return name == "max" ? 1 : -1;
    if (std::ranges::find(small_members, name) != small_members.end()) return 0;
    return std::nullopt;
}

const torch::Row* floating_dtype(const function::Facts& facts, Node node) {
    const torch::Row* row = node ? operations::dtype_named(facts, node) : nullptr;
    return row && operations::is_floating(*row) ? row : nullptr;
}

}  // namespace

// `torch.finfo(x.dtype)`
bool Speculation::is_holder(Node call) const {
    const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
    return row && row->gives == torch::Gives::constant && row->dtype == torch::Dtype::floating &&
           row->role == torch::Role::none;
}

// The call that `info` of `info.max` holds, and where it was made.
std::pair<Node, Node> Speculation::holder_of(Node object, Node statement) const {
    if (!object.is(Kind::identifier)) return {object, statement};
    if (const auto found = assigned_.find(object.text()); found != assigned_.end()) return {found->second, statement};
    const names::Binding* variable = facts_.variable(object);
    const auto definition = variable ? facts_.definition(*variable, statement) : std::nullopt;
    return definition && definition->statement ? std::pair{definition->value, definition->statement}
                                               : std::pair{Node{}, statement};
}

std::optional<Speculation::Limit> Speculation::limit_of(Node given, Node statement) const {
    const Node node = syntax::unparenthesized(given);
    switch (node.kind()) {
        case Kind::integer:
        case Kind::float_: {
            const auto number = number_of(facts_.value(node));
            return number && std::abs(*number) <= largest_factor ? std::optional(Limit{}) : std::nullopt;
        }
        case Kind::unary_operator: {
            auto limit = limit_of(node.first_child(), statement);
            if (operator_of(node) != Op::sub && operator_of(node) != Op::add) return std::nullopt;
            if (limit && operator_of(node) == Op::sub) limit->sign = -limit->sign;
            return limit;
        }
        case Kind::binary_operator: return limit_of_sum(node, statement);
        case Kind::attribute: {
            const auto [call, where] = holder_of(node.child(Field::object), statement);
            const auto sign = sign_of_member(node.child(Field::attribute).text());
            return sign && is_holder(call) ? std::optional(Limit{.sign = *sign, .call = call, .where = where})
                                           : std::nullopt;
        }
        case Kind::identifier: return limit_of_name(node, statement);
        default: return std::nullopt;
    }
}

// No more than the largest: `limit - 1000`, `limit / 2`, but not `limit + 1000`, which no tensor of the dtype takes.
std::optional<Speculation::Limit> Speculation::limit_of_sum(Node sum, Node statement) const {
    const Op op = operator_of(sum);
    if (op == Op::div || op == Op::mul) {
        const auto factor = number_of(facts_.value(sum.child(Field::right)));
        const bool is_less = factor && *factor > 0 && (op == Op::div ? *factor >= 1 : *factor <= 1);
        return is_less ? limit_of(sum.child(Field::left), statement) : std::nullopt;
    }
    if (op != Op::sub && op != Op::add) return std::nullopt;
    const auto left = limit_of(sum.child(Field::left), statement);
    auto right = limit_of(sum.child(Field::right), statement);
    if (!left || !right) return std::nullopt;
    if (op == Op::sub) right->sign = -right->sign;
    if (left->sign == 0 && right->sign == 0) {
        const auto number = number_of(facts_.value(sum));
        return number && std::abs(*number) <= largest_factor ? left : std::nullopt;
    }
    auto number = number_of(facts_.value(sum.child(left->sign == 0 ? Field::left : Field::right)));
    Limit limit = left->sign == 0 ? *right : *left;
    if (number && op == Op::sub && right->sign == 0) *number = -*number;
    if (!number || limit.lowered || *number * limit.sign > 0) return std::nullopt;
    limit.lowered = true;
    return limit;
}

std::optional<Speculation::Limit> Speculation::limit_of_name(Node name, Node statement) const {
    if (const auto found = limits_.find(std::string(name.text())); found != limits_.end()) return found->second;
    const names::Binding* variable = facts_.variable(name);
    const auto definition = variable ? facts_.definition(*variable, statement) : std::nullopt;
    if (!definition) return std::nullopt;
    return limit_of(definition->value, definition->statement);
}

// The variable holds here what it held at the statement.
bool Speculation::is_as_before(Node tensor, Node statement) const {
    if (statement == statement_) return true;
    const names::Binding* variable = facts_.variable(tensor);
    return variable && !assigned_.contains(tensor.text()) && facts_.holds_the_same(*variable, statement, statement_);
}

std::optional<Speculation::Limit> Speculation::settled_limit(Node given) {
    auto limit = limit_of(given, statement_);
    if (!limit || limit->sign == 0 || !limit->dtype.empty()) return limit;
    const Node asked = syntax::Call{limit->call}.arguments().first_child();
    if (const torch::Row* row = floating_dtype(facts_, asked)) {
        if (row->name == smallest_dtype) return limit;
        if (const auto torch = edit::torch_name(facts_.program().names(), facts_.function()))
            limit->text = operations::dtype_text(*row, *torch);
        limit->dtype = operations::dtype_term(*row);
        return limit;
    }
    limit->dtype = "?";
    const auto attribute = syntax::as<syntax::Attribute>(asked);
    const auto place = attribute ? forms_.place(attribute->object()) : std::nullopt;
    if (!place || !is_as_before(attribute->object(), limit->where)) return limit;
    limit->dtype = forms_.of(attribute->object()).dtype;
    if (!assigned_.contains(place->text)) limit->text = asked.text();
    return limit;
}

void Speculation::check_limit(Node given) {
    const Node node = syntax::unparenthesized(given);
    if (node.is(Kind::call)) return check_holder(node);
    if (node.is(Kind::attribute)) return check_limit(node.child(Field::object));
    for (const Node operand : node.children()) check_limit(operand);
}

// A tensor of the dtype takes it.
void Speculation::check_held(Node call, const Limit& limit, const operations::Form& tensor) {
    if (proof_.refused() || limit.sign == 0 || limit.dtype == tensor.dtype) return;
    if (limit.dtype.empty()) return check_floating(call, call, tensor);
    const auto part = part_of_dtype(call, tensor);
    if (!part || limit.text.empty()) return refuse(call, "may raise an error for some dtypes", proof::dtypes);
    proof_.test(proof::dtype_is(*part, limit.text));
}

// Only floating dtypes have what `torch.finfo` gives.
void Speculation::check_holder(Node call) {
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (argument && !argument.next_sibling() && floating_dtype(facts_, argument)) return;
    const auto asked = syntax::as<syntax::Attribute>(argument);
    if (!asked || argument.next_sibling()) return refuse(call, "may raise an error");
    const torch::Row* row = facts_.member_of_tensors(asked->name().text());
    const Node tensor = asked->object();
    if (!row || row->gives != torch::Gives::constant || row->dtype != torch::Dtype::same_dtype)
        return refuse(call, "may raise an error");
    const auto place = forms_.place(tensor);
    if (!place) return refuse(call, "may raise an error");
    if (tensor.is(Kind::identifier)) check_assigned(tensor);
    const operations::Form form = forms_.of(tensor);
    if (form.floating) return;
    if (!form.is_tensor() || assigned_.contains(place->text))
        return refuse(call, "may raise an error for some dtypes", proof::dtypes);
    proof_.test(proof::is_floating(place->text));
}

}  // namespace transforms::speculation
