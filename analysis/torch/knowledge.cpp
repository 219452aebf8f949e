#include "analysis/torch/knowledge.h"

#include "analysis/torch/hash.h"
#include "analysis/torch/tables.h"

#include <algorithm>
#include <cstring>

namespace torch {

namespace {

// A dotted name of two parts, put together without memory of its own. What is longer than any row has no row.
class Joined {
  public:
    Joined(std::string_view head, std::string_view tail) {
        if (head.size() + 1 + tail.size() > sizeof text_) return;
        std::memcpy(text_, head.data(), head.size());
        text_[head.size()] = '.';
        std::memcpy(text_ + head.size() + 1, tail.data(), tail.size());
        size_ = head.size() + 1 + tail.size();
    }
    operator std::string_view() const { return {text_, size_}; }

  private:
    char text_[160];
    std::size_t size_ = 0;
};

const Row* first_row(std::string_view name) {
    const auto mask = static_cast<std::uint32_t>(tables::index.size() - 1);
    for (std::uint32_t at = hash(name) & mask; tables::index[at] != 0; at = (at + 1) & mask) {
        const Row& row = tables::rows[tables::index[at] - 1U];
        if (row.name == name) return &row;
    }
    return nullptr;
}

const Row* own_row(std::string_view name, const Knowledge& knowledge) {
    if (!knowledge.own) return nullptr;
    const auto found = std::ranges::lower_bound(knowledge.own->rows, name, {}, &Row::name);
    return found != knowledge.own->rows.end() && found->name == name ? &*found : nullptr;
}

// The rows of one name stand side by side, each for its own range of releases.
const Row* find_exactly(std::string_view name, const Knowledge& knowledge) {
    if (const Row* row = own_row(name, knowledge)) return row;
    const Row* const end = tables::rows.data() + tables::rows.size();
    for (const Row* row = first_row(name); row != nullptr && row != end && row->name == name; ++row)
        if (row->since <= knowledge.release && knowledge.release < row->until) return row;
    return nullptr;
}

}  // namespace

bool ArgumentSet::holds(std::size_t position) const {
    return (positions >> std::min<std::size_t>(position, 31) & 1U) != 0;
}

bool ArgumentSet::holds(std::string_view name) const {
    const std::size_t found = names.find(name);
    return found != std::string_view::npos && names[found - 1] == ' ' && names[found + name.size()] == ' ';
}

const Row* find(std::string_view name, const Knowledge& knowledge) {
    if (const Row* row = find_exactly(name, knowledge)) return row;
    for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1))
        if (const Row* row = find_exactly(Joined(name.substr(0, dot), "*"), knowledge)) return row;
    return nullptr;
}

const Row* find_member(std::string_view class_name, std::string_view member, const Knowledge& knowledge) {
    while (!class_name.empty()) {
        if (const Row* row = find_exactly(Joined(class_name, member), knowledge)) return row;
        const Row* of_class = find_exactly(class_name, knowledge);
        if (of_class == nullptr) return nullptr;
        class_name = of_class->stands_for.empty() ? of_class->base : of_class->stands_for;
    }
    return nullptr;
}

bool is_subclass(std::string_view class_name, std::string_view base, const Knowledge& knowledge) {
    while (!class_name.empty() && class_name != base) {
        const Row* row = find_exactly(class_name, knowledge);
        if (row == nullptr) return false;
        class_name = row->stands_for.empty() ? row->base : row->stands_for;
    }
    return !class_name.empty();
}

// A module below torch is told of by the rows of what it holds alone.
bool draws_dynamo(std::string_view name, const Knowledge& knowledge) {
    if (name == "torch" || name == "numpy") return true;
    if (!name.starts_with("torch.") || find_exactly(name, knowledge) != nullptr) return false;
    const auto below = std::ranges::lower_bound(tables::rows, std::string(name) + ".", {}, &Row::name);
    return below != tables::rows.end() && below->name.starts_with(name) &&
           below->name.substr(name.size()).starts_with('.');
}

std::string_view canonical(std::string_view name, const Knowledge& knowledge) {
    const Row* row = own_row(name, knowledge);
    if (row == nullptr) row = first_row(name);
    return row == nullptr || row->stands_for.empty() ? name : row->stands_for;
}

std::span<const Row> rows() { return tables::rows; }

const Break* find_break(std::string_view id) {
    const auto found = std::ranges::lower_bound(tables::breaks, id, {}, &Break::id);
    return found != tables::breaks.end() && found->id == id ? &*found : nullptr;
}

std::span<const Release> releases() { return tables::releases; }

}  // namespace torch
