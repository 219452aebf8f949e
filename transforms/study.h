// One analysis, while its findings are looked at one after the other: what a walk over a whole function has shown for
// one of them holds for the others in that function.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"

#include <map>
#include <memory>
#include <typeindex>
#include <unordered_map>

namespace transforms {

class Study {
  public:
    // The Analysis outlives the Study.
    explicit Study(const analysis::Analysis& analysis) : analysis_(analysis) {}

    [[nodiscard]] const analysis::Analysis& analysis() const { return analysis_; }
    // `function` is a function_definition of the program.
    [[nodiscard]] const function::Facts& facts(syntax::Node function) {
        std::unique_ptr<const function::Facts>& made = facts_[function];
        if (!made) made = std::make_unique<const function::Facts>(*analysis_.program(), function);
        return *made;
    }
    // What `make` gives for the node, which is a T; it is called once. No node: of the whole program.
    template <class T, class Make>
    [[nodiscard]] const T& once(syntax::Node node, Make make) {
        std::shared_ptr<const void>& made = made_[std::type_index(typeid(T))][node];
        if (!made) made = std::make_shared<const T>(make());
        return *static_cast<const T*>(made.get());
    }

  private:
    const analysis::Analysis& analysis_;
    std::unordered_map<syntax::Node, std::unique_ptr<const function::Facts>> facts_;
    std::map<std::type_index, std::unordered_map<syntax::Node, std::shared_ptr<const void>>> made_;
};

}  // namespace transforms
