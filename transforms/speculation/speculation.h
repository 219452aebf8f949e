// Whether an expression may be evaluated although the program would not have: nobody notices, neither by an effect, nor
// by an exception, nor by a gradient. What is not known to be so is refused, tested or assumed (proof.h).
#pragma once

#include "analysis/function/dict_slot.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"
#include "transforms/speculation/guarded.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::speculation {

// What is assumed where zero gradients may become something else (spoils_gradients()).
inline constexpr std::string_view finite_gradients = "gradients of what is not chosen are finite";
// ... and where their shapes and dtypes are not known (may_trust()).
inline constexpr std::string_view all_fit = "all arms run without an error and give one shape and dtype";

class Speculation {
  public:
    // `statement` is where the expressions are going to be evaluated; `forms` is anchored there.
    Speculation(const function::Facts& facts, syntax::Node statement, metadata::Forms& forms, proof::Proof& proof)
        : facts_(facts), statement_(statement), forms_(forms), proof_(proof) {}

    // Names that are assigned between the statement and the expression.
    void assigned(const std::string& name, syntax::Node value) {
        limits_[name] = settled_limit(value);
        assigned_[name] = value;
    }
    void check(syntax::Node expression);
    // `left op right`, which the program may spell `left op= right`.
    void check_operator(syntax::Node node, syntax::Node left, syntax::Op op, syntax::Node right);
    // `y += e`, `y.sub_(1).mul_(2)` as if they made new tensors.
    void check_update(syntax::Node update);
    // A number made of what a dtype can hold: `torch.finfo(x.dtype).max - 1000`.
    [[nodiscard]] bool is_limit(syntax::Node given) const {
        return is_holder(given) || limit_of(given, statement_).has_value();
    }
    void check_limit(syntax::Node given);
    // What decides whether the expressions are chosen.
    void decided_by(std::vector<syntax::Node> conditions) { conditions_ = std::move(conditions); }
    // Numbers that tensors stand for may be made 1 where what they are factors of is not chosen: then they keep a
    // gradient of zero as it is. So may what is divided by.
    void may_guard(bool may) { may_guard_ = may; }
    // It may be assumed that shapes and dtypes fit.
    void may_trust(bool may) { trusts_ = may; }
    [[nodiscard]] const std::vector<Guarded>& guarded() const { return guarded_; }
    // A gradient of zero may become something else on its way through the expressions checked so far.
    [[nodiscard]] bool spoils_gradients() const { return !hazard_.empty(); }
    // And does so where the conditions keep the program from it: `total / count if count > 0 else total`.
    [[nodiscard]] bool is_singular() const { return singular_; }
    [[nodiscard]] const std::string& hazard() const { return hazard_; }  // why, for the user

    // What operations (operation.h) ask and say.
    [[nodiscard]] const function::Facts& facts() const { return facts_; }
    [[nodiscard]] metadata::Forms& forms() { return forms_; }
    [[nodiscard]] proof::Proof& proof() { return proof_; }
    [[nodiscard]] bool refused() const { return proof_.refused(); }
    [[nodiscard]] bool trusts() const { return trusts_; }
    // One of assigned(): it has no value yet where the tests stand.
    [[nodiscard]] bool is_assigned(std::string_view name) const { return assigned_.contains(name); }
    [[nodiscard]] bool is_before(const metadata::Place& place) const { return !is_assigned(place.text); }
    void refuse(syntax::Node node, std::string_view why, proof::Requirements would_help = {});
    // For some shapes or dtypes, and for no other reason.
    void may_raise(syntax::Node node, std::string_view why);
    // Of a module that is called. An optimizer takes a step with a gradient of zeros, and none without one.
    void parameters_may_get_zeros(syntax::Node call);
    void test_fit(proof::Guard guard);
    // What has its value already where the tests stand, and is such: the expression, or the first variable that it is
    // made of, also by way of what was assigned since.
    using IsSuch = std::function<bool(const operations::Form&)>;
    [[nodiscard]] std::optional<std::string> part_before(syntax::Node expression, const IsSuch& is_such, int depth = 0);
    // The same, of the shape of the tensor that the expression gives; nothing where that has no dimensions.
    [[nodiscard]] std::optional<std::string> part_of_shape(syntax::Node expression, const operations::Form& tensor);
    // The same, of its dtype.
    [[nodiscard]] std::optional<std::string> part_of_dtype(syntax::Node expression, const operations::Form& tensor);
    void check_shapes(syntax::Node node, const operations::Form& left, const operations::Form& right);
    // No whole numbers, which an operation may refuse.
    void check_floating(syntax::Node call, syntax::Node object, const operations::Form& tensor);
    void check_real(syntax::Node call, syntax::Node object, const operations::Form& tensor);
    void check_option(syntax::Node call, const torch::Row& row, syntax::Node given, const operations::Form& tensor);
    void check_given(syntax::Node given);
    // An argument of a function of the file, which may be anything that is there.
    void check_handed(syntax::Node argument);
    void check_keyword(syntax::Node call, syntax::Keyword keyword);

