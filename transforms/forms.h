// The forms of a fix. What a proof asks is tested in front of new code, which keeps all programs as they are, or is
// assumed, which leaves code that people merge; or the new code runs in graphs alone.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/guard.h"
#include "transforms/rewrite.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace transforms {

// The new code with these guards in front of it; nothing if it cannot be laid out so.
using Writer = std::function<std::optional<std::vector<edit::Edit>>(const proof::Guards&)>;

struct Rewriting {
    std::string_view name;  // "where", as in Fix::rewrite
    std::string title;
    std::string_view where_tested{};         // what the title says behind that where guards stand in front
    std::vector<std::string> assumptions{};  // besides the guards
    proof::Guards guards{};
    const function::Facts* facts = nullptr;  // of the function, with the statement that the new code stands in: what
    syntax::Node statement{};                // the program has made sure of there is neither tested nor assumed
    std::string torch{};                     // Python's name for it; empty: there is none, and no gate
    bool testable = true;                    // false: a guard would compute something a second time
    bool readable = true;         // false: tests stand where people do not read them, as inside of an expression
    std::string_view in_short{};  // what all the guards come to, said in their place where there are too many of them
    bool doubtful = false;        // a person has to decide whether what is assumed holds: a suggestion
};

inline constexpr std::size_t max_assumptions = 3;  // that a person weighs before merging

// Guards that a reader understands at once.
[[nodiscard]] bool are_plain(const proof::Guards& guards);

// Lines that people read without a second thought; and no more than that no line runs out of sight.
[[nodiscard]] bool is_short(std::span<const edit::Edit> edits, const text::Source& source);
[[nodiscard]] bool is_narrow(std::span<const edit::Edit> edits);

// The safest first: guarded, unless the guards are plain and the code is short; plain; gated, where the new code rests
// on an assumption. Empty if the new code cannot be written.
[[nodiscard]] std::vector<Fix> in_forms(const Rewriting& rewriting, const Writer& write);

// It does not test that no gradient is wanted, which fails wherever the program is trained.
[[nodiscard]] bool holds_in_training(const Fix& fix);
// A proof that tests beside one that assumes: nothing but the first where that is certain; else what is guarded of the
// first, and what assumes little of the second.
[[nodiscard]] bool is_certain(const Proposal& tested);
[[nodiscard]] Proposal joined(Proposal tested, Proposal assumed);

}  // namespace transforms
