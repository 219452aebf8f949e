// What all rewrites together make of a finding, for a rewrite that looks ahead: what could be done with its own result.
// The only call from below to the table of rewrites, defined in propose.cpp.
#pragma once

#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace transforms {

[[nodiscard]] Proposal propose(Study& study, const rules::Finding& finding);

// The finding, as if it were about the node.
[[nodiscard]] rules::Finding asked_of(rules::Finding finding, syntax::Node node);

// Where the span is behind the edits, none of which it overlaps; `edits` are in order.
[[nodiscard]] text::Span moved(text::Span span, const std::vector<edit::Edit>& edits);
// The program with the edits, and what breaks in it then: the findings of now without those that are gone, and more.
[[nodiscard]] analysis::Analysis with_edits(const analysis::Analysis& analysis, const std::vector<edit::Edit>& edits,
                                            const std::function<bool(const rules::Finding&)>& is_gone,
                                            std::vector<rules::Finding> more = {});

// The finding, in the program with the edits; null if it is none there.
[[nodiscard]] const rules::Finding* found_behind(const analysis::Analysis& after, const rules::Finding& finding,
                                                 const std::vector<edit::Edit>& edits);

// Whether each of those who ask for the truth of something can ask a tensor for it, which it is behind the edits: what
// breaks there then, as the finding does, can be mended. Not of very many.
enum class Mended : std::uint8_t { always, without_gradients };  // at least
[[nodiscard]] bool can_ask_tensor(Study& study, const rules::Finding& finding, const std::vector<syntax::Node>& askers,
                                  const std::vector<edit::Edit>& edits, Mended when);

}  // namespace transforms
