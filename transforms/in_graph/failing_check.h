// What a check does that fails: for graph_assert.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <string>
#include <vector>

namespace transforms::in_graph {

// What is raised where the conditions hold, which are known while tracing.
struct Raised {
    std::vector<std::string> conditions;
    std::string text;  // a string literal
};

// Refuses what does more than to raise, or to show something.
class FailingCheck {
  public:
    FailingCheck(const function::Facts& facts, proof::Proof& proof) : facts_(facts), proof_(proof) {}

    // An `assert`, or an `if` without other arms.
    void read(syntax::Node check);

    [[nodiscard]] const std::vector<Raised>& raised() const { return raised_; }
    // Where the program shows values, or quotes its text.
    [[nodiscard]] bool names_values() const { return names_values_; }
    [[nodiscard]] bool loses_output() const { return loses_output_; }
    // The file has a handler for such an error, `except ValueError`, which would not get the one of a graph.
    [[nodiscard]] bool is_caught() const { return is_caught_; }

  private:
    void read_block(syntax::Node block, const std::vector<std::string>& conditions);
    void read_branch(syntax::Node statement, const std::vector<std::string>& conditions);
    std::string text_of(syntax::Node message);
    std::string text_of_error(syntax::Node error);
    std::string refuse(syntax::Node message);
    void raises(std::string_view kind);
    [[nodiscard]] bool is_output(syntax::Node statement) const;

    const function::Facts& facts_;
    proof::Proof& proof_;
    std::vector<Raised> raised_;
    bool names_values_ = false;
    bool loses_output_ = false;
    bool is_caught_ = false;
};

}  // namespace transforms::in_graph
