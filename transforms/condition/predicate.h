// The condition of a branch as a tensor of one element: `a.any() and not b.any()` as `a.any() & ~b.any()`. What is
// known while tracing (`mask is not None and ...`) stays a condition in Python.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/condition/emptiness.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"
#include "transforms/speculation/guarded.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace transforms::condition {

struct Question {
    std::string text;        // a bool tensor without dimensions
    std::string name{};      // a variable of the program that holds the tensor, if it is one
    bool negated = false;    // the text is that of the opposite
    bool in_python = false;  // no tensor: a condition that tracing knows
};

// A condition of which nothing is known before it was asked: `hot = is_hot(x)` in front, so that a test can ask for it.
struct Hoisted {
    syntax::Node node;
    std::string name;
};

struct Predicate {
    std::optional<Hoisted> hoisted;
    std::vector<std::string> before;                          // lines that have to run first: "peak = loss.max()"
    std::vector<std::pair<std::string, syntax::Node>> bound;  // the variables that they assign, and to what
    std::vector<std::string> fixed;             // conditions that are known while tracing, in front of the tensor ones
    std::vector<Moved> moved;                   // assignments that nothing needs any more
    std::vector<Question> questions;            // one for each condition, asked in order
    std::vector<syntax::Node> tensors;          // the expressions of the program that it is made of
    std::vector<syntax::Node> lists;            // those among them that are lists of tensors, all on one device
    std::vector<speculation::Guarded> guarded;  // numbers of the arms

    [[nodiscard]] bool is_list(syntax::Node tensor) const { return std::ranges::find(lists, tensor) != lists.end(); }
};

// Refuses what is no such condition. `statement` is where it is evaluated; `forms` is anchored there.
// Of conditions that are asked in order, as a part of the statement. `trusts`: shapes and dtypes are taken to fit.
[[nodiscard]] Predicate read_predicate(const function::Facts& facts, const std::vector<syntax::Node>& conditions,
                                       syntax::Node statement, metadata::Forms& forms, proof::Proof& proof,
                                       bool trusts = false);

// The answers as tensors on the device.
void move_to(Predicate& predicate, const std::string& device);

}  // namespace transforms::condition
