#include "transforms/masks/read_masked_reduction.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/parentheses.h"
#include "transforms/masks/mask_guards.h"

#include <algorithm>
#include <array>

namespace transforms::masks {

using function::Facts;
using proof::Answer;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view elementwise = "\"none\"";

std::optional<Result> result_of(const torch::Row& row) {
    if (row.dtype == torch::Dtype::summed && row.traits.transparent) return Result::sum;
    if (row.dtype == torch::Dtype::boolean) return Result::truth;
    const bool averages =
        row.dtype == torch::Dtype::same_dtype && row.traits.transparent && !row.traits.cuts && row.fields.empty();
    return averages ? std::optional(Result::average) : std::nullopt;
}

// The first of the calls around the node that reduces to one element what it is a part of.
std::optional<Reduction> reduced_around(const Facts& facts, Node node) {
    for (; !syntax::is_statement(node.parent().kind()); node = node.parent()) {
        const Node parent = node.parent();
        const bool method = parent.is(Kind::attribute) && parent.field() == Field::function;
        if (!method && !parent.is(Kind::argument_list)) continue;
        const Node call = parent.parent(), arguments = syntax::Call{call}.arguments();
        if (const auto loss = operations::loss_of(facts, call); loss && !loss->whole)
            return Reduction{.call = call, .of = call, .result = loss->sums ? Result::sum : Result::average};
        const torch::Row* row = facts.row_of(call);
        if (!row || row->shape != torch::Shape::reduce) continue;
        const bool alone = method ? !arguments.first_child() : arguments.first_child() == node && !node.next_sibling();
        return alone ? std::optional(Reduction{.call = call, .of = node, .result = result_of(*row)}) : std::nullopt;
    }
    return std::nullopt;
}

bool reads_under_mask(const Facts& facts, Node expression) {
    return std::ranges::any_of(subtree(expression), [&](Node node) {
        const auto is_mask = [&](Node index) { return facts.value(index).dtype == torch::Dtype::boolean; };
        return node.is(Kind::subscript) && std::ranges::any_of(syntax::Subscript{node}.indices(), is_mask);
    });
}

// What the mask is computed from.
Node made_of(const Facts& facts, Node mask) {
    const names::Binding* variable = facts.variable(mask);
    const auto made = variable ? facts.definition(*variable, syntax::statement_of(mask)) : std::nullopt;
    return made && made->statement ? made->value : mask;
}

// `~torch.isnan(y)`, `y.isfinite()`, `y == y`: elements of `y` that the mask leaves out are no numbers.
bool leaves_out_nans_of(Node mask, std::string_view tensor) {
    constexpr std::array<std::string_view, 3> questions{"isnan", "isfinite", "isinf"};
    return std::ranges::any_of(subtree(mask), [&](Node node) {
        if (node.is(Kind::comparison_operator)) {
            const Node left = node.first_child(), right = left.next_sibling();
            return left.text() == tensor && right.text() == tensor;
        }
        if (!node.is(Kind::call) || !node.child(Field::function).is(Kind::attribute)) return false;
        const syntax::Attribute function{node.child(Field::function)};
        const Node asked = syntax::Call{node}.only_argument() ? syntax::Call{node}.only_argument() : function.object();
        return std::ranges::find(questions, function.name().text()) != questions.end() && asked.text() == tensor;
    });
}

// What takes the place of `y[m]`. A gradient of what is computed with a NaN is one, chosen or not.
std::string all_of(const Facts& facts, Node read, Reduction& found) {
    const Node object = read.child(Field::value);
    if (read == found.of) return edit::on_one_line(syntax::unparenthesized(object), {});
    std::string text = edit::on_one_line(object, {});
    if (!leaves_out_nans_of(made_of(facts, found.mask), object.text())) return text;
    found.is_filled = true;
    const Node mask = syntax::unparenthesized(found.mask);
    const bool is_inverse = mask.is(Kind::unary_operator) && mask.op() == syntax::Op::invert;
    const std::string rest =
        is_inverse ? edit::on_one_line(mask.first_child(), {}) : "~" + edit::grouped(edit::on_one_line(mask, {}));
    return edit::with_method(text, ".masked_fill(" + rest + ", 0)");
}

// Each element of the expression is made of those of the tensors at its place, and of numbers; these are all read
// through the mask.
bool is_of_elements(const Facts& facts, Node node, bool masked, Reduction& found) {
    if (masked && !node.is(Kind::identifier) && found.answer == Answer::assume) {
        found.tensors.push_back(node);
        return !function::is_number(facts.value(node)) && !reads_under_mask(facts, node);
    }
    const auto all = [&](syntax::Children parts) {
        for (const Node part : parts)
            if (!is_of_elements(facts, part, masked, found)) return false;
        return true;
    };
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return all(node.children());
        case Kind::binary_operator: return operator_of(node) != syntax::Op::matmul && all(node.children());
        case Kind::comparison_operator: {
            const Node right = node.first_child().next_sibling();
            return compares(right.op()) && !right.next_sibling() && all(node.children());
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node object = syntax::Call{node}.function().child(Field::object);
            const bool method = object && facts.value(object).is_tensor();
            const bool casts = row && effects::casts(*row) && !syntax::Call{node}.arguments().first_child();
            return row && (casts || (row->traits.pure && row->traits.pointwise)) &&
                   (!method || is_of_elements(facts, object, masked, found)) &&
                   all(syntax::Call{node}.arguments().children());
        }
        case Kind::subscript: {
            const std::vector<Node> indices = syntax::Subscript{node}.indices();
            const Node object = node.child(Field::value);
            if (masked || indices.size() != 1 || indices.front().text() != found.mask.text()) return false;
            found.whole.push_back({node.span(), all_of(facts, node, found)});
            return is_of_elements(facts, object, true, found);
        }
        case Kind::identifier: {
            if (function::is_number(facts.value(node))) return true;
            found.tensors.push_back(node);
            return masked && facts.variable(node);
        }
        default: return function::is_number(facts.value(node));
    }
}

// A loss for each element: `F.mse_loss(x, y, reduction="none")`.
bool is_loss_of_elements(const Facts& facts, const operations::Loss& loss, Reduction& found) {
    if (!is_of_elements(facts, loss.of, false, found) || !is_of_elements(facts, loss.against, false, found))
        return false;
    Node last = loss.against;
    while (last.next_sibling()) last = last.next_sibling();
    const text::Span end{last.span().end, last.span().end};
    found.whole.push_back(loss.reduction ? edit::Replacement{loss.reduction.span(), std::string(elementwise)}
                                         : edit::Replacement{end, ", reduction=" + std::string(elementwise)});
    return true;
}

}  // namespace

std::optional<operations::Loss> loss_in(const Facts& facts, const Reduction& reduction) {
    return reduction.of == reduction.call ? operations::loss_of(facts, reduction.call) : std::nullopt;
}

std::optional<Reduction> reduction_of(const Facts& facts, Node operand, Answer answer) {
    const Node read = read_under(operand);
    auto found = read ? reduced_around(facts, read) : std::nullopt;
    if (!found) return std::nullopt;
    found->mask = mask_of(read);
    found->answer = answer;
    const auto loss = loss_in(facts, *found);
    const bool fits =
        loss ? is_loss_of_elements(facts, *loss, *found) : is_of_elements(facts, found->of, false, *found);
    return fits && !found->tensors.empty() ? found : std::nullopt;
}

}  // namespace transforms::masks
