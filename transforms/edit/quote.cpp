#include "transforms/edit/quote.h"

#include <algorithm>
#include <string_view>

namespace transforms::edit {

std::string quoted(syntax::Node node) {
    constexpr std::size_t longest = 40;
    const std::string_view whole = node.text();
    std::string text(whole.substr(0, whole.find_first_of("\r\n")));
    std::ranges::replace(text, '\t', ' ');
    if (text.size() > longest) text.resize(std::min(text.find_last_of(" (,", longest), text.size()));
    return "`" + text + (text.size() < whole.size() ? "...`" : "`");
}

}  // namespace transforms::edit
