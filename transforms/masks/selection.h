// Elementwise code over the elements under one mask, from where they are taken out to where they are reduced:
//
//     diff = torch.log(x[m]) - torch.log(y[m])      two reads, and a name
//     loss = diff.pow(2).mean() - diff.mean()       two ends
//
// f(x[m], y[m]) is f(x, y)[m], so all of it may be computed for all elements, if the ends leave the others out. For
// masked_selection.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "analysis/operations/arithmetic.h"
#include "transforms/masks/masked_place.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace transforms::masks {

enum class Result : std::uint8_t {
    sum,
    average,
    any,
    all,
    prod,
    norm,
    variance,
    deviation,
    greatest,
    least,
    number,
    stored,
};

// Where the elements become one: `x[m].sum()`, `torch.all(x[m] > 0)`, `F.mse_loss(x[m], y[m])`, `len(x[m])`; or where
// they are put back, e of `y[m] = e`
struct End {
    syntax::Node call;
    syntax::Node of;  // what is reduced; of a loss, the call
    Result result;
    bool is_biased = false;            // of a variance
    bool is_row = false;               // the elements have to lie in one row: `x[m].mean(-1)`
    bool keeps_dim = false;            // `keepdim=True`
    bool may_be_rows = false;          // or they are rows, which are taken together: `x[m].mean(0)`
    syntax::Node reduction{};          // the word that a loss is asked by
    syntax::Op op = syntax::Op::none;  // what is put back is combined with what is there: `y[m] += e`

    [[nodiscard]] bool is_store() const { return result == Result::stored; }
};

class Selection {
  public:
    // The code around the read `x[m]`; refuses what needs just these elements.
    Selection(const function::Facts& facts, const MaskedPlace& read, proof::Proof& proof);

    [[nodiscard]] syntax::Node mask() const { return mask_; }
    // A place under the same mask.
    [[nodiscard]] std::optional<MaskedPlace> place(syntax::Node node) const {
        return masked_place(facts_, node, mask_.text());
    }
    // Where the elements of an end are put back.
    [[nodiscard]] MaskedPlace place_of(const End& end) const {
        return *place(syntax::statement_of(end.call).first_child().child(syntax::Field::left));
    }
    [[nodiscard]] const std::vector<syntax::Node>& reads() const { return reads_; }  // as they stand in the source
    [[nodiscard]] const std::vector<syntax::Node>& named() const { return named_; }  // what is assigned
    [[nodiscard]] const std::vector<End>& ends() const { return ends_; }
    [[nodiscard]] const End* end_at(syntax::Node call) const;
    [[nodiscard]] bool is_read(syntax::Node node) const;
    // It has an element for each of those under the mask.
    [[nodiscard]] bool has(syntax::Node expression) { return sort_of(expression) == Sort::elements; }
    // The assigned expression that the name stands for, if it is one of these.
    [[nodiscard]] syntax::Node value_of(syntax::Node name);

  private:
    enum class Sort : std::uint8_t { elements, single, other };  // or one number for all of them

    [[nodiscard]] Sort sort_of(syntax::Node expression);
    [[nodiscard]] Sort find_sort(syntax::Node expression);
    [[nodiscard]] Sort sort_of_all(const std::vector<syntax::Node>& operands);
    [[nodiscard]] Sort sort_of_call(syntax::Node call);
    [[nodiscard]] Sort sort_of_operator(syntax::Node operation);
    [[nodiscard]] Sort sort_of_subscript(syntax::Node subscript);
    [[nodiscard]] Sort sort_of_other(syntax::Node expression);
    [[nodiscard]] std::optional<End> find_end(syntax::Node expression);
    [[nodiscard]] std::optional<End> reduced(syntax::Node call);
    [[nodiscard]] std::optional<End> greatest_of(syntax::Node values, syntax::Node call);
    [[nodiscard]] std::optional<End> counted(syntax::Node expression);
    void climb(syntax::Node expression);
    void descend(syntax::Node expression);
    void descend_into(syntax::Node expression);
    void add_end(const End& end);
    void add_update(syntax::Node assignment);
    void add_name(syntax::Node value);
    void check_names();
    void refuse();

    const function::Facts& facts_;
    proof::Proof& proof_;
    syntax::Node mask_;
    std::vector<syntax::Node> reads_, named_, used_;
    std::vector<End> ends_;
    std::unordered_map<syntax::Node, Sort> sorts_;
};

// What the operation does with its operands, if that is an operator of arithmetic: `x / y`, `torch.div(x, y)`.
[[nodiscard]] std::optional<operations::Arithmetic> arithmetic_in(const function::Facts& facts, syntax::Node operation);

}  // namespace transforms::masks
