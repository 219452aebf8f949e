#include "analysis/names/spellings.h"

#include <functional>
#include <utility>

namespace names {

// Where the text is, or the free place where it belongs. The size of the table is a power of two.
std::size_t Spellings::slot_of(std::string_view text) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = std::hash<std::string_view>{}(text)&mask;
    while (table_[slot] != 0 && texts_[table_[slot] - 1] != text) slot = (slot + 1) & mask;
    return slot;
}

void Spellings::grow() {
    table_ = std::vector<std::uint32_t>(table_.size() * 2);
    for (Name name = 0; name < size(); ++name) table_[slot_of(texts_[name])] = name + 1;
}

Name Spellings::intern(std::string_view text) {
    std::uint32_t& entry = table_[slot_of(text)];
    if (entry != 0) return entry - 1;
    texts_.push_back(text);
    entry = size();
    const Name name = entry - 1;
    if (texts_.size() * 2 > table_.size()) grow();
    return name;
}

std::optional<Name> Spellings::find(std::string_view text) const {
    const std::uint32_t entry = table_[slot_of(text)];
    if (entry == 0) return std::nullopt;
    return entry - 1;
}

}  // namespace names
