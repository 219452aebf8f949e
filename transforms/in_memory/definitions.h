// What stands behind the last import of a module that is rewritten in memory, so that no line moves: the import of the
// runtime as `_graphmend`, and what the rewritten code calls.
#pragma once

#include "analysis/analyze.h"
#include "analysis/syntax/node.h"
#include "transforms/rewrite.h"

#include <optional>
#include <string>

namespace transforms::in_memory {

class Definitions {
  public:
    // Nothing where the module has no such place, or calls something else `_graphmend`.
    [[nodiscard]] static std::optional<Definitions> of(const analysis::Analysis& analysis);

    // `_graphmend_1`, the next one that the module has no use for.
    [[nodiscard]] std::string new_name();
    void add(const std::string& statement) { text_ += "; " + statement; }
    // Adds itself to the edits, if there are any, and makes sure that names in them mean what they should.
    void finish(InMemory& rewritten) const;

  private:
    Definitions(const analysis::Analysis& analysis, syntax::Node import, std::string text)
        : analysis_(analysis), import_(import), text_(std::move(text)) {}

    const analysis::Analysis& analysis_;
    syntax::Node import_;
    std::string text_;
    int number_ = 0;
};

}  // namespace transforms::in_memory
