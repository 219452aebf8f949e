// Where a number goes, and whether a tensor without dimensions serves as well there: arithmetic with tensors, branches.
// Asked by the rewrites that keep a number a tensor.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"
#include "transforms/scalar_uses/scalar_value.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace transforms::scalar_uses {

class NumberUses {
  public:
    // Why the branch that the condition decides cannot become a select, or nothing: asked of each that the number is
    // in.
    using Unreadable = std::optional<std::string> (*)(const function::Facts& facts, syntax::Node condition);
    // `statement` is where the number is made; `forms` is anchored there.
    NumberUses(const function::Facts& facts, syntax::Node statement, metadata::Forms& forms, proof::Proof& proof,
               Numbers numbers, Unreadable unreadable)
        : facts_(facts), statement_(statement), forms_(forms), proof_(proof), numbers_(numbers),
          unreadable_(unreadable) {}

    // What is computed with it may be rounded as its tensor is, rather than in double precision: the fix says so.
    void may_round(std::string dtype) { may_round_ = true, dtype_ = std::move(dtype); }
    // Another arm gives a tensor in its place, so that whoever gets it takes one.
    void stands_beside_tensor() { beside_tensor_ = true; }
    // The statement may assign the variable another number than the one that is read: of the branch that it is in.
    [[nodiscard]] bool takes(syntax::Node number);
    // Refuses, or assumes away, a use that may tell the number from a tensor. `node` is the number, or made of it and
    // of other numbers.
    void check(syntax::Node node);
    // The same of the read itself, which has no name.
    void check_read(syntax::Node call);
    // The same of a use of the variable that holds the number, which may be made a number later than it is read.
    void check_use(const names::Binding& variable, syntax::Node node);

    [[nodiscard]] bool widened() const { return widened_; }      // Python computes with it in double precision
    [[nodiscard]] bool rounded() const { return rounded_; }      // where that is assumed to be as good as double
    [[nodiscard]] bool indexes() const { return indexes_; }      // what only a whole number can
    [[nodiscard]] bool wraps() const { return wraps_; }          // if it is a small int: 200 - 250 is 206 in uint8
    [[nodiscard]] bool handed_on() const { return handed_on_; }  // to whoever takes a tensor, as is assumed
    [[nodiscard]] bool alone() const { return alone_; }          // takers.h
    [[nodiscard]] bool doubtful() const { return doubtful_; }    // it may give a tensor that it meets another dtype
    [[nodiscard]] bool guesses() const { return guesses_; }      // nothing is known of a tensor that it meets
    // `self.seen += n`, each of which is to make a new tensor: takers.h
    [[nodiscard]] const std::vector<syntax::Node>& sums() const { return sums_; }
    // The tensors that it meets. They have to be such as take a tensor without dimensions as they take a number.
    [[nodiscard]] const std::vector<syntax::Node>& partners() const { return partners_; }
    // The devices of those that need no name, as code that is evaluated where the number is read.
    [[nodiscard]] const std::vector<std::string>& devices() const { return devices_; }
    // Those that are made behind its read.
    [[nodiscard]] const std::vector<LateMeeting>& late() const { return late_; }
    [[nodiscard]] const std::vector<Respelled>& respelled() const { return respelled_; }
    // The conditions that it takes part in, all of branches.
    [[nodiscard]] const std::vector<syntax::Node>& conditions() const { return conditions_; }
    // The names that are given to what is made of it.
    [[nodiscard]] const std::vector<HeldNumber>& names() const { return names_; }

