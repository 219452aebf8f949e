#include "analysis/values/interpret/bases.h"

#include <algorithm>
#include <array>

namespace values {

const torch::Row* maker_of(const Class& class_, const torch::Knowledge& knowledge) {
    if (class_.is_module || class_.external.empty()) return nullptr;
    const torch::Row* row = torch::find(class_.external, knowledge);
    return row && row->role == torch::Role::none && row->when == torch::When::always ? row : nullptr;
}

bool is_skipped(const torch::Row& maker) {
    constexpr std::array<std::string_view, 2> skipped{"GB0007", "GB0008"};
    return !maker.name.ends_with('*') && std::ranges::find(skipped, maker.gb) != skipped.end();
}

}  // namespace values
