#include "transforms/masks/mask_guards.h"

#include "analysis/operations/basic_index.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/emptiness.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/masks/masked_place.h"
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

constexpr int max_steps = 4;  // from a mask to what it was made of

// `hot`, `~hot`, `hot[i]`
bool is_plain(Node mask) {
    const Node node = syntax::unparenthesized(mask);
    return node.is(Kind::identifier) ||
           (node.is(Kind::subscript) && syntax::Subscript{node}.object().is(Kind::identifier)) ||
           (node.is(Kind::unary_operator) && node.op() == Op::invert && is_plain(node.first_child()));
}

Node named_part(metadata::Forms& forms, Node mask) {
    for (const Node each : subtree(mask))
        if (each.is(Kind::identifier) && forms.of(each).is_tensor() && forms.place(each)) return each;
    return {};
}

// One fit: everything gets the shape of the first tensor, and the dtype of it if that is asked for.
class Fit {
  public:
    Fit(const Fitting& how, Node first, Proof& proof)
        : how_(how), proof_(proof), forms_(how.facts, how.statement, scratch_), common_(form_of(first)),
          name_(first.text()), rank_(how.facts.value(first).rank) {}

    [[nodiscard]] Fitted of(Node mask, const std::vector<Node>& tensors) {
        fitted_.mask = edit::on_one_line(mask, {});
        fitted_.related = std::ranges::any_of(tensors, [&](Node each) { return are_related(mask, each); });
        for (const Node each : tensors) fit_tensor(each);
        fit_mask(mask, tensors);
        proof_.test_kinds_of(scratch_);
        return std::move(fitted_);
    }

  private:
    // Elements are taken under a mask of the first dimensions at most. Where one of them was broadcast with the other,
    // it has all of these.
    [[nodiscard]] bool are_related(Node mask, Node tensor) {
        const values::Value of_mask = how_.facts.value(mask), of_tensor = how_.facts.value(tensor);
        if (of_mask.rank >= 0 && of_tensor.rank >= 0) return of_mask.rank == of_tensor.rank;
        if (how_.allowed != Fitting::Mask::rows && are_parts(mask, tensor)) return true;
        const std::set<std::string> one = shapes_in(mask, max_steps), other = shapes_in(tensor, 0);
        return std::ranges::any_of(one, [&](const std::string& term) { return other.contains(term); });
    }

    // `dist[i]` and `same[i] == 0`: what is read side by side looks alike.
    [[nodiscard]] static bool are_parts(Node mask, Node tensor) {
        Node part = syntax::unparenthesized(mask);
        if (part.is(Kind::comparison_operator) || part.is(Kind::unary_operator)) part = part.first_child();
        const auto one = syntax::as<syntax::Subscript>(part), other = syntax::as<syntax::Subscript>(tensor);
        return one && other && std::ranges::equal(one->indices(), other->indices(), {}, &Node::text, &Node::text);
    }

    // What it is broadcast from: of `m = x < low`, the shapes of `x` and `low`.
    [[nodiscard]] std::set<std::string> shapes_in(Node mask, int steps) {
        const Node node = syntax::unparenthesized(mask);
        const names::Binding* variable = how_.facts.variable(node);
        const auto made = variable ? how_.facts.definition(*variable, how_.statement) : std::nullopt;
        if (steps > 0 && made && made->statement) return shapes_in(made->value, steps - 1);
        const bool joins = node.is(Kind::comparison_operator) || node.is(Kind::unary_operator) ||
                           (node.is(Kind::binary_operator) && operator_of(node) != Op::matmul);
        if (steps == 0 || !joins) return shape_of(node);
        std::set<std::string> shapes;
        for (const Node part : node.children()) shapes.merge(shapes_in(part, steps - 1));
        return shapes;
    }

    [[nodiscard]] std::set<std::string> shape_of(Node node) {
        const auto place = forms_.place(node);
        if (place && how_.facts.value(node).is(values::Kind::unknown)) return {place->key};
        return without_guesses(node).shape;
    }

