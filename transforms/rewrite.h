// A Fix is a rewrite that is offered for a Finding: what it is called, how far it is proven, and its Edits.
#pragma once

#include "analysis/analyze.h"
#include "transforms/edit/edit.h"
#include "transforms/proof/guard.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace transforms {

enum class Safety : std::uint8_t {
    safe,        // same values, gradients, effects and exceptions, by proof; applied by `fix` and source.fixAll
    unsafe,      // the same under the assumption that the title states; only on request
    suggestion,  // a person has to decide; never applied in bulk
};

// How the new code stands in the source (forms.h).
enum class Form : std::uint8_t {
    plain,    // in the place of the old code, behind two tests at most
    gated,    // only in graphs: `if torch.compiler.is_compiling():`
    guarded,  // in front of the old code, behind all tests that its proof asks; whatever is longer than people like
};

[[nodiscard]] std::string_view to_string(Safety);
[[nodiscard]] std::string_view to_string(Form);

struct Fix {
    std::string_view rewrite{};  // "where", "compiling-gate"
    std::string title{};         // "rewrite with `torch.where`"
    Safety safety = Safety::suggestion;
    Form form = Form::plain;
    std::string assumes{};  // empty for a safe fix
    std::string needs{};    // "runtime", or empty
    std::vector<edit::Edit> edits{};
    proof::Guards tests{};    // in front of the new code: where one fails, the old code runs
    proof::Guards assumed{};  // instead of being tested: a part of what it assumes
    bool measurable = false;  // they are all of it, so that a run can tell whether it holds
    std::string evidence{};   // what runs have shown: "as in 240 calls of 2 runs"; server/confirm/evidence.h writes it
};

// What can be done about one Finding.
struct Proposal {
    std::vector<Fix> fixes{};  // preferred first
    // Why no safe fix is offered: "`x` may be changed in place before the end of the function"
    std::optional<std::string> declined{};
    // What a person can do where there is nothing that `fix` applies (advice/advice.h).
    std::string advice{};
};

[[nodiscard]] inline Proposal declined(std::string_view reason) { return {.declined = std::string(reason)}; }
[[nodiscard]] inline Proposal offered(Fix fix) { return {.fixes = {std::move(fix)}}; }

// What `fix` (apply.h) has made of a text. `applied` names the fixes, in order: "where: rewrite with `torch.where`".
struct Fixed {
    std::string text;
    std::vector<std::string> applied{};
    std::shared_ptr<const text::Source> source;      // `text` under the path and encoding of the original
    std::shared_ptr<const analysis::Analysis> last;  // of `source`
};
// What became of one statement.
struct Treated {
    std::uint32_t line = 0;  // 1-based
    std::string function;    // qualified name
    std::string code;        // of the rule that found it
    std::string title;       // of what was done; empty if nothing was
    std::string declined;    // why not, or what it assumes
};

// What is written into a module that `graphmend run` imports, and nowhere else: no line moves.
struct InMemory {
    std::vector<edit::Edit> edits;  // well formed
    std::vector<Treated> treated;
};

}  // namespace transforms
