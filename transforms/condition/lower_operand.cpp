// What a condition asks of a single tensor, or of two.
#include "analysis/effects/accumulator.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/lowering.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/proof/guard.h"

namespace transforms::condition {

using edit::grouped;
using edit::with_method;
using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Without effects, and without random numbers.
bool may_be_asked_again(const function::Facts& facts, Node expression) {
    for (const Node node : subtree(expression)) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        if (node.is(Kind::call) && !(row && (row->traits.pure || row->traits.view))) return false;
    }
    return facts.value(expression).is_tensor() || expression.is(Kind::identifier);
}

constexpr std::string_view isclose = "isclose", bool_dtype = ".bool", cut = ".reshape(())";

// `count > 1`, where `count = 0` in front of a loop, and `count = count + m.sum()` in it. What is compared with a
// tensor gives one in any case: `v < best`.
bool may_be_number(const function::Facts& facts, Node node) {
    const auto is_tensor = [&](Node side) {
        const values::Value value = facts.value(side);
        return value.is_tensor() && !value.maybe_none;
    };
    for (const Node side : node.children())
        if (node.is(Kind::comparison_operator) && is_tensor(side)) return false;
    return std::ranges::any_of(subtree(node), [&](Node part) {
        const values::Value value = part.is(Kind::identifier) ? facts.value(part) : values::Value{};
        return value.is_tensor() && value.maybe_none && node.is(Kind::comparison_operator);
    });
}

// Each round assigns it a tensor, whatever is known in it.
bool is_made_by_rounds(const names::Binding& variable) {
    return std::ranges::all_of(variable.occurrences, [](const names::Occurrence& each) {
        const Node given = syntax::given_to(each.node);
        return given.is(Kind::true_) || given.is(Kind::false_) ||
               is_loop(syntax::statement_of(given).parent().parent());
    });
}

}  // namespace

// `found`, behind the loop that has made it a tensor.
bool PredicateReader::is_accumulated(Node node) {
    const names::Binding* variable = facts_.variable(node);
    if (!variable || !facts_.value(node).is_tensor() || !effects::is_truth_accumulator(facts_, *variable) ||
        !is_made_by_rounds(*variable))
        return false;
    const std::string name = edit::quoted(node), reason = name + " may still be a bool";
    if (!speculation_.trusts())
        proof_.refuse(reason, {proof::Requirement::fit});
    else
        proof_.assume("the loop that assigns " + name + " runs at least once", reason);
    made_.tensors.push_back(node);
    return true;
}

std::string PredicateReader::single(Node node, bool negated) {
    std::string text = without_walrus(node);
    if (proof_.refused()) return {};
    const Form form = forms_.of(node);
    if (!form.is_tensor() && is_accumulated(node)) return (negated ? "~" : "") + text;
    if (!form.is_tensor()) return refuse(node, "may be something else than a tensor");
    if (may_be_number(facts_, node)) return refuse(node, "may be asked of a number");
    text = one_element(node, form, std::move(text));
    if (behind_) speculation_.check(node);
    made_.tensors.push_back(node);
    if (!behind_) forms_.is_evaluated(node);
    const bool is_bool = form.is_bool() || facts_.value(node).dtype == torch::Dtype::boolean;
    if (is_bool) return negated ? "~" + grouped(text) : text;
    return grouped(text) + (negated ? " == 0" : " != 0");
}

// A call of the program, of an `if` that always asks it, and in front of all else.
bool PredicateReader::is_first_call(Node node) const {
    Node first = statement_.is(Kind::if_statement) ? statement_.child(Field::condition) : Node{};
    while (
        first && first != node &&
        (first.is(Kind::parenthesized_expression) || first.is(Kind::not_operator) || first.is(Kind::boolean_operator)))
        first = first.first_child();
    return first == node && made_.fixed.empty() && !behind_ && metadata::calls_program(facts_, node);
}

// What a function of the program gives may be anything; most often it is a tensor without dimensions.
std::string PredicateReader::hoisted(Node node) {
    made_.hoisted = {node, edit::unused_name(facts_.program().names(), "condition")};
    const auto torch =
        edit::torch_name(facts_.program().names(), facts_.function());  // which every rewrite asks for first
    proof_.test_kind(proof::is_tensor(made_.hoisted->name, *torch));
    proof_.test(proof::rank_is(made_.hoisted->name, 0));
    return made_.hoisted->name;
}