    // A computed tensor is nothing but that where its parts would have to be guessed.
    [[nodiscard]] Form without_guesses(Node node) {
        Proof guesses;
        Form form = metadata::Forms(how_.facts, how_.statement, guesses).of(node);
        if (!guesses.has_guards() || forms_.place(node)) return form;
        const std::string text(node.text());
        return Form{.kind = Form::Kind::tensor, .shape = {text}, .dtype = text};
    }

    void fit_tensor(Node tensor) {
        Form form = forms_.place(tensor) ? Form() : without_guesses(tensor);
        if (!form.is_tensor()) form = form_of(tensor);
        if (!form.is_tensor()) return proof_.refuse(quoted(tensor) + " may be something else than a tensor");
        if (form.shape != common_.shape && tensor.text() != name_) test(proof::same_shape(tensor.text(), name_));
        form.shape = common_.shape;
        if (how_.dtypes) fit_dtype(tensor, form);
        keep(tensor, std::move(form));
    }

    void fit_dtype(Node tensor, Form& form) {
        if (form.dtype != common_.dtype) test(proof::same_dtype(tensor.text(), name_));
        if (how_.floating && !common_.floating) test(proof::is_floating(name_));
        form.dtype = common_.dtype;
        form.floating = common_.floating || how_.floating;
    }

    void fit_mask(Node mask, const std::vector<Node>& tensors) {
        const bool is_open = how_.facts.value(mask).is(values::Kind::unknown) && forms_.place(mask);  // `m = age > 3`
        const Node variable = is_open ? mask : named_part(forms_, mask);
        const Form form = form_of(mask);
        if (!form.is_tensor()) return proof_.refuse(quoted(mask) + " may be something else than a tensor");
        // `m = w > 0`, of a `w` that only looks like one
        if (variable && how_.facts.value(variable).likely) test_kind(*forms_.place(variable));
        const bool is_one_of_them =
            variable && std::ranges::find(tensors, variable.text(), &Node::text) != tensors.end();
        if (form.shape != common_.shape) {
            const bool is_of_variable = variable && form_of(variable).shape == form.shape;
            if (!is_of_variable && proof_.answer() == proof::Answer::test)
                return proof_.refuse(quoted(mask) + " may have another shape than what it selects from");
            if (!is_of_variable || !is_one_of_them) fit_shape(edit::grouped(is_of_variable ? variable : mask));
        }
        if (!form.is_bool()) {
            if (!is_plain(mask)) return proof_.refuse(quoted(mask) + " may be no mask");
            test(proof::is_mask(variable.text(), how_.torch));
        }
        const bool is_part = std::ranges::any_of(subtree(mask), [](Node node) { return node.is(Kind::subscript); });
        if (variable && !is_one_of_them && !is_part) keep_mask(variable, is_plain(mask));
    }

    // A mask of less dimensions gets one of 1 for each of the others.
    void fit_shape(const std::string& mask) {
        const std::string dims = mask + ".dim()", shape = mask + ".shape";
        const bool is_whole =
            how_.allowed == Fitting::Mask::whole || (how_.allowed == Fitting::Mask::first && fitted_.related);
        fitted_.whole = is_whole;
        // Of a matrix, a mask that seems to have less dimensions has one for the rows.
        const bool is_of_matrix = how_.allowed == Fitting::Mask::first && rank_ == 2 && assumes();
        const Fitting::Mask lies = is_of_matrix ? Fitting::Mask::rows : how_.allowed;
        switch (is_whole ? Fitting::Mask::whole : lies) {
            case Fitting::Mask::whole: return proof_.test(proof::same_shape(mask, name_));
            case Fitting::Mask::first:
                fitted_.mask = edit::with_method(
                    fitted_.mask, ".reshape(" + shape + " + (1,) * (" + name_ + ".dim() - " + dims + "))");
                fitted_.first = proof::same_shape(mask, name_, "[: " + dims + "]");
                return proof_.test(*fitted_.first);
            case Fitting::Mask::rows:
                fitted_.mask = edit::with_method(fitted_.mask, "[..., None]");
                if (!assumes()) proof_.test(proof::rank_above(mask, 0));
                return proof_.test(proof::same_shape(mask, name_, "[:-1]"));
        }
    }

