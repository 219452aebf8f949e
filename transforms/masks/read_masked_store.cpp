#include "transforms/masks/read_masked_store.h"

#include "analysis/effects/slot_definitions.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/basic_index.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using Property = proof::Guard::Property;
using Relation = proof::Guard::Relation;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// A variable, or what modules hold, `self.embed[0].weight`: it may be asked for once more.
bool is_held(const Facts& facts, Node node) {
    if (node.is(Kind::identifier)) return static_cast<bool>(facts.variable(node));
    const Node object = node.child(node.is(Kind::subscript) ? Field::value : Field::object);
    const values::Value holder = facts.value(object);
    if (node.is(Kind::attribute))
        return (holder.is(values::Kind::module) || effects::is_plain_attribute(facts, node)) && is_held(facts, object);
    if (!holder.is(values::Kind::sequence)) return false;
    const std::vector<Node> indices = syntax::Subscript{node}.indices();
    return holder.sequence().form == values::Sequence::Form::modules && indices.size() == 1 &&
           indices.front().is(Kind::integer) && is_held(facts, object);
}

// The variable or attribute that it is a part or a view of, or the node itself.
Node holder_of(Node node) {
    const Node at = syntax::unparenthesized(node);
    if (at.is(Kind::subscript)) return holder_of(at.child(Field::value));
    if (at.is(Kind::call) && at.child(Field::function).is(Kind::attribute))
        return holder_of(at.child(Field::function).child(Field::object));
    return at;
}

// `None`, and a number that is known while tracing.
bool is_fixed(const Facts& facts, Node given) {
    return given.is(Kind::none) || function::is_traced_number(facts.value(given));
}

// `bias[None]`, `self.table.weight[1]`, `table[i]`, `w.unsqueeze(0)`: it may be asked for more than once. Of a list it
// would be an item, and of what is written it would change.
bool is_view(const Facts& facts, Node node, const Write& write) {
    const Node at = syntax::unparenthesized(node);
    if (at.is(Kind::subscript)) {
        const std::vector<Node> indices = syntax::Subscript{at}.indices();
        const bool fixed = operations::cut_of(at) || (indices.size() == 1 && is_fixed(facts, indices.front()));
        return fixed && is_view(facts, at.child(Field::value), write);
    }
    if (at.is(Kind::call)) {
        const torch::Row* row = facts.row_of(at);
        if (!row || !row->traits.view) return false;
        for (const Node argument : syntax::Call{at}.arguments().children())
            if (!is_fixed(facts, argument)) return false;
        return is_view(facts, at.child(Field::function).child(Field::object), write);
    }
    if (at.text() == write.tensor().text()) return false;
    const values::Value value = facts.value(at);
    return (value.is_tensor() || value.is(values::Kind::unknown)) && !value.maybe_none && is_held(facts, at);
}

// The first thing that is done with the row is done with elements under the mask as well, whose dtype is that of all.
bool meets_elements(const Write& write, Node row) {
    const Node at = parenthesized(row), around = at.parent();
    if (at == parenthesized(write.value)) return write.op != Op::none;
    const bool is_argument = around.is(Kind::argument_list);
    const Node method = is_argument ? around.parent().child(Field::function) : Node{};
    return (is_argument || around.is(Kind::binary_operator)) && std::ranges::any_of(write.reads, [&](Node read) {
               const Node beside = parenthesized(read).parent();
               return beside == around || beside == method;
           });
}

// `y[m]`
bool is_under_mask(Node node, std::string_view mask) {
    return node.is(Kind::subscript) && syntax::Subscript{node}.indices().size() == 1 && mask_of(node).text() == mask;
}

// What is read under a mask, and under no other one before.
bool may_be_read(const Facts& facts, const Write& write, Node read) {
    const Node tensor = read.child(Field::value);
    const auto is_under = [&](Node node) { return is_under_mask(node, write.mask().text()); };
    return facts.variable(tensor) || (write.is_executed && !function::is_number(facts.value(tensor)) &&
                                      std::ranges::none_of(subtree(tensor), is_under));
}

}  // namespace