// A tensor whose rank is not known is tested for having no dimensions. What cannot be tested is cut to one element:
// where there are more, that raises an error, as the program does.
std::string PredicateReader::one_element(Node node, const Form& form, std::string text) {
    proof::Guards tests;
    if (form.shape.empty()) return text;
    if (shapes_.has_one_element(node)) return with_method(text, cut);
    if (const auto held = shapes_.with_dimensions(node)) {
        proof_.test(proof::has_one_element(*held));
        return with_method(text, cut);
    }
    if (shapes_.can_be_scalar(node, tests)) {
        for (proof::Guard& each : tests) proof_.test(std::move(each));
        return text;
    }
    if (proof_.answer() == proof::Answer::assume && facts_.value(node).rank == 0) return text;
    const std::string reason = edit::quoted(node) + " may have more than one element";
    if (speculation_.trusts() && facts_.value(node).is_tensor()) {
        proof_.assume(std::string(speculation::all_fit), reason);
        return text;
    }
    if (is_first_call(node) && text == node.text()) return hoisted(node);
    proof_.assume(edit::quoted(node) + " has one element", reason);
    return with_method(text, cut);
}

// `(peak := loss.max()) > limit`: the assignment moves in front.
std::string PredicateReader::without_walrus(Node node) {
    std::string text(node.text());
    for (std::uint32_t i = node.index(); i < node.end_index(); ++i) {
        const Node part = node.tree()->node(i);
        if (!part.is(Kind::named_expression)) continue;
        const Node value = part.child(Field::value), name = part.child(Field::name);
        const Node whole = part.parent().is(Kind::parenthesized_expression) ? part.parent() : part;
        const bool first =
            !behind_ && (whole == node || (node.is(Kind::comparison_operator) && node.first_child() == whole));
        if (!first) return refuse(node, "assigns a variable");
        made_.before.push_back(std::string(name.text()) + " = " + std::string(value.text()));
        made_.bound.emplace_back(std::string(name.text()), value);
        forms_.assign(std::string(name.text()), forms_.of(value));
        speculation_.assigned(std::string(name.text()), value);
        const std::size_t at = whole.span().begin - node.span().begin;
        text.replace(at, whole.span().size(), name.text());
        i = part.end_index() - 1;
    }
    return text;
}

// `0.1 <= t.item() < 0.9`: of a number that a tensor holds which costs nothing to be asked twice.
std::optional<std::string> PredicateReader::chain_of_number(Node node) {
    const Node low = node.first_child(), middle = low.next_sibling(), high = middle.next_sibling();
    if (high.next_sibling() || !compares(middle.op()) || !compares(high.op()) || !is_of_tensor(middle) ||
        is_of_tensor(low) || is_of_tensor(high))
        return std::nullopt;
    const Node tensor = read_by(middle);
    if (!tensor || !may_be_asked_again(facts_, tensor)) return std::nullopt;
    std::string made;
    for (const auto& [left, right] : {std::pair{low, middle}, std::pair{middle, high}}) {
        const std::string exact = compared_with_known(node, tensor, left == middle ? right : left);
        made.append(made.empty() ? "(" : " & (").append(left == middle ? exact : left.text()).append(" ");
        made.append(syntax::op_text(right.op())).append(" ");
        made.append(right == middle ? exact : right.text()).append(")");
    }
    return proof_.refused() ? std::string() : made;
}

// `0.5 < spread < 3.0`: the operand in the middle is evaluated once.
std::string PredicateReader::chain(Node node, bool negated) {
    if (const auto made = chain_of_number(node)) return negated ? "~(" + *made + ")" : *made;
    if (proof_.refused()) return {};
    std::string made;
    Node left = node.first_child();
    for (Node right = left.next_sibling(); right; left = right, right = right.next_sibling()) {
        const bool inner = static_cast<bool>(right.next_sibling());
        const Form form = forms_.of_both(left, right, right.op());
        if (!form.is_bool() || (inner && !may_be_asked_again(facts_, right)))
            return refuse(node, "asks for the truth of a tensor");
        proof::Guards tests;
        if (!form.shape.empty() && !(shapes_.can_be_scalar(left, tests) && shapes_.can_be_scalar(right, tests)))
            return refuse(node, "may have more than one element");
        for (proof::Guard& each : tests) proof_.test(std::move(each));
        if (made.empty() && behind_) speculation_.check(left);  // another operand may have ended the evaluation
        if (!made.empty() || behind_) speculation_.check(right);
        made.append(made.empty() ? "(" : " & (").append(left.text()).append(" ").append(syntax::op_text(right.op()));
        made.append(" ").append(right.text()).append(")");
    }
    made_.tensors.push_back(node);
    return negated ? "~(" + made + ")" : made;
}

