// One analysis, while its findings are looked at one after the other: what a walk over a whole function has shown for
// one of them holds for the others in that function.
#pragma once

#include "analysis/analyze.h"
#include "analysis/function/function_facts.h"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace transforms {

class Study {
  public:
    // The Analysis outlives the Study.
    explicit Study(const analysis::Analysis& analysis) : analysis_(analysis) {
        if (analysis.program()) facts_.emplace(*analysis.program());
    }
    // Of what the program would be behind some edits.
    Study(const analysis::Analysis& ahead, const Study& from) : Study(ahead) {
        looked_ = from.looked_;
        depth_ = from.depth_ + 1;
    }

    [[nodiscard]] const analysis::Analysis& analysis() const { return analysis_; }
    // `function` is a function_definition of the program, so that there is one.
    [[nodiscard]] const function::Facts& facts(syntax::Node function) const { return facts_->of(function); }
    // What `make` gives for the node, which is a T; it is called once. No node: of the whole program.
    template <class T, class Make>
    [[nodiscard]] const T& once(syntax::Node node, Make make) {
        std::shared_ptr<const void>& made = made_[&kind<T>][node];
        if (!made) made = std::make_shared<const T>(make());
        return *static_cast<const T*>(made.get());
    }

    // Whether the program may be read once more, with other text: findings times nodes, of a long file with many.
    static constexpr int most_deep = 6;  // of looks ahead within others
    [[nodiscard]] bool may_look_ahead() {
        constexpr std::size_t most = 500'000;
        if (!analysis_.program() || depth_ == most_deep) return false;
        *looked_ += analysis_.program()->tree().size();
        return *looked_ <= most;
    }

  private:
    // Its address tells types apart, also those that two files call the same: typeid takes them for one on Windows.
    template <class T>
    static constexpr char kind = 0;

    const analysis::Analysis& analysis_;
    std::optional<function::AllFacts> facts_;
    std::shared_ptr<std::size_t> looked_ = std::make_shared<std::size_t>(0);                     // nodes
    int depth_ = 0;                                                                              // of the looks ahead
    std::map<const char*, std::unordered_map<syntax::Node, std::shared_ptr<const void>>> made_;  // by their kinds
};

}  // namespace transforms
