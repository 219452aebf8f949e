// The new code of a number that stays a tensor (eliminate_item.h), behind whatever tests it is handed.
#pragma once

#include "transforms/edit/versioning.h"
#include "transforms/scalars/prove_item.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

// The numbers that one statement reads.
struct SiteReader {
    SiteReader(const function::Facts& facts, const KeptSite& at, std::string_view torch, proof::Proof& proof,
               scalar_uses::Numbers taken)
        : site(at), reader(facts, at, torch, proof, taken) {}
    const KeptSite& site;
    KeptReader reader;
};
using Readers = std::deque<SiteReader>;

// `x * x.mean().item()` -> `x * (x.mean() if x.dim() > 0 and ... else x.mean().item())`
[[nodiscard]] edit::Edit edit_inside(const KeptSite& site, const KeptReader& reader, const edit::Tests& tests);
// `m = x.mean()`
[[nodiscard]] std::vector<edit::Edit> edits_of(const text::Source& source, const Readers& readers,
                                               std::string_view layout, const proof::Guards& tests);
// In front of each statement where a number meets a tensor that is not known before.
[[nodiscard]] std::optional<std::vector<edit::Edit>> late_edits(const text::Source& source, const Readers& readers,
                                                                std::string_view torch, bool tested);
// `127.0 / s` -> `(torch.as_tensor(127.0, ...) if isinstance(s, torch.Tensor) else 127.0) / s`
[[nodiscard]] std::vector<edit::Edit> respelled(const KeptReader& reader, const std::string& torch, bool tested);

}  // namespace transforms::scalars
