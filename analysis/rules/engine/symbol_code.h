// Code that takes numbers and sizes which the data decides, where all is one graph and they are symbols: what there is
// no event for. For one_graph.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/values/program.h"

#include <string_view>
#include <unordered_set>

namespace rules {

// A number that is a symbol where all is one graph, or may be one; also within a container.
[[nodiscard]] bool holds_symbol(values::Value value);

class SymbolCode {
  public:
    explicit SymbolCode(const values::Program& program) : program_(program) {}

    // `self.largest = max(self.largest, n)`, `recent.append(n)`: whoever asks for the attribute, or for what the list
    // holds, may be asking for a symbol.
    void note_stores(syntax::Node function);
    // Something reads a number of what was not computed here, and may hold truths.
    void reads_open() { reads_open_ = true; }
    // Nothing in the function needs to know a symbol while it is traced.
    [[nodiscard]] bool allows(syntax::Node function) const;

  private:
    [[nodiscard]] bool allows_node(syntax::Node node) const;
    [[nodiscard]] bool allows_call(syntax::Node call) const;
    [[nodiscard]] bool orders(syntax::Node call) const;
    [[nodiscard]] bool takes_stored(syntax::Node container) const;
    [[nodiscard]] bool may_be_stored(syntax::Node comparison) const;
    [[nodiscard]] bool counts_truth(syntax::Node operation) const;
    [[nodiscard]] bool repeats(syntax::Node operation) const;
    [[nodiscard]] bool may_be_truth(syntax::Node node) const;
    [[nodiscard]] bool is_symbol(syntax::Node node) const;
    [[nodiscard]] bool has_symbol(syntax::Node parent) const;
    [[nodiscard]] bool picks_by_tensor(syntax::Node subscript) const;
    [[nodiscard]] bool is_symbolic(syntax::Node node) const;

    const values::Program& program_;
    std::unordered_set<std::string_view> stored_{};  // attributes that hold a symbol,
    std::unordered_set<std::string_view> filled_{};  // and names of containers that do
    bool reads_open_ = false;
};

}  // namespace rules
