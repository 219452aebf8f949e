#include "transforms/masks/mask_guards.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/proof/guard.h"

#include <algorithm>

namespace transforms::masks {

using edit::quoted;
using operations::Form;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// `hot`, `~hot`
bool is_plain(Node mask) {
    const Node node = syntax::unparenthesized(mask);
    return node.is(Kind::identifier) ||
           (node.is(Kind::unary_operator) && node.op() == Op::invert && is_plain(node.first_child()));
}

Node named_part(metadata::Forms& forms, Node mask) {
    for (const Node each : subtree(mask))
        if (each.is(Kind::identifier) && forms.of(each).is_tensor() && forms.place(each)) return each;
    return {};
}

}  // namespace

Node read_under(Node operand) {
    const Node node = enclosing(operand, Kind::subscript);
    const std::vector<Node> indices = node ? syntax::Subscript{node}.indices() : std::vector<Node>{};
    const bool by_mask =
        indices.size() == 1 && syntax::is_within(operand, indices.front()) && !indices.front().is(Kind::slice);
    return by_mask ? node : Node{};
}

Node masked_read(const function::Facts& facts, Node operand) {
    const Node node = read_under(operand);
    return node && facts.variable(node.child(Field::value)) ? node : Node{};
}

Node mask_of(Node subscript) { return syntax::Subscript{subscript}.indices().front(); }

void Fitting::test_kind(const metadata::Place& place, Proof& proof) const {
    proof.test_kind(proof::is_tensor(place.text, torch));
}

Fitted Fitting::fit(Node mask, const std::vector<Node>& tensors, Proof& proof) const {
    Proof scratch;
    metadata::Forms forms(facts, statement, scratch);
    Fitted fitted{.mask = edit::on_one_line(mask, {})};
    // What elements are taken from is a tensor, if it looks like a number or not.
    const auto form_of = [&](Node node) {
        const auto place = facts.value(node).is(values::Kind::unknown) ? forms.place(node) : std::nullopt;
        Form known = forms.of(node);
        const bool rests_on_finding = proof.answer() == proof::Answer::assume && !known.is_tensor();
        if (rests_on_finding && !place)
            return Form{
                .kind = Form::Kind::tensor, .shape = {std::string(node.text())}, .dtype = std::string(node.text())};
        if (!place) return known;
        test_kind(*place, scratch);
        return Form{.kind = Form::Kind::tensor, .shape = {place->key}, .dtype = place->key};
    };
    const Form first = form_of(tensors.front());
    const std::string name(tensors.front().text());
    Form common = first;
    const auto test = [&](proof::Guard guard) {
        proof.test_kinds_of(scratch);
        proof.test(std::move(guard));
    };
    const auto keep = [&](Node node, Form form) {
        if (const auto place = forms.place(node)) fitted.known[place->key] = std::move(form);
    };
    for (const Node each : tensors) {
        Form form = form_of(each);
        if (!form.is_tensor()) return proof.refuse(quoted(each) + " may be something else than a tensor"), fitted;
        if (form.shape != common.shape) test(proof::same_shape(each.text(), name));
        if (dtypes && form.dtype != common.dtype) test(proof::same_dtype(each.text(), name));
        if (dtypes && floating && !common.floating) test(proof::is_floating(name));
        form.shape = common.shape;
        if (dtypes) form.dtype = common.dtype, form.floating = common.floating || floating;
        keep(each, std::move(form));
    }
    const bool is_open = facts.value(mask).is(values::Kind::unknown) && forms.place(mask);  // `m = age > 3`
    const Node variable = is_open ? mask : named_part(forms, mask);
    Form form = form_of(mask);
    if (!form.is_tensor()) return proof.refuse(quoted(mask) + " may be something else than a tensor"), fitted;
    // `m = w > 0`, of a `w` that only looks like one
    if (variable && facts.value(variable).likely) test_kind(*forms.place(variable), scratch);
    const bool is_one_of_them =
        variable && std::ranges::any_of(tensors, [&](Node each) { return each.text() == variable.text(); });
    if (form.shape != common.shape) {
        if (!variable || form_of(variable).shape != form.shape)
            return proof.refuse(quoted(mask) + " may have another shape than what it selects from"), fitted;
        if (!is_one_of_them) fit_mask(std::string(variable.text()), name, fitted, proof);
    }
    if (!form.is_bool()) {
        if (!is_plain(mask)) return proof.refuse(quoted(mask) + " may be no mask"), fitted;
        test(proof::is_mask(variable.text(), torch));
    }
    if (variable && !is_one_of_them) {
        Form of_variable = form_of(variable);
        of_variable.shape = common.shape;
        if (is_plain(mask)) of_variable.dtype = "bool", of_variable.floating = false;
        keep(variable, std::move(of_variable));
    }
    proof.test_kinds_of(scratch);
    return fitted;
}

// A mask of less dimensions gets one of 1 for each of the others.
void Fitting::fit_mask(const std::string& mask, const std::string& tensor, Fitted& fitted, Proof& proof) const {
    const std::string dims = mask + ".dim()", shape = mask + ".shape";
    fitted.whole = allowed == Mask::whole;
    switch (allowed) {
        case Mask::whole: return proof.test(proof::same_shape(mask, tensor));
        case Mask::first:
            fitted.mask = edit::with_method(fitted.mask,
                                            ".reshape(" + shape + " + (1,) * (" + tensor + ".dim() - " + dims + "))");
            return proof.test(proof::same_shape(mask, tensor, "[: " + dims + "]"));
        case Mask::rows:
            fitted.mask = edit::with_method(fitted.mask, "[..., None]");
            proof.test(proof::rank_above(mask, 0));
            return proof.test(proof::same_shape(mask, tensor, "[:-1]"));
    }
}

}  // namespace transforms::masks
