#include "tests/support/pages.h"

#include "tests/support/expect.h"

#include <sstream>
#include <utility>

namespace tests {
namespace {

constexpr std::string_view fence = "```";

}  // namespace

Page parse_page(std::string_view markdown) {
    Page page;
    std::istringstream lines{std::string(markdown)};
    bool open = false;
    for (std::string line; std::getline(lines, line);) {
        if (!open && page.code.empty() && line.starts_with("# "))
            std::istringstream(line.substr(2)) >> page.code >> page.name;
        if (line.starts_with(fence) && (!open || line == fence)) {
            open = !open;
            page.blocks.emplace_back();
            if (open) page.blocks.back().info = line.substr(fence.size());
            continue;
        }
        if (page.blocks.empty()) page.blocks.emplace_back();
        page.blocks.back().body.append(line).append("\n");
    }
    return page;
}

std::string print(const Page& page) {
    std::string text;
    for (const Block& block : page.blocks) {
        if (block.info) text.append(fence).append(*block.info).append("\n");
        text += block.body;
        if (block.info) text.append(fence).append("\n");
    }
    return text;
}

Page normalized(const Page& page) {
    Page made = page;
    for (Block& block : made.blocks) {
        if (block.info != "python") continue;
        Marked marked = parse_marks(block.body);
        block.body = with_marks(marked.code, std::move(marked.marks));
    }
    return made;
}

}  // namespace tests
