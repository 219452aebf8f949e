// How compiled code is reached. Used by run.cpp.
#pragma once

#include "analysis/rules/engine/structure.h"
#include "analysis/rules/engine/told.h"
#include "analysis/rules/finding.h"
#include "analysis/values/program.h"

#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace rules {

// How an activation is reached from an entry: the shortest way found first, and what the calls on any way lose.
struct Path {
    const values::Entry* entry = nullptr;
    const values::Activation* caller = nullptr;
    syntax::Node call{};
    std::size_t place = 0;      // in the order of what entries reach
    bool lossy = false;         // some caller cannot resume behind the call
    bool conditional = false;   // the call is reached under conditions that are not known here
    bool unrecorded = false;    // gradients are off around every call
    bool checkpointed = false;  // some call is under activation checkpointing
    bool in_region = false;     // of nested_compile_region
    OnBreak on_break = OnBreak::untold;
};

// From what breaks to what is compiled, call by call.
struct Way {
    struct Hop {
        const values::Activation* callee = nullptr;
        syntax::Node call{};
    };
    std::vector<Hop> hops{};
    const values::Activation* first = nullptr;  // the one that is entered
    const values::Entry* entry = nullptr;
};

class Paths {
  public:
    explicit Paths(const values::Program& program);

    // What entries reach, nearest first.
    [[nodiscard]] const std::vector<const values::Activation*>& order() const { return order_; }
    [[nodiscard]] const Path& to(const values::Activation& activation) const { return paths_.at(&activation); }
    // The shortest way to the activation. To one of another file also those by the other calls of this file that lead
    // there: each of them breaks.
    [[nodiscard]] const std::vector<Way>& ways_to(const values::Activation& activation) const;
    // From the entry to `node`, with `cause`, why it is what it is, as the last step; no such step if that is empty.
    [[nodiscard]] std::vector<Step> trail_of(const Way& way, syntax::Node node, const std::string& cause) const;
    // In words, outermost first, the conditions under which its calls are reached; none if some way there has none.
    [[nodiscard]] std::vector<std::string> conditions_on(const Way& way) const;
    // Those around a place in its function.
    [[nodiscard]] std::vector<std::string> conditions_of(syntax::Node node) const { return conditions_.of(node); }
    // The last call on the way in each file that leads to another: nearest first, that of the entry among them.
    [[nodiscard]] std::vector<CallSite> calls_on(const Way& way) const;
    // Of this file, the one that calls what is in another.
    [[nodiscard]] const values::Activation* caller_on(const Way& way) const;
    // Names the entries, besides the first, that reach some of these.
    [[nodiscard]] std::string also_reached_from(std::vector<const values::Activation*> activations,
                                                const values::Activation& first) const;

  private:
    void reach();
    [[nodiscard]] Path step_into(const Path& path, const values::Activation& caller,
                                 const values::FollowedCall& call) const;
    void visit(const values::Activation& activation, const Path& path, std::deque<const values::Activation*>& queue);
    [[nodiscard]] Way shortest_to(const values::Activation& activation) const;
    void add_other_ways(const values::Activation& activation, std::vector<Way>& ways) const;
    [[nodiscard]] std::vector<const values::Activation*> callers_in_order(const values::Activation* callee) const;
    [[nodiscard]] std::vector<Step> likely(const values::Entry& entry, std::vector<Step> steps) const;
    [[nodiscard]] std::string name_of(const values::Activation& activation) const;
    [[nodiscard]] Step step(syntax::Node node, std::string text) const;

    const values::Program& program_;
    mutable Conditions conditions_;
    mutable std::unordered_map<const values::Activation*, std::vector<Way>> ways_;
    std::unordered_map<const values::Activation*, Path> paths_;
    std::vector<const values::Activation*> order_;
    std::unordered_map<const values::Activation*, std::set<const values::Activation*>> callers_;
    std::unordered_map<const values::Activation*, std::size_t> places_;  // of entries among them
};

}  // namespace rules
