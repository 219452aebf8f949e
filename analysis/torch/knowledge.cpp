#include "analysis/torch/knowledge.h"

#include "analysis/torch/hash.h"
#include "analysis/torch/tables.h"

#include <algorithm>

namespace torch {

namespace {

// A name in two parts with a dot between them, so that a class and its member need not be put together; or one part.
struct Name {
    std::string_view head;
    std::string_view tail;

    [[nodiscard]] bool is(std::string_view text) const {
        if (tail.empty()) return text == head;
        return text.size() == head.size() + 1 + tail.size() && text.starts_with(head) && text[head.size()] == '.' &&
               text.ends_with(tail);
    }
};

const Row* first_row(const Name& name, std::uint32_t hash_of_head) {
    const std::uint32_t hashed = name.tail.empty() ? hash_of_head : hash(name.tail, hash(".", hash_of_head));
    const auto mask = static_cast<std::uint32_t>(tables::index.size() - 1);
    for (std::uint32_t at = slot(hashed, mask); tables::index[at] != 0; at = (at + 1) & mask) {
        const Row& row = tables::rows[tables::index[at] - 1U];
        if (name.is(row.name)) return &row;
    }
    return nullptr;
}

// The rows of one name stand side by side, each for its own range of releases.
const Row* row_for(const Row* row, Release release) {
    const Row* const end = tables::rows.data() + tables::rows.size();
    for (const std::string_view name = row == nullptr ? "" : row->name; row != nullptr && row != end && row->name == name; ++row)
        if (row->since <= release && release < row->until) return row;
    return nullptr;
}

const Row* find_exactly(const Name& name, Release release) {
    return row_for(first_row(name, hash(name.head)), release);
}

}  // namespace

const Row* find(std::string_view name, Release release) {
    if (const Row* row = find_exactly({name, {}}, release)) return row;
    const Row* nearest = nullptr;
    std::uint32_t hashed = hash_seed;
    for (std::size_t start = 0; start < name.size();) {
        const std::size_t dot = name.find('.', start);
        if (dot == std::string_view::npos) break;
        hashed = hash(name.substr(start, dot - start), hashed);
        if (const Row* row = row_for(first_row({name.substr(0, dot), "*"}, hashed), release)) nearest = row;
        hashed = hash(".", hashed);
        start = dot + 1;
    }
    return nearest;
}

const Row* find_member(std::string_view class_name, std::string_view member, Release release) {
    while (!class_name.empty()) {
        if (const Row* row = find_exactly({class_name, member}, release)) return row;
        const Row* of_class = find_exactly({class_name, {}}, release);
        if (of_class == nullptr) return nullptr;
        class_name = of_class->stands_for.empty() ? of_class->base : of_class->stands_for;
    }
    return nullptr;
}

bool is_subclass(std::string_view class_name, std::string_view base, Release release) {
    while (!class_name.empty() && class_name != base) {
        const Row* row = find_exactly({class_name, {}}, release);
        if (row == nullptr) return false;
        class_name = row->stands_for.empty() ? row->base : row->stands_for;
    }
    return !class_name.empty();
}

std::string_view canonical(std::string_view name) {
    const Row* row = first_row({name, {}}, hash(name));
    return row == nullptr || row->stands_for.empty() ? name : row->stands_for;
}

std::span<const Row> rows() { return tables::rows; }

const Break* find_break(std::string_view id) {
    const auto found = std::ranges::lower_bound(tables::breaks, id, {}, &Break::id);
    return found != tables::breaks.end() && found->id == id ? &*found : nullptr;
}

std::span<const Release> releases() { return tables::releases; }

}  // namespace torch
