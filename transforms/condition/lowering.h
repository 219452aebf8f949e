// The reader behind predicate.h. Private to its sources: predicate.cpp reads what is asked, lower_operand.cpp a
// single tensor of it, lower_quantifier.cpp `any(...)` and `all(...)` of several.
#pragma once

#include "transforms/condition/predicate.h"
#include "transforms/condition/quantifier.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/splice.h"
#include "transforms/metadata/shape_guards.h"
#include "transforms/speculation/speculation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::condition {

// `(0, 1)` of `t in (0, 1)`, where t is a variable that holds a tensor, and these are numbers.
[[nodiscard]] syntax::Node items_of_in(const function::Facts& facts, syntax::Node comparison);

class PredicateReader {
  public:
    PredicateReader(const function::Facts& facts, syntax::Node statement, metadata::Forms& forms, proof::Proof& proof)
        : facts_(facts), statement_(statement), forms_(forms), proof_(proof), shapes_(facts, forms, proof),
          speculation_(facts, statement, forms, proof) {}
    void may_trust(bool may) { speculation_.may_trust(may); }

    [[nodiscard]] Predicate read(const std::vector<syntax::Node>& conditions);

  private:
    using Node = syntax::Node;

    Question question(Node condition);
    std::optional<Question> link(Node condition);
    std::string refuse(Node node, std::string_view why);
    std::string lacks(Node node, std::string_view why);  // unless the tensors are trusted to fit
    // `node`, or its opposite, as a bool tensor without dimensions. Behind a test that may have ended the evaluation,
    // it has to be harmless.
    std::string tensor(Node node, bool negated);
    std::string of_comparison(Node node, bool negated);
    [[nodiscard]] bool is_accumulated(Node node);
    std::string contained(Node node, bool negated);
    [[nodiscard]] Node truth_of(Node side) const;
    std::string of_truths(Node one, Node other, bool alike);
    std::string of_call(Node node, bool negated);
    std::string conjunction(const std::vector<Node>& operands, std::string_view op);
    std::string fixed(Node operand);

    // Of a call or comparison, and of the tensor that it is about.
    std::string of_number(Node call, const AskedOfNumber& asked, bool negated);
    Node kept_read(Node name);
    [[nodiscard]] bool is_of_tensor(Node operand) const;
    void check_warning(Node call, Node tensor);
    [[nodiscard]] Node extreme_of(Node tensor) const;
    Node read_by(Node number);
    std::string element(Node tensor);
    void check_floating(Node node, Node tensor);
    [[nodiscard]] Node of_its_kind(Node tensor, const operations::Form& form);
    std::string compared_numbers(Node node, bool negated);
    std::string compared_with_known(Node node, Node tensor, Node other);
    void widen(Node number, std::vector<edit::Replacement>& made);
    void widen_call(Node call, std::vector<edit::Replacement>& made);
    void check_arithmetic(Node node);
    [[nodiscard]] bool is_count(Node tensor);
    [[nodiscard]] std::optional<std::string> remainder(Node number);
    [[nodiscard]] bool has_count(Node number);
    [[nodiscard]] bool asks_kept(Node node);
    std::string of_kept(Node node, bool negated);
    std::string single(Node node, bool negated);
    [[nodiscard]] bool is_first_call(Node node) const;
    std::string hoisted(Node node);
    std::string one_element(Node node, const operations::Form& form, std::string text);
    std::string without_walrus(Node node);
    std::optional<std::string> chain_of_number(Node node);
    std::string chain(Node node, bool negated);
    std::string exists_any(const Existence& asked, bool none);
    [[nodiscard]] std::optional<std::string> sameness(Node call);
    std::string equality(Node call, Node left, Node right);

    // Of `any(...)` or `all(...)`.
    std::string over_items(Node call, bool any, bool negated);
    std::string among(Node comparison, Node items, bool negated);
    std::string over_list(Node items, std::string_view op, bool negated);
    [[nodiscard]] bool is_asked_once(const Each& each, Node item) const;
    std::string over_variables(Node call, std::string_view op, bool negated);
    std::string over_traced(Node call, bool any, bool negated);
    std::string over_sequence(Node call, bool any, bool negated);

    const function::Facts& facts_;
    Node statement_;
    metadata::Forms& forms_;
    proof::Proof& proof_;
    metadata::ShapeTests shapes_;
    speculation::Speculation speculation_;
    Predicate made_;
    std::vector<Node> whole_;  // tensors that are assumed to hold whole numbers
    bool behind_ = false;      // another operand may have ended the evaluation
};

}  // namespace transforms::condition
