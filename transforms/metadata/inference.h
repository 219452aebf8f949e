// What is known of the shape and dtype of an expression from the text of its function alone: equal Forms are tensors of
// one shape and dtype whatever the callers pass. Asked by every rewrite that puts one tensor in the place of another.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/metadata.h"
#include "analysis/syntax/python.h"
#include "transforms/proof/proof.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace operations {
struct Reduction;
}  // namespace operations

namespace transforms::metadata {

// A place that holds a value: a variable, or an attribute of one.
struct Place {
    std::string text;  // "y", "self.state"
    std::string key;   // the text and what gave it its value: equal keys hold the same value
    auto operator<=>(const Place&) const = default;
};
// Of what holds its value since the node of that index.
[[nodiscard]] inline std::string key_of(std::string_view text, std::uint32_t since) {
    return std::string(text) + "#" + std::to_string(since);
}

// Forms as they are when control comes to a statement, the anchor. What nothing is known of is named by its place.
class Forms {
  public:
    using Known = std::map<std::string, operations::Form>;  // by key

    // `known` is taken for granted: what a test in front of the anchor makes sure of. Kinds that are guessed are added
    // to what the proof tests.
    Forms(const function::Facts& facts, syntax::Node anchor, proof::Proof& proof, Known known = {})
        : facts_(facts), anchor_(anchor), at_(anchor), proof_(proof), known_(std::move(known)) {}

    [[nodiscard]] operations::Form of(syntax::Node expression);
    // Of a call that has an effect, or that no row describes.
    [[nodiscard]] operations::Form of_other_call(syntax::Node call);
    // Of `left op right`, and of a call that is pointwise in its arguments.
    [[nodiscard]] operations::Form combined(const operations::Form& left, const operations::Form& right, syntax::Op op);
    // The same of expressions, the left one first: what is assumed is told in this order. As arguments of one call they
    // would be evaluated from the side that the compiler likes.
    [[nodiscard]] operations::Form of_both(syntax::Node left, syntax::Node right, syntax::Op op);
    // Of a column (trailing_unsqueeze.h) of a tensor; nothing if that may raise an error.
    [[nodiscard]] std::optional<operations::Form> of_column(syntax::Node node);
    [[nodiscard]] std::optional<Place> place(syntax::Node expression) const;
    // Of the variable, with the value that it has at the anchor.
    [[nodiscard]] Place kept_place(const names::Binding& variable) const { return place_of(variable, anchor_); }
    // From now on the place holds this.
    void assign(const std::string& text, operations::Form form) { assigned_[text] = std::move(form); }

    // The text, of a name or a subscript, stands for the expression: the variable of a comprehension.
    void bind(const std::string& name, syntax::Node expression) { bound_[name] = expression; }
    void unbind(const std::string& name) { bound_.erase(name); }
    [[nodiscard]] syntax::Node bound(syntax::Node node) const {
        const auto found = bound_.find(std::string(node.text()));
        return found == bound_.end() ? syntax::Node{} : found->second;
    }
    void forget(const std::string& text) { assigned_.erase(text); }
    // Of the value that the variable has at the anchor.
    [[nodiscard]] operations::Form of_kept(const names::Binding& variable, const values::Value& value);
    // The tensor at the place is one of bools, which is tested.
    void take_for_mask(const Place& place) { masks_->insert(place.key), answered_.clear(); }
    // Whether the variable was taken for a number, and is tested to be one.
    [[nodiscard]] bool is_number(std::string_view name, std::uint32_t since) const {
        return numbers_->contains(key_of(name, since));
    }

    [[nodiscard]] bool is_bool(std::string_view name, std::uint32_t since) const {
        const auto known = known_.find(key_of(name, since));
        return known != known_.end() && known->second.is_bool();
    }

    // Certainly a number that a tensor stands for.
    [[nodiscard]] bool is_kept(syntax::Node name) const {
        const auto held = place(name);
        const auto known = held ? known_.find(held->key) : known_.end();
        return known != known_.end() && known->second.kept;
    }

