// What a rewrite has shown so far, and the first thing that it could not show. Filled by the obligations of a rewrite.
//
// There are three ways on from what is not shown: to refuse; to test it in front of the new code, where the test is on
// what is known while tracing (shapes, dtypes, whether a gradient is wanted) and costs nothing in the graph; or to
// assume it, which makes the fix an unsafe one. A rewrite is asked for once with each answer to the second question:
// `Answer::test` for the safe fix, `Answer::assume` for the unsafe one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace transforms::proof {

enum class Answer : std::uint8_t { test, assume };

class Proof {
  public:
    explicit Proof(Answer answer = Answer::test) : answer_(answer) {}

    // The rewrite may change what the program means.
    void refuse(std::string reason);
    // It does not if `assumption` holds; `reason` tells why that is not certain, and is one to refuse a safe fix.
    void assume(std::string assumption, std::string reason);
    // It does not where the Python expression `condition` is true: "not bias.requires_grad".
    void test(std::string condition);
    // The same of what other conditions rest on: "isinstance(bias, torch.Tensor)".
    void test_kind(std::string condition);
    // The kinds that another proof tests.
    void test_kinds_of(const Proof& other);
    // These, and none of those so far.
    void tests_instead(std::vector<std::string> conditions);
    // The one or the other, whichever is asked for; there may be no such condition. It rests on `kinds`.
    void test_or_assume(std::optional<std::string> condition, std::string assumption, std::string reason);
    void test_or_assume(std::optional<std::string> condition, const Proof& kinds, std::string assumption,
                        std::string reason);

    [[nodiscard]] bool refused() const { return refused_; }
    [[nodiscard]] Answer answer() const { return answer_; }
    [[nodiscard]] const std::optional<std::string>& unproven() const { return unproven_; }  // the first reason
    [[nodiscard]] const std::vector<std::string>& assumptions() const { return assumptions_; }
    [[nodiscard]] std::vector<std::string> conditions() const;

  private:
    Answer answer_;
    bool refused_ = false;
    std::optional<std::string> unproven_;
    std::vector<std::string> assumptions_;
    std::vector<std::string> kinds_;
    std::vector<std::string> conditions_;
};

}  // namespace transforms::proof
