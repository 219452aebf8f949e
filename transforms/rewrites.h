// The table of rewrites: which one answers for which rules. `propose` asks each in the order of the table.
#pragma once

#include "analysis/analyze.h"
#include "analysis/rules/finding.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <span>
#include <string_view>

namespace transforms {

struct Rewrite {
    std::string_view name;                    // "where", as in Fix::rewrite
    std::span<const std::string_view> rules;  // codes of the rules it answers: "GM101"
    Proposal (*propose)(Study& study, const rules::Finding& finding);
    bool moves = false;      // code that is there, of which a fix may have many lines and is still easily read
    bool otherwise = false;  // asked only where no rewrite before it has one that `fix` applies
};

[[nodiscard]] std::span<const Rewrite> rewrites();  // preferred first

// Why no rewrite answers, where none of the rule has a reason of its own.
[[nodiscard]] std::string_view reason_of(std::string_view rule);

}  // namespace transforms
