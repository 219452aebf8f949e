// A Fix is a rewrite that is offered for a Finding: what it is called, how far it is proven, and its Edits.
#pragma once

#include "analysis/analyze.h"
#include "analysis/rules/finding.h"
#include "transforms/edit.h"

#include <cstdint>
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

[[nodiscard]] std::string_view to_string(Safety);

struct Fix {
    std::string_view rewrite{};  // "where", "compiling-gate"
    std::string title{};         // "rewrite with `torch.where`"
    Safety safety = Safety::suggestion;
    std::string assumes{};  // empty for a safe fix
    std::string needs{};    // "runtime", or empty
    std::vector<Edit> edits{};
    std::size_t tests = 0;  // that stand in front of the new code: where they fail, the old one runs
};

// What can be done about one Finding.
struct Proposal {
    std::vector<Fix> fixes{};  // preferred first
    // Why no safe fix is offered: "`x` may be changed in place before the end of the function"
    std::optional<std::string> declined{};
};

[[nodiscard]] inline Proposal declined(std::string_view reason) { return {.declined = std::string(reason)}; }
[[nodiscard]] inline Proposal offered(Fix fix) { return {.fixes = {std::move(fix)}}; }

// Asks the rewrites of the finding's rule; all work on proofs happens here, only where there is a finding.
[[nodiscard]] Proposal propose(const analysis::Analysis& analysis, const rules::Finding& finding);

// Fixes that can be applied together: in order, skipping those that overlap an earlier one; identical edits are merged.
[[nodiscard]] std::vector<Edit> combine(std::span<const Fix* const> fixes);

// The text after all safe (with `unsafe`: also unsafe) fixes, applied to a fixed point; with the runtime also those
// that make the file import GraphMend. A round whose result does not
// parse is undone, and a text that does not parse to begin with is left alone. `applied` names the fixes, in order:
// "where: rewrite with `torch.where`".
struct Fixed {
    std::string text;
    std::vector<std::string> applied{};
    std::shared_ptr<const text::Source> source;      // `text` under the path and encoding of the original
    std::shared_ptr<const analysis::Analysis> last;  // of `source`
};
[[nodiscard]] Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe);
[[nodiscard]] Fixed fix_with_runtime(std::shared_ptr<const text::Source> source, const analysis::Options& options,
                                     bool unsafe);

}  // namespace transforms
