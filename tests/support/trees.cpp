#include "tests/support/trees.h"

#include <algorithm>

namespace tests {

int first_difference(const syntax::Tree& a, const syntax::Tree& b) {
    for (std::uint32_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const syntax::Node x = a.node(i);
        const syntax::Node y = b.node(i);
        if (x.kind() != y.kind() || x.field() != y.field() || x.op() != y.op() || x.span() != y.span() ||
            x.end_index() != y.end_index() || x.parent().index() != y.parent().index())
            return static_cast<int>(i);
    }
    if (a.size() != b.size()) return static_cast<int>(std::min(a.size(), b.size()));
    const bool same = std::ranges::equal(a.errors(), b.errors()) && a.too_deep() == b.too_deep();
    return same ? -1 : static_cast<int>(a.size());
}

}  // namespace tests
