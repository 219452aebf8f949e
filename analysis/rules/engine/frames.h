// What the causes make of the functions that they are in: split, or left to eager. Used by run.cpp.
#pragma once

#include "analysis/rules/engine/causes.h"
#include "analysis/rules/engine/paths.h"

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rules {

using FoundIn = std::map<Key, std::vector<const values::Activation*>>;

class Frames {
  public:
    Frames(const values::Program& program, const Paths& paths, const Causes& causes, const FoundIn& found_in);

    // What leaves the frame to eager that `node` would be a part of whenever it is reached; null if nothing does, or a
    // break between the two splits them, or `node` breaks itself.
    [[nodiscard]] const Finding* loss_around(const values::Activation& activation, syntax::Node node) const;

  private:
    struct Break {
        syntax::Node node;  // in the function itself: the cause, or the call that leads to it
        const Finding* finding;
        std::vector<std::string> conditions;
        bool loses;
    };
    void add(const values::Activation& activation, const Cause& cause);
    [[nodiscard]] Break at_call(const values::FollowedCall& call, bool may_lose) const;
    void add_calls();

    const values::Program& program_;
    const Paths& paths_;
    std::unordered_map<const values::Activation*, std::vector<Break>> breaks_;
    std::unordered_map<const values::Activation*, std::unordered_set<syntax::Node>> nodes_;  // of the breaks
};

}  // namespace rules