// The mask is of the shape of what it selects from, and a tensor without dimensions has no coordinates to count.
std::string PredicateReader::exists_any(const Existence& asked, bool none) {
    const Node mask = asked.mask;
    speculation_.check(mask);
    const Form form = forms_.of(mask);
    if (proof_.refused()) return {};
    if (!form.is_tensor()) return refuse(mask, "may be something else than a tensor");
    if (asked.selected) {
        const auto place = forms_.place(mask);
        const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
        if (!form.is_bool() && (!place || !torch)) return refuse(mask, "may be no mask");
        if (!form.is_bool()) proof_.test(proof::is_mask(place->text, *torch));
        speculation_.check(asked.selected);
        const Form selected = forms_.of(asked.selected);
        if (proof_.refused()) return {};
        if (!shapes_.same_shape(mask, form, asked.selected, selected))
            return refuse(mask, "may have another shape than what it selects from");
    }
    if (asked.places && !shapes_.has_dimensions(mask, form)) return refuse(mask, "may have no dimensions");
    if (asked.moved) made_.moved.push_back(*asked.moved);
    made_.tensors.push_back(mask);
    const std::string text(mask.text());
    const std::string found = form.is_bool() || asked.selected ? text : grouped(text) + " != 0";
    if (!asked.limit) return (none ? "~" : "") + with_method(found, ".any()");
    const std::string op = " " + std::string(syntax::op_text(asked.limit.op())) + " ";
    const std::string counted = with_method(found, ".sum()") + op + std::string(asked.limit.text());
    return none ? "~(" + counted + ")" : counted;
}

// `torch.equal(a, b)` for tensors of one dtype, `torch.allclose(a, b)`.
std::optional<std::string> PredicateReader::sameness(Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts_.row_of(call) : nullptr;
    const bool close = row && row->role == torch::Role::allclose;
    if (!row || (!close && row->role != torch::Role::equal)) return std::nullopt;
    const Node function = call.child(Field::function), arguments = syntax::Call{call}.arguments();
    if ((close && !function.is(Kind::attribute)) || behind_) return refuse(call, "may raise an error");
    std::vector<Node> pair;
    for (const Node each : arguments.children()) pair.push_back(each);
    if (facts_.value(function.child(Field::object)).is_tensor())
        pair.insert(pair.begin(), function.child(Field::object));
    if (pair.size() < 2 || (!close && pair.size() > 2)) return refuse(call, "is called in another way");
    for (std::size_t i = 0; i < 2; ++i) {
        if (!forms_.of(pair[i]).is_tensor()) return refuse(pair[i], "may be something else than a tensor");
        made_.tensors.push_back(pair[i]);
    }
    if (close) {
        const std::string before(
            function.text().substr(0, function.text().size() - function.child(Field::attribute).text().size()));
        return before + std::string(isclose) + std::string(arguments.text()) + ".all()";
    }
    return equality(call, pair[0], pair[1]);
}

// Tensors of different shapes are not equal, which is no error.
std::string PredicateReader::equality(Node call, Node left, Node right) {
    const Form a = forms_.of(left), b = forms_.of(right);
    const auto torch = edit::torch_name(facts_.program().names(), facts_.function());
    // Whose shape can be asked for, too: `adj`, `adj.t()`.
    const auto has_name = [&](Node side) {
        const torch::Row* row = side.is(Kind::call) ? function::row_or_guess(facts_, side) : nullptr;
        const Node object = side.child(Field::function).child(Field::object);
        return forms_.place(side) || (row && (row->traits.pure || row->traits.view) && object && forms_.place(object) &&
                                      !syntax::Call{side}.arguments().first_child());
    };
    const bool can_differ = a.shape != b.shape && torch && has_name(left) && has_name(right);
    if (!can_differ && !shapes_.same_shape(left, a, right, b))
        return refuse(call, "may compare tensors of different shapes");
    if (a.dtype != b.dtype) {
        const Node first = shapes_.shaped_part(left), second = shapes_.shaped_part(right);
        if (forms_.of(first).dtype != a.dtype || forms_.of(second).dtype != b.dtype)
            return refuse(call, "may compare tensors of different dtypes");
        proof_.test(proof::same_dtype(first.text(), second.text()));
    }
    const std::string one(left.text()), other(right.text());
    const std::string equal = "(" + grouped(one) + " == " + grouped(other) + ").all()";
    if (!can_differ) return equal;
    return "(" + equal + " if " + one + ".shape == " + other + ".shape else " + one +
           ".new_zeros((), dtype=" + std::string(*torch) + std::string(bool_dtype) + "))";
}

}  // namespace transforms::condition