  private:
    [[nodiscard]] const names::Binding* named(syntax::Node node) const;
    void check_named(syntax::Node node);
    [[nodiscard]] bool is_put_into_tensor(syntax::Node node) const;
    [[nodiscard]] bool check_joined(syntax::Node node);
    [[nodiscard]] bool check_summed(syntax::Node update);
    void is_summed(syntax::Node call);  // what torch is asked has become a tensor by then
    [[nodiscard]] bool check_stacked(syntax::Node node);
    void check_uses_of(const names::Binding& variable);
    [[nodiscard]] bool sees_a_start(const names::Binding& variable, syntax::Node use) const;
    [[nodiscard]] bool is_read_of_tensor(const names::Binding& variable, syntax::Node use) const;
    void check_default(syntax::Node operation, syntax::Node node);
    [[nodiscard]] bool is_selected(syntax::Node conditional, syntax::Node arm) const;
    [[nodiscard]] bool is_decided_by(const names::Binding& variable, syntax::Node value, syntax::Node condition) const;
    void check_truth(syntax::Node node);
    void check_beside(syntax::Node operation, syntax::Node other);
    void check_small(syntax::Node constant);
    void check_with(syntax::Node operation, syntax::Node other);
    void check_compared(syntax::Node comparison, syntax::Node other);
    void check_root(syntax::Node call);
    void check_power(syntax::Node power);
    void check_exponent(syntax::Node power);
    [[nodiscard]] bool wraps_around(syntax::Node operation, syntax::Node node) const;
    void check_arm(syntax::Node conditional, syntax::Node arm);
    void check_index(syntax::Node subscript, syntax::Node index);  // rows.cpp, with what follows
    void check_table(syntax::Node subscript, syntax::Node index);  // tables.cpp
    [[nodiscard]] bool is_rolled(syntax::Node call, syntax::Node argument);
    void take(NumberUses& other);
    [[nodiscard]] static syntax::Node slice_around(syntax::Node node);
    void check_bound(syntax::Node slice, syntax::Node node);
    [[nodiscard]] std::string window_text(syntax::Node slice, std::string_view torch);
    [[nodiscard]] bool is_written_later(syntax::Node subscript);
    [[nodiscard]] bool base_is_written(syntax::Node subscript, const names::Binding& name) const;
    void respell(Respelled made);
    [[nodiscard]] std::string take_spelling(syntax::Node node);
    void check_generated(syntax::Node generator, syntax::Node element);
    void check_argument(syntax::Node call, syntax::Node argument);
    void check_keyword(syntax::Node keyword, syntax::Node value);
    [[nodiscard]] bool may_limit(syntax::Node call, syntax::Node argument);
    [[nodiscard]] bool tells_nan(syntax::Node call, syntax::Node argument) const;
    [[nodiscard]] std::string selected_limit(syntax::Node call, syntax::Node argument) const;
    void is_no_nan(syntax::Node call, syntax::Node argument);
    [[nodiscard]] bool is_limit(syntax::Node limit);
    [[nodiscard]] bool is_other_number(syntax::Node node);
    void test_defaults(syntax::Node node, syntax::Node at);
    [[nodiscard]] bool is_known_there(syntax::Node node) const;
    [[nodiscard]] bool is_not_zero(syntax::Node divisor);
    [[nodiscard]] bool is_positive(syntax::Node number);
    [[nodiscard]] bool is_assumed_not_zero(syntax::Node divisor);
    [[nodiscard]] bool is_asked_for_zero(syntax::Node divisor) const;
    // The fix states what it rests on: large ints and the sign of a zero are not asked for.
    [[nodiscard]] bool assumes() const { return proof_.answer() == proof::Answer::assume; }
    void divides(syntax::Node division, syntax::Node numerator);
    void widen();
    // The variables that give a tensor its dtype and dimensions; none if that is not known.
    [[nodiscard]] std::vector<syntax::Node> leading_parts(metadata::Forms& forms, syntax::Node tensor) const;
    [[nodiscard]] syntax::Node leading_part(metadata::Forms& forms, syntax::Node tensor) const;
    [[nodiscard]] std::vector<syntax::Node> computed_with(syntax::Node call) const;
    // What it was made of where the number is read; none if that is not known.
    [[nodiscard]] std::vector<syntax::Node> known_parts(metadata::Forms& forms, syntax::Node part, int steps = 0) const;
    [[nodiscard]] bool is_narrow(syntax::Node part) const;
    [[nodiscard]] bool is_late(metadata::Forms& forms, syntax::Node other) const;
    void meets(syntax::Node operation, syntax::Node other);
    void meets_roughly(syntax::Node operation, syntax::Node other);
    enum class Sight : std::uint8_t { certain, likely };  // by what somebody does with it elsewhere
    [[nodiscard]] bool has_dimensions(syntax::Node tensor, Sight sight, int steps = 0) const;
    [[nodiscard]] std::string device_of_new(syntax::Node tensor);
    void meets_late(syntax::Node operation, syntax::Node other);
    void meets_single();                   // a tensor without dimensions
    void differs(syntax::Node operation);  // with a tensor, it may give something else
    void observed(syntax::Node node);      // by whom it is used, or handed to
    // follow_calls.cpp: whether all that is done with it there is what a tensor serves for as well.
    [[nodiscard]] bool follows(syntax::Node node);
    [[nodiscard]] bool follows_into(syntax::Node call, syntax::Node argument);
    [[nodiscard]] bool follows_out();
    [[nodiscard]] bool follows_in(const function::Facts& other, const names::Binding* variable,
                                  const std::vector<syntax::Node>& uses, syntax::Node call);
    [[nodiscard]] std::string dtype_in(const function::Facts& other, syntax::Node call) const;
    [[nodiscard]] bool is_asserted(syntax::Node condition);
    [[nodiscard]] bool is_told(syntax::Node interpolation) const;
    void has_dtype_of(syntax::Node rows, syntax::Node written);
    void branches_on(syntax::Node condition);

