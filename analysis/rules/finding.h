// What GraphMend says about a place in a program. A Finding is a value: it prints nothing and owns no tree.
#pragma once

#include "analysis/text/position.h"
#include "analysis/text/source.h"
#include "analysis/text/span.h"
#include "analysis/values/declared/entered.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rules {

enum class Severity : std::uint8_t { error, warning, hint };
enum class Outcome : std::uint8_t {
    split,      // the graph ends here and another begins behind the statement
    skip,       // the whole frame is left to eager
    error,      // compilation raises
    late,       // breaks only from a later call on, with other sizes or values
    recompile,  // compiles again until the limit
};
enum class Confidence : std::uint8_t { certain, likely };
enum class Reach : std::uint8_t { always, conditional };

[[nodiscard]] std::string_view to_string(Severity);
[[nodiscard]] std::optional<Severity> parse_severity(std::string_view word);
[[nodiscard]] std::string_view to_string(Outcome);
[[nodiscard]] std::string_view to_string(Confidence);
[[nodiscard]] std::string_view to_string(Reach);

// One step on the way from the compiled entry point to the cause.
struct Step {
    std::string path;
    text::LineColumn at;
    std::string text;  // "`Encoder.forward` is compiled", "calls `helper`", "`mask` is a bool tensor"

    bool operator==(const Step&) const = default;
};

// A call that leads to another file.
struct CallSite {
    std::shared_ptr<const text::Source> source;
    text::Span span;
    text::Span statement;  // that holds the call
    std::string function;  // qualified name of the one that calls
};

struct Finding {
    std::shared_ptr<const text::Source> source{};  // of the file that it is in
    std::string_view code;                         // "GM101"; points into the table of rules
    std::string_view name;                         // "tensor-branch"
    std::string message;                           // lower case, no full stop, no newline
    Severity severity = Severity::warning;
    Outcome outcome = Outcome::split;
    Confidence confidence = Confidence::certain;
    Reach reach = Reach::always;
    std::string when{};                  // with Reach::conditional: "self.training and labels is given"
    text::Span span{};                   // starts in the statement that breaks, as narrow as the cause
    text::Span statement{};              // the innermost statement that holds `span`
    std::vector<std::string_view> gb{};  // ids of PyTorch's registry, "GB0170"
    std::string function{};              // qualified name of the function that holds the line
    std::vector<Step> trail{};           // entry point -> calls -> cause
    values::Entered entry{};             // the strongest that reaches it
    std::string_view option{};           // of Dynamo: with it, this is part of the graph; or none
    std::vector<CallSite> calls{};  // of one in another file: the last on the way there in each file, from there on
};

// A place in the file interpreted where a rule has something to say, and what speaks against it.
struct Dismissal {
    std::string_view code;
    text::Span span;
    std::string_view reason;  // "the configuration of Dynamo makes it part of the graph"
};

struct Verdict {
    std::vector<Finding> findings;      // of the file interpreted, then of others
    std::vector<Finding> rare;          // that a dtype has to ask for which is rare: fixed, not reported
    std::vector<Dismissal> dismissals;  // in no order; some of their places have a finding after all
};

}  // namespace rules
