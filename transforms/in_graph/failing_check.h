// What a check does that fails: for graph_assert.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::in_graph {

// What is raised where the conditions hold, which are known while tracing.
struct Raised {
    std::vector<std::string> conditions;
    std::string text;  // a string literal, or one that tracing makes one of
};

// Names that handlers of a file may stand for: `except (KeyError, ValueError):`, `with pytest.raises(ValueError):`.
// They would not get the error of a graph.
struct Handled {
    std::set<std::string_view> names;

    [[nodiscard]] bool any_of(const std::vector<std::string_view>& kinds) const;
};
[[nodiscard]] Handled handled_in(const syntax::Tree& tree);

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
    // Names of the classes of its errors.
    [[nodiscard]] const std::vector<std::string_view>& kinds() const { return kinds_; }

  private:
    void read_block(syntax::Node block, const std::vector<std::string>& conditions);
    void read_branch(syntax::Node statement, const std::vector<std::string>& conditions);
    [[nodiscard]] bool is_static(syntax::Node shown) const;
    [[nodiscard]] bool counts_rounds(syntax::Node shown) const;
    [[nodiscard]] std::optional<std::string> static_text(syntax::Node message) const;
    [[nodiscard]] std::optional<std::string> joined_text(syntax::Node message) const;
    std::string text_of(syntax::Node message);
    std::string text_of_error(syntax::Node error);
    std::string refuse(syntax::Node message);
    [[nodiscard]] bool is_output(syntax::Node statement) const;

    const function::Facts& facts_;
    proof::Proof& proof_;
    std::vector<Raised> raised_;
    bool names_values_ = false;
    bool loses_output_ = false;
    std::vector<std::string_view> kinds_;
};

}  // namespace transforms::in_graph
