// Programs from tree-sitter's description of Python's grammar (grammar.json), with the names and phrases of models.
#pragma once

#include "tests/fuzz/mutate.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace fuzz {

class Grammar {
  public:
    explicit Grammar(std::string_view json);

    // Compiled functions and a module, of about so many words.
    [[nodiscard]] std::string make(Mutator& random, std::size_t words) const;

  private:
    using Json = nlohmann::json;
    class Writer;

    [[nodiscard]] int depth_of(const Json& node) const;

    Json rules_;
    std::map<std::string, int, std::less<>> depths_;  // of the least that each rule can become
};

}  // namespace fuzz