    const function::Facts& facts_;
    syntax::Node statement_;
    metadata::Forms& forms_;
    proof::Proof& proof_;
    Numbers numbers_;
    Unreadable unreadable_;
    bool widened_ = false;
    bool may_round_ = false;
    std::string dtype_;  // of its tensor, as a term
    bool rounded_ = false;
    bool indexes_ = false;
    bool wraps_ = false;
    bool handed_on_ = false;
    bool alone_ = false;
    bool doubtful_ = false;
    bool guesses_ = false;
    bool meets_number_ = false;  // or a tensor without dimensions
    int depth_ = 0;              // of calls that were followed
    syntax::Node read_;          // has no name
    bool beside_tensor_ = false;
    bool beside_number_ = false;  // the variable may hold a number that Python made, `start = 0` in another arm
    bool limited_ = false;        // what is checked may stay a number: the limit of `max(std, 1e-5)`, another arm
    bool sums_up_ = false;  // what is checked is a sum, and the number that it starts as where nothing is added to it
    std::vector<HeldNumber> names_;
    std::set<const names::Binding*> joined_;  // variables with other values as well, which are asked about
    std::vector<syntax::Node> partners_;
    std::vector<std::string> devices_;
    std::vector<LateMeeting> late_;
    std::vector<Respelled> respelled_;
    std::vector<syntax::Node> taken_;  // spelled so within one of these
    std::vector<syntax::Node> sums_;
    const names::Binding* held_ = nullptr;  // the variable that holds what is checked
    std::vector<syntax::Node> conditions_;
};

// The tests that a tensor takes one without dimensions as it takes a number: it has a wide floating dtype, and
// dimensions, which do not matter beside whole numbers; as int64 then serves as well.
[[nodiscard]] proof::Guards takes_as_number(syntax::Node partner, std::string_view torch, bool whole = false);
// Terms of Forms: of a floating dtype, a quotient or a sum has the same, and what a number is added to.
[[nodiscard]] bool is_made_of(std::string_view dtype, std::string_view of);
// Such a term: what no floating dtype but half precision is narrower than.
[[nodiscard]] bool is_single_precision(std::string_view dtype);
// The number is exact in every floating dtype.
[[nodiscard]] bool is_exact(double number);
// `x.clamp(min=1)` of the call `max(n, 1)`, where `x` is made of `n`; nothing of other calls.
[[nodiscard]] std::optional<std::string> limited(syntax::Node call, syntax::Node number, const std::string& made);
// One of the names stands somewhere in the file: `half` of `x.half()`.
[[nodiscard]] bool names_any(const syntax::Tree& tree, std::span<const std::string_view> names);
// A list of numbers of Python, or an array.
[[nodiscard]] bool is_table(const values::Value& value);
// "log10" of `math.log10(x)`: what torch calls the same of a tensor; empty if it has none. Where Python raises an
// error, it gives NaN or infinity.
[[nodiscard]] std::string_view function_in_torch(const function::Facts& facts, syntax::Node call);
// Only the truth of the expression is asked for, by a branch.
[[nodiscard]] bool decides_branch(syntax::Node expression);

}  // namespace transforms::scalar_uses