  private:
    [[nodiscard]] const torch::Row* row_of(syntax::Node node) const;
    [[nodiscard]] bool is_made_of_settings(syntax::Node given) const;
    [[nodiscard]] bool is_constant(syntax::Node call) const;
    void check_name(syntax::Node identifier);
    void check_assigned(syntax::Node identifier);
    [[nodiscard]] bool is_outer_parameter(syntax::Node identifier) const;
    [[nodiscard]] bool is_constant_of_module(syntax::Node identifier) const;
    void check_attribute(syntax::Node node);
    void check_setting(syntax::Node node);
    void check_unary(syntax::Node node);
    void check_comparison(syntax::Node node);
    [[nodiscard]] bool picks_rows(syntax::Node subscript);
    void check_subscript(syntax::Node node);
    void check_item(syntax::Node node);
    void check_choice(syntax::Conditional choice);
    [[nodiscard]] bool is_in_list(syntax::Node node) const;
    [[nodiscard]] bool is_constant_of_class(syntax::Node attribute) const;
    void check_not_half(syntax::Node call, const operations::Form& tensor);
    void check_mask(syntax::Node node, syntax::Node operand);
    void check_numeric(syntax::Node operand);
    void check_no_bool(syntax::Node operand);
    void check_factor(syntax::Node node, syntax::Node factor, bool divides);
    void check_divisor(syntax::Node node, syntax::Node divisor);
    [[nodiscard]] bool is_decided_by(syntax::Node divisor) const;
    [[nodiscard]] bool asks_for_zero(syntax::Node number) const;
    // What is as large as a dtype allows, or less.
    struct Limit {
        int sign = 0;          // 1: up to the largest number, -1: down to the smallest; 0: of moderate size
        syntax::Node call{};   // `torch.finfo(x.dtype)`
        syntax::Node where{};  // the statement around it
        std::string dtype{};   // that holds it, as a term of Forms; empty: all that are floating
        std::string text{};    // and what a test in front may ask for: `x.dtype`; empty: nothing
        bool lowered = false;  // `limit - 1000`, which may be of the other sign
    };
    [[nodiscard]] std::optional<Limit> limit_of(syntax::Node given, syntax::Node statement) const;
    [[nodiscard]] bool is_holder(syntax::Node call) const;
    [[nodiscard]] std::pair<syntax::Node, syntax::Node> holder_of(syntax::Node object, syntax::Node statement) const;
    [[nodiscard]] std::optional<Limit> limit_of_sum(syntax::Node sum, syntax::Node statement) const;
    [[nodiscard]] std::optional<Limit> limit_of_name(syntax::Node name, syntax::Node statement) const;
    // With the dtype, as it is where the expressions checked so far have run.
    [[nodiscard]] std::optional<Limit> settled_limit(syntax::Node given);
    void check_held(syntax::Node call, const Limit& limit, const operations::Form& tensor);
    [[nodiscard]] bool is_as_before(syntax::Node tensor, syntax::Node statement) const;
    void check_holder(syntax::Node call);
    [[nodiscard]] bool is_kept_number(syntax::Node factor);
    void check_size(syntax::Node number, bool divides);
    void check_numbers(syntax::Node node, syntax::Node left, syntax::Op op, syntax::Node right);
    void check_remainder(syntax::Node node, syntax::Node left, syntax::Op op, syntax::Node right);
    void check_power(syntax::Node node, syntax::Node exponent);
    [[nodiscard]] bool is_cut_off(syntax::Node node) const;
    void spoils(syntax::Node node);
    [[nodiscard]] bool keeps_from_border(syntax::Node root);
    [[nodiscard]] bool is_basic_index(syntax::Node subscript) const;

    const function::Facts& facts_;
    syntax::Node statement_;
    metadata::Forms& forms_;
    proof::Proof& proof_;
    std::map<std::string, syntax::Node, std::less<>> assigned_;
    std::map<std::string, std::optional<Limit>> limits_;  // of the assigned ones
    std::vector<syntax::Node> updates_;                   // those that are checked as if they made new tensors
    std::string hazard_;
    std::vector<syntax::Node> conditions_;
    bool singular_ = false;
    bool may_guard_ = false;
    bool trusts_ = false;
    std::vector<Guarded> guarded_;
};

// A zero gradient times a number up to this size is zero in every floating dtype.
inline constexpr double largest_factor = 65504;
inline constexpr std::string_view largest_text = "65504";
// "abs(k) <= 65504", also of `-k`.
[[nodiscard]] proof::Guard is_moderate(syntax::Node number);
[[nodiscard]] proof::Guard is_moderate(std::string_view number);
// A gradient of zero stays one when it is multiplied with the number, or divided by it, in every floating dtype.
[[nodiscard]] bool keeps_zero(double factor, bool divides);

}  // namespace transforms::speculation
