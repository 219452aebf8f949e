#include "transforms/masks/masked_reduction.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/speculation/speculation.h"

namespace transforms::masks {

using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(";

// `x[m].sum()`, `(x[m] == y[m]).any()`, `torch.all(x[m] > 0)`
struct Reduction {
    Node call;
    Node of;  // what is reduced
    Node mask;
    const torch::Row* row = nullptr;
    std::vector<Node> tensors{};  // x, y
    std::vector<edit::Replacement> whole{};
};

// The first part that is reduced to one element of those around the node; or none.
Node reduced_around(const Facts& facts, Node node) {
    for (; !syntax::is_statement(node.parent().kind()); node = node.parent()) {
        const Node parent = node.parent();
        const bool method = parent.is(Kind::attribute) && parent.field() == Field::function;
        if (!method && !parent.is(Kind::argument_list)) continue;
        const Node call = parent.parent(), arguments = syntax::Call{call}.arguments();
        const torch::Row* row = facts.row_of(call);
        if (!row || row->shape != torch::Shape::reduce) continue;
        const bool alone = method ? !arguments.first_child() : arguments.first_child() == node && !node.next_sibling();
        return alone ? node : Node{};
    }
    return {};
}

// Each element of the expression is made of those of the tensors at its place, and of numbers; these are all read
// through the mask.
bool is_of_elements(const Facts& facts, Node node, bool masked, Reduction& found) {
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
            return row && row->traits.pure && row->traits.pointwise &&
                   (!method || is_of_elements(facts, object, masked, found)) &&
                   all(syntax::Call{node}.arguments().children());
        }
        case Kind::subscript: {
            const std::vector<Node> indices = syntax::Subscript{node}.indices();
            const Node object = node.child(Field::value);
            if (masked || indices.size() != 1 || indices.front().text() != found.mask.text()) return false;
            found.whole.push_back(
                {node.span(), edit::on_one_line(node == found.of ? syntax::unparenthesized(object) : object, {})});
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

std::optional<Reduction> reduction_of(const Facts& facts, Node operand) {
    const Node read = read_under(operand), of = read ? reduced_around(facts, read) : Node{};
    if (!of) return std::nullopt;
    const Node call = of.parent().parent();
    Reduction found{.call = call, .of = of, .mask = mask_of(read), .row = facts.row_of(call)};
    if (!is_of_elements(facts, of, false, found) || found.tensors.empty()) return std::nullopt;
    return found;
}

// What is reduced, of all elements, with its form.
operations::Form form_of(const Facts& facts, const Reduction& reduction, metadata::Forms& forms, Proof& proof) {
    const Node statement = syntax::statement_of(reduction.call);
    for (const Node node : subtree(reduction.of))
        if (node.is(Kind::subscript)) forms.bind(std::string(node.text()), node.child(Field::value));
    speculation::Speculation speculation(facts, statement, forms, proof);
    speculation.check(reduction.of);
    return forms.of(reduction.of);
}

std::string text_of(const Reduction& reduction, const std::string& mask, std::string_view torch) {
    const std::string filler = reduction.row->role == torch::Role::every ? "1" : "0";
    const std::string whole = edit::on_one_line(reduction.of, reduction.whole);
    const bool is_inner = reduction.of.is(Kind::parenthesized_expression);  // `(x == y)` needs no more of its own
    const std::string selected = std::string(torch) + std::string(select) + mask + ", " +
                                 (is_inner ? whole.substr(1, whole.size() - 2) : whole) + ", " + filler + ")";
    return edit::on_one_line(reduction.call, {{reduction.of.span(), selected}});
}

}  // namespace

Proposal propose_masked_sum(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto reduction = torch ? reduction_of(facts, operand) : std::nullopt;
    if (!reduction) return {};
    // What is added for an element that is not selected changes nothing.
    const bool sums = reduction->row->dtype == torch::Dtype::summed && reduction->row->traits.transparent;
    const bool asks = reduction->row->dtype == torch::Dtype::boolean;
    if (!sums && !asks) return declined("what is reduced may depend on how many elements there are");
    const Node statement = syntax::statement_of(reduction->call);
    Proof proof;
    const Fitted fitted = Fitting{.facts = facts, .statement = statement, .torch = *torch}.fit(
        reduction->mask, reduction->tensors, proof);
    metadata::Forms forms(facts, statement, proof, fitted.known);
    const operations::Form form = form_of(facts, *reduction, forms, proof);
    if (proof.refused()) return declined(*proof.unproven());
    if (sums && form.floating) return declined("the sum of floats depends on their order");
    const bool whole = form.dtype == "bool" || form.dtype == "int64";
    if (sums && !whole) {
        if (form.dtype != forms.of(reduction->tensors.front()).dtype)
            return declined("the sum of floats depends on their order");
        const std::string name(reduction->tensors.front().text());
        proof.test(proof::is_not_floating(name)), proof.test(proof::is_not_complex(name));
    }
    if (edit::is_old_version(reduction->call, proof::codes(proof.guards())))
        return declined("this is what the test in front of it leaves");
    const Rewriting rewriting{.name = "masked-sum",
                              .title = "reduce all elements, with `torch.where`",
                              .guards = proof.guards(),
                              .torch = std::string(*torch)};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards& guards) {
                const std::string made = text_of(*reduction, fitted.mask, *torch);
                return std::optional(std::vector{edit::in_versions(reduction->call, proof::codes(guards), made)});
            })};
}

}  // namespace transforms::masks
