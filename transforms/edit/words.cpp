#include "transforms/edit/words.h"

namespace transforms::edit {

namespace {

bool is_part_of_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool mentions_name(std::string_view condition, std::string_view name) {
    for (std::size_t at = condition.find(name); at != std::string_view::npos; at = condition.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !(is_part_of_name(condition[at - 1]) || condition[at - 1] == '.');
        if (begins && (end == condition.size() || !is_part_of_name(condition[end]))) return true;
    }
    return false;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) text.append(text.empty() ? "" : between).append(part);
    return text;
}

}  // namespace transforms::edit
