// What a rewrite has shown so far, and the first thing that it could not show. Filled by the obligations of a rewrite.
//
// There are three ways on from what is not shown: to refuse; to test it in front of the new code, where the test is on
// what is known while tracing (shapes, dtypes, whether a gradient is wanted) and costs nothing in the graph; or to
// assume it, which makes the fix an unsafe one. A rewrite is asked for once with each answer to the second question:
// `Answer::test` for the safe fix, `Answer::assume` for the unsafe one.
#pragma once

#include "transforms/proof/guard.h"
#include "transforms/proof/requirements.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace transforms::proof {

enum class Answer : std::uint8_t { test, assume };

class Proof {
  public:
    explicit Proof(Answer answer = Answer::test) : answer_(answer) {}

    // The rewrite may change what the program means. It may not where what would help is granted.
    void refuse(std::string reason, Requirements would_help = {});
    // It does not if `assumption` holds; `reason` tells why that is not certain, and is one to refuse a safe fix.
    void assume(std::string assumption, std::string reason);
    // It does not where the guard holds.
    void test(Guard guard);
    // The same of what other guards rest on: that it is a tensor.
    void test_kind(Guard guard);
    // The kinds that another proof tests.
    void test_kinds_of(const Proof& other);
    // These guards, and none of those so far.
    void tests_instead(Guards guards);
    // The one or the other, whichever is asked for; there may be no such guard. It rests on `kinds`.
    void test_or_assume(std::optional<Guard> guard, std::string assumption, std::string reason);
    void test_or_assume(std::optional<Guard> guard, const Proof& kinds, std::string assumption, std::string reason);

    [[nodiscard]] bool refused() const { return refused_; }
    [[nodiscard]] Requirements would_help() const { return would_help_; }
    [[nodiscard]] Answer answer() const { return answer_; }
    [[nodiscard]] const std::optional<std::string>& unproven() const { return unproven_; }  // the first reason
    [[nodiscard]] const std::vector<std::string>& assumptions() const { return assumptions_; }
    [[nodiscard]] Guards guards() const;  // none that follows from another
    [[nodiscard]] bool has_guards() const { return !kinds_.empty() || !guards_.empty(); }

  private:
    Answer answer_;
    bool refused_ = false;
    Requirements would_help_;
    std::optional<std::string> unproven_;
    std::vector<std::string> assumptions_;
    Guards kinds_;
    Guards guards_;
};

}  // namespace transforms::proof