std::optional<Write> write_of(const Facts& facts, Node statement, std::string_view mask) {
    const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    Write made{.statement = statement, .place = {}, .value = {}};
    if (const auto assignment = syntax::as<syntax::Assignment>(only);
        assignment && assignment->value() && !assignment->annotation()) {
        made.place = assignment->target();
        made.value = assignment->value();
    } else if (only.is(Kind::augmented_assignment)) {
        made.place = only.child(Field::left);
        made.value = only.child(Field::right);
        made.op = only.op();
    }
    return is_under_mask(made.place, mask) && facts.variable(made.tensor()) ? std::optional(std::move(made))
                                                                            : std::nullopt;
}

void read_value(const Facts& facts, Node node, Write& write, metadata::Forms& forms, proof::Proof& proof) {
    if (is_under_mask(node, write.mask().text()) && may_be_read(facts, write, node)) return write.reads.push_back(node);
    const auto more = [&](Node part) { read_value(facts, part, write, forms, proof); };
    switch (node.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return more(node.first_child());
        case Kind::binary_operator:
            if (operator_of(node) == Op::matmul) break;
            more(node.child(Field::left));
            return more(node.child(Field::right));
        case Kind::integer:
        case Kind::float_: return;
        case Kind::identifier:
        case Kind::attribute: {
            const operations::Form form = forms.of(node);
            if (form.is_number() || (form.is_tensor() && form.shape.empty())) return;
            if (!form.is_tensor() || facts.value(node).maybe_none || !is_held(facts, node)) break;
            return write.rows.push_back(node);
        }
        case Kind::subscript:
            if (!is_view(facts, node, write)) break;
            return write.rows.push_back(node);
        case Kind::call:
            if (is_view(facts, node, write)) return write.rows.push_back(node);
            if (const auto loss = operations::loss_of(facts, node); loss && loss->whole) {
                more(loss->of);
                return more(loss->against);
            }
            if (const torch::Row* row = facts.row_of(node); !row || !row->traits.pointwise) break;
            for (const Node operand : function::operands_of(facts, node)) more(operand);
            return;
        default: break;
    }
    proof.refuse(edit::quoted(node) + " is more than the elements under the mask");
}

void fit_rows(const Facts& facts, const Write& write, const Fitted& fitted, std::string_view torch,
              proof::Proof& proof) {
    const std::string tensor(write.tensor().text());
    for (const Node each : write.rows) {
        const std::string name = edit::on_one_line(each, {});
        const Node holder = holder_of(each);
        if (facts.value(holder).is(values::Kind::unknown)) proof.test_kind(proof::is_tensor(holder.text(), torch));
        if (fitted.whole) {
            proof.test(proof::compared(Property::rank, name, Relation::at_most, "1"));
            proof.test(proof::has_one_element(name));
        } else {
            proof.test(proof::any_of(
                {proof::same_shape(name, tensor, "[-1:]"),
                 proof::compared(Property::shape, name, Relation::equal, "(1, *" + tensor + ".shape[-1:])")}));
        }
        proof.test(meets_elements(write, each) ? proof::no_wider_dtype(name, tensor, torch)
                                               : proof::same_dtype(name, tensor));
    }
    if (!write.rows.empty() && fitted.whole) proof.test(proof::rank_above(tensor, 0));
}

namespace {

// What the read takes elements of.
std::string whole_of(const Write& write, Node read) {
    const Node tensor = read.child(Field::value);
    return edit::on_one_line(read == write.value ? syntax::unparenthesized(tensor) : tensor, {});
}

}  // namespace

std::string value_of_all(const Write& write) {
    std::vector<edit::Replacement> replaced;
    for (const Node read : write.reads) replaced.push_back({.span = read.span(), .text = whole_of(write, read)});
    const std::string value = edit::on_one_line(write.value, replaced);
    if (write.op == Op::none) return value;
    const bool simple = write.value.is(Kind::identifier) || write.value.is(Kind::integer) ||
                        write.value.is(Kind::float_) || write.value.is(Kind::call) || write.value.is(Kind::subscript) ||
                        write.value.is(Kind::attribute);
    return std::string(write.tensor().text()) + " " + std::string(syntax::op_text(write.op)) + " " +
           (simple ? value : "(" + value + ")");
}

}  // namespace transforms::masks
