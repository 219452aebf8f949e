#include "transforms/element_write.h"

#include "analysis/syntax/tree.h"
#include "transforms/roots.h"
#include "transforms/speculation.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view wants_gradient = ".requires_grad";

// Every tensor in the value is one of the elements under the mask, or has no dimensions; every operation works element
// by element.
void read_elements(const Facts& facts, Node node, Write& write, Forms& forms, Proof& proof) {
    if (node.is(Kind::subscript) && syntax::Subscript{node}.indices().size() == 1 &&
        facts.variable(node.child(Field::value)) && mask_of(node).text() == write.mask().text()) {
        write.reads.push_back(node);
        return;
    }
    const auto more = [&](Node part) { read_elements(facts, part, write, forms, proof); };
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return more(node.first_child());
        case Kind::binary_operator:
            if (operator_of(node) == Op::matmul) break;
            more(node.child(Field::left));
            return more(node.child(Field::right));
        case Kind::integer:
        case Kind::float_: return;
        case Kind::identifier: {
            const Form form = forms.of(node);
            if (form.is_number() || (form.is_tensor() && form.shape.empty())) return;
            break;
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node function = node.child(Field::function);
            const bool method = function.is(Kind::attribute) && function.child(Field::object).is(Kind::subscript);
            if (!row || !row->traits.pointwise) break;
            if (method) more(function.child(Field::object));
            for (const Node argument : syntax::Call{node}.arguments().children())
                more(argument.is(Kind::keyword_argument) ? syntax::Keyword{argument}.value() : argument);
            return;
        }
        default: break;
    }
    proof.refuse(quoted(node) + " is more than the elements under the mask");
}

}  // namespace

std::optional<Write> write_of(const Facts& facts, Node statement, std::string_view mask) {
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    Write made{.statement = statement, .place = {}, .value = {}, .reads = {}};
    if (const auto assignment = syntax::as<syntax::Assignment>(only);
        assignment && assignment->value() && !assignment->annotation()) {
        made.place = assignment->target();
        made.value = assignment->value();
    } else if (only.is(Kind::augmented_assignment)) {
        made.place = only.child(Field::left);
        made.value = only.child(Field::right);
        made.op = only.op();
    }
    const bool writes = made.place.is(Kind::subscript) && syntax::Subscript{made.place}.indices().size() == 1 &&
                        facts.variable(made.tensor()) && mask_of(made.place).text() == mask;
    return writes ? std::optional(std::move(made)) : std::nullopt;
}

Proof prove_write(const Facts& facts, Write& write, std::string_view torch, bool rebinds, bool dtypes, bool floating) {
    Proof proof;
    write.reads.clear();
    {
        Proof scratch;
        Forms forms(facts, write.statement, scratch);
        read_elements(facts, write.value, write, forms, proof);
    }
    std::vector<Node> tensors{write.tensor()};
    for (const Node read : write.reads)
        if (std::ranges::none_of(tensors, [&](Node each) { return each.text() == read.child(Field::value).text(); }))
            tensors.push_back(read.child(Field::value));
    if (proof.refused()) return proof;
    Forms::Known known =
        Fitting{.facts = facts, .statement = write.statement, .torch = torch, .dtypes = dtypes, .floating = floating}
            .known(write.mask(), tensors, proof);
    Forms forms(facts, write.statement, proof, std::move(known));
    for (const Node read : write.reads) forms.bind(std::string(read.text()), read.child(Field::value));
    forms.bind(std::string(write.place.text()), write.tensor());
    Speculation speculation(facts, write.statement, forms, proof);
    if (proof.refused()) return proof;
    speculation.check(write.mask());
    if (write.op == Op::none)
        speculation.check(write.value);
    else
        speculation.check_operator(write.place.parent(), write.place, write.op, write.value);
    if (proof.refused()) return proof;
    const Form before = forms.of(write.tensor());
    const Form after =
        write.op == Op::none ? forms.of(write.value) : forms.combined(before, forms.of(write.value), write.op);
    if (after.dtype != before.dtype)
        proof.refuse(quoted(write.value) + " may have another dtype than `" + std::string(write.tensor().text()) + "`");
    // What an operation kept of the tensor for its backward would be written to.
    const bool keeps = !rebinds && !facts.without_gradients() &&
                       (write.op != Op::none || std::ranges::any_of(write.reads, [&](Node read) {
                            return read.child(Field::value).text() == write.tensor().text();
                        }));
    if (proof.refused() || (!keeps && !speculation.spoils_gradients())) return proof;
    std::string wanting;
    for (const Node each : tensors)
        if (!roots_of(facts, each, write.statement).differentiable.empty())
            wanting.append(wanting.empty() ? "" : " or ").append(each.text()).append(wants_gradient);
    if (!wanting.empty()) proof.test("not " + (wanting.find(' ') == wanting.npos ? wanting : "(" + wanting + ")"));
    return proof;
}

bool is_watched(const Facts& facts, Node statement) {
    for (Node node = statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement)) return true;
    return facts.shows_all_variables() || facts.reshapes_in_place();
}

}  // namespace transforms