    // The expression is evaluated in any case, and raises where its shapes do not fit.
    void is_evaluated(syntax::Node expression);
    // Calls of functions of the file (callee_result.h) are taken for something unknown.
    void do_not_follow() { follows_ = false; }
    // So these two fit.
    [[nodiscard]] bool fit(const operations::Form& a, const operations::Form& b) const;
    // And tensors of this form have elements.
    [[nodiscard]] bool has_elements(const operations::Form& form) const { return filled_.contains(form.shape); }
    // Matrices of this shape have as many rows as columns, which is tested.
    void take_for_square(std::set<std::string> shape) { squares_.insert(std::move(shape)); }
    // Such a product (Product::text) is evaluated in any case.
    [[nodiscard]] bool is_multiplied(const std::string& product) const { return multiplied_.contains(product); }
    // Shapes of the first kind leave the other one as it is when they are broadcast: (n, m, 1) and (n, m, k).
    void absorb(std::string small, std::set<std::string> large) { absorbed_[std::move(small)] = std::move(large); }

    // What operations (operation.h) ask and say.
    [[nodiscard]] const function::Facts& facts() const { return facts_; }
    // Of which nothing is known but its value.
    [[nodiscard]] operations::Form opaque(syntax::Node node) const;
    // What is looked at runs in any case. So a tensor of this form has elements, and such a product raises nothing.
    [[nodiscard]] bool is_executed() const { return (evaluated_ || at_ != anchor_) && inductions_ == 0; }
    void is_filled(const operations::Form& form) { filled_.insert(form.shape); }
    void is_multiplied_here(std::string product) { multiplied_.insert(std::move(product)); }
    [[nodiscard]] bool is_square(const std::set<std::string>& shape) const { return squares_.contains(shape); }
    // The shape of what is left of a tensor of this form.
    [[nodiscard]] std::set<std::string> along(const operations::Reduction& reduction, const operations::Form& whole);

  private:
    [[nodiscard]] Place place_of(const names::Binding& variable, syntax::Node at) const;
    [[nodiscard]] bool is_by_default(const names::Binding& variable) const;
    operations::Form by_default(const names::Binding& variable, const values::Value& value, const Place& place);
    operations::Form at_place(syntax::Node expression, const Place& place);
    operations::Form of_item(syntax::Node item);
    operations::Form of_variable(const names::Binding& variable, const values::Value& value, const Place& place);
    operations::Form followed(const names::Binding& variable, const values::Value& value, const Place& place);
    operations::Form of_made(const function::Definition& made);
    [[nodiscard]] operations::Form as_tested(operations::Form form, const Place& place) const;
    std::optional<operations::Form> by_induction(const names::Binding& variable);
    operations::Form of_name(syntax::Node node);
    operations::Form of_operator(syntax::Node node);
    operations::Form of_comparison(syntax::Node node);
    operations::Form of_call(syntax::Node call);
    operations::Form of_subscript(syntax::Node node);
    operations::Form of_either(syntax::Conditional choice);
    std::optional<operations::Form> of_field(syntax::Node node);
    operations::Form guessed(const names::Binding& variable, const Place& place);

    void add_shape(std::set<std::string>& shape, const std::set<std::string>& more) const;
    void executed(const operations::Form& form);
    void takes_tensor(syntax::Node call);

    const function::Facts& facts_;
    syntax::Node anchor_;
    syntax::Node at_;  // the statement that the expression is a part of
    proof::Proof& proof_;
    Known known_;
    std::map<std::string, operations::Form> assigned_;  // by text, in the arm that is looked at
    std::map<std::string, operations::Form> answered_;  // by key
    std::map<std::string, syntax::Node> bound_;
    std::map<std::string, operations::Form> inductive_;  // by name: what all assignments give if it was that before
    std::shared_ptr<std::set<std::string>> numbers_ =
        std::make_shared<std::set<std::string>>();                                              // keys of guessed ones
    std::shared_ptr<std::set<std::string>> masks_ = std::make_shared<std::set<std::string>>();  // of tested ones
    std::set<std::string> tensors_;  // keys of what is known to be one
    std::set<std::string> items_;    // keys of items that are read in any case
    std::map<std::string, std::set<std::string>> absorbed_;
    std::set<std::set<std::string>> fitting_;  // shapes that were broadcast together
    std::set<std::set<std::string>> filled_;   // and that have elements
    std::set<std::set<std::string>> squares_;
    std::set<std::string> multiplied_;
    bool evaluated_ = false;  // is_evaluated() is asking
    bool follows_ = true;
    bool may_guess_ = true;
    int inductions_ = 0;
    int depth_ = 0;
};

}  // namespace transforms::metadata
