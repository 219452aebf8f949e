#include "analysis/syntax/drafts.h"

#include <algorithm>
#include <utility>

namespace syntax {

Drafts::Drafts(std::size_t expected) {
    drafts_.reserve(expected);
    drafts_.emplace_back();  // nobody
}

Drafts::Id Drafts::make(Kind kind, text::Span span, Op op) {
    drafts_.push_back({kind, Field::none, op, span.begin, span.end, 0, 0, 0});
    return static_cast<Id>(drafts_.size() - 1);
}

void Drafts::add(Id parent, Id child, Field field) {
    Draft& above = drafts_[parent];
    drafts_[child].field = field;
    (above.last_child == 0 ? above.first_child : drafts_[above.last_child].next_sibling) = child;
    above.last_child = child;
    above.end = std::max(above.end, drafts_[child].end);
}

bool Drafts::write(Id root, Tree& tree) const {
    struct Open {
        Id draft;
        std::uint32_t index;
    };
    std::vector<Open> open;
    std::vector<Tree::Record>& records = tree.records_;
    records.reserve(drafts_.size());
    for (Id id = root; id != 0;) {
        if (open.size() + 1 >= Tree::max_depth) return false;
        const Draft& draft = drafts_[id];
        const auto index = static_cast<std::uint32_t>(records.size());
        const std::uint32_t parent = open.empty() ? 0 : open.back().index;
        records.push_back({draft.kind, draft.field, draft.op, draft.begin, draft.end, parent, 1});
        open.push_back({id, index});
        for (id = draft.first_child; id == 0 && !open.empty(); open.pop_back()) {
            records[open.back().index].size = static_cast<std::uint32_t>(records.size()) - open.back().index;
            id = drafts_[open.back().draft].next_sibling;
        }
    }
    return true;
}

}  // namespace syntax
