// What the calls in a part of the code may write to that was there before: the buffers of modules, attributes.
#pragma once

#include "analysis/function/function_facts.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace values {
struct Activation;
}

namespace transforms::outlining {

class OuterWrites {
  public:
    explicit OuterWrites(const function::AllFacts& all) : all_(all) {}
    // Of all calls in the code, and of those that these lead to.
    void look(const function::Facts& facts, syntax::Node code);

    std::vector<std::string> open{};  // calls of which it is not known: "`self.net`"
    syntax::Node store{};             // the first assignment to an attribute or a part, or call of BatchNorm; or none

  private:
    void look_at(const function::Facts& facts, syntax::Node call);
    void look_into(const values::Activation& callee);

    const function::AllFacts& all_;
    std::unordered_set<syntax::Node> seen_{};
};

}  // namespace transforms::outlining
