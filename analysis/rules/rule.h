// A rule is a value: a code, a name, and what it says to the Events that it cares about. It never walks a tree.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/values/declared/dynamo.h"
#include "analysis/values/interpret/event.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rules {

// What a rule says about one Event; run.h makes a Finding of it.
struct Remark {
    syntax::Node node;                            // the cause, as narrow as possible
    std::string message;                          // lower case, no full stop, no newline
    std::string_view gb;                          // the id in PyTorch's registry
    bool likely = false;                          // rests on an assumption
    std::string condition{};                      // under which it breaks, and which only a caller decides
    std::string cause;                            // why the value is what it is, for the trail; may be empty
    bool loses_frame = false;                     // Dynamo cannot resume behind it, wherever it stands
    std::optional<Outcome> later{};               // the first call shows nothing of it: Outcome::late or recompile
    bool values::Dynamo::*if_captured = nullptr;  // breaks only where Dynamo is told to capture the number, or size
    bool stands_for_number = false;               // a tensor where an operator wants a number
    bool gives_whole_numbers = false;  // a list of them: `tolist()`, which Dynamo captures where they are no floats
    bool is_lasting = false;           // breaks with capture_scalar_outputs, too
    bool certain_to_vary = false;      // with `later`: the number is seen to be another one from call to call
    const Finding* loss = nullptr;     // it breaks only since this one leaves the function around it to eager
};

using Report = std::vector<Remark>;

struct Rule {
    std::string_view code;     // "GM101"
    std::string_view name;     // "tensor-branch"
    std::string_view summary;  // one line for `graphmend rules`
    // What a break of this is, unless the place says otherwise: where Dynamo cannot resume, it is a skip, and with
    // fullgraph an error. Nothing: it breaks no graph.
    std::optional<Outcome> outcome = Outcome::split;
    Severity severity = Severity::warning;     // of a break that is no error
    Severity conditional = Severity::warning;  // what it is where only some configuration reaches it
    bool values::Dynamo::*allowed = nullptr;   // the option of Dynamo under which nothing of this breaks
    // Called for calls, and reads of attributes, whose row of the knowledge names this rule and breaks as written.
    std::string (*on_call)(const values::Call&, const torch::Row&) = nullptr;
    std::string (*on_store)(const values::Access&) = nullptr;  // the same for assignments to attributes
    // Called for calls that take a number for a constant, or break on it, once it has changed. The outcome decides
    // which.
    std::string (*on_change)(const values::Call&, values::Value number) = nullptr;
    void (*on_branch)(const values::Branch&, Report&) = nullptr;
    void (*on_subscript)(const values::Subscript&, Report&) = nullptr;
    void (*on_with)(const values::With&, Report&) = nullptr;
    void (*on_disabled)(const values::Disabled&, Report&) = nullptr;
    void (*on_counter)(const values::Counter&, Report&) = nullptr;
    void (*on_construct)(const values::Construct&, Report&) = nullptr;
    // Of a comprehension in a function that is left to eager.
    std::string (*on_comprehension)(const values::Comprehension&) = nullptr;
};

}  // namespace rules
