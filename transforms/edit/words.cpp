#include "transforms/edit/words.h"

namespace transforms::edit {

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) text.append(text.empty() ? "" : between).append(part);
    return text;
}

}  // namespace transforms::edit
