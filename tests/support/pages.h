// A rule page: Markdown whose code blocks are executed by rule_pages_test.cpp.
//
//   ```python              a file to check, with its findings marked (expect.h): `GM101: message`, or
//                          `GM101 (skip, conditional): message` where the outcome is not a split or the reach not
//                          always
//   ```python fixed        the file above after its safe fixes
//   ```python unsafe-fixed the file above after its unsafe fixes, too
//   ```text declined       why its findings have no safe fix, a line for each reason
//
// Blocks of other languages are prose.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

struct Block {
    std::optional<std::string> info = {};  // what is written behind the opening fence; none for prose
    std::string body = {};
};

struct Page {
    std::string code;  // of the first heading, `# GM101 tensor-branch`
    std::string name;
    std::vector<Block> blocks;
};

[[nodiscard]] Page parse_page(std::string_view markdown);
// The inverse of parse_page.
[[nodiscard]] std::string print(const Page& page);
// The page with its marks in the layout of this project, to compare with what was executed.
[[nodiscard]] Page normalized(const Page& page);

}  // namespace tests