    [[nodiscard]] bool assumes() const { return proof_.answer() == proof::Answer::assume; }

    void keep_mask(Node variable, bool is_mask) {
        Form form = form_of(variable);
        form.shape = common_.shape;
        if (is_mask) form.dtype = "bool", form.floating = false;
        keep(variable, std::move(form));
    }

    // What elements are taken from is a tensor, if it looks like a number or not.
    Form form_of(Node node) {
        const auto place = how_.facts.value(node).is(values::Kind::unknown) ? forms_.place(node) : std::nullopt;
        if (!place) {
            Form known = forms_.of(node);
            // A fix that assumes something rests on the finding, too: that elements of a tensor are read.
            if (known.is_tensor() || proof_.answer() == proof::Answer::test) return known;
            const std::string text(node.text());
            return Form{.kind = Form::Kind::tensor, .shape = {text}, .dtype = text};
        }
        test_kind(*place);
        return Form{.kind = Form::Kind::tensor, .shape = {place->key}, .dtype = place->key};
    }

    void test_kind(const metadata::Place& place) { scratch_.test_kind(proof::is_tensor(place.text, how_.torch)); }
    void test(proof::Guard guard) {
        proof_.test_kinds_of(scratch_);
        proof_.test(std::move(guard));
    }
    void keep(Node node, Form form) {
        if (const auto place = forms_.place(node)) fitted_.known[place->key] = std::move(form);
    }

    const Fitting& how_;
    Proof& proof_;
    Proof scratch_;  // of which nothing counts unless something is tested on it
    metadata::Forms forms_;
    Form common_;
    std::string name_;
    int rank_;
    Fitted fitted_{};
};

}  // namespace

Node read_under(const function::Facts& facts, Node operand) {
    const Node node = selection_around(facts, operand);
    const std::vector<Node> indices = node ? syntax::Subscript{node}.indices() : std::vector<Node>{};
    return indices.size() == 1 && !indices.front().is(Kind::slice) ? node : Node{};
}

Node mask_of(Node subscript) { return syntax::Subscript{subscript}.indices().front(); }

bool is_asked_for(const function::Facts& facts, Node mask, Node statement) {
    for (Node node = statement; node && node != facts.function(); node = node.parent()) {
        const Node around = node.parent();
        if (!around.is(Kind::if_statement) || node.field() != Field::consequence) continue;
        const Node asked = condition::mask_asked_for(facts, around.child(Field::condition), around);
        const names::Binding *variable = facts.variable(mask), *other = facts.variable(asked);
        const auto now = variable ? facts.definition(*variable, statement) : std::nullopt;
        const auto then = variable == other && variable ? facts.definition(*variable, around) : std::nullopt;
        if (now && then && now->value == then->value) return true;
    }
    return false;
}

bool has_one_less(const function::Facts& facts, Node mask, Node statement, std::string_view tensor) {
    const names::Binding* variable = facts.variable(mask);
    const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
    return std::ranges::any_of(subtree(made && made->statement ? made->value : mask), [&](Node node) {
        const auto along = node.is(Kind::call) ? operations::reduction_of(facts, node) : std::nullopt;
        const auto cut = node.is(Kind::subscript) ? operations::cut_of(node) : std::nullopt;
        const Node of = along ? along->of : cut ? cut->of : Node{};
        const bool drops_one = along ? along->dims.size() == 1 && !along->kept : cut && cut->items.size() == 1;
        return drops_one && of.text() == tensor;
    });
}

Fitted Fitting::fit(Node mask, const std::vector<Node>& tensors, Proof& proof) const {
    return Fit(*this, tensors.front(), proof).of(mask, tensors);
}

}  // namespace transforms::masks
