// Lines as Python numbers them -> the statements that people see. Used to match what happened with what was found.
#pragma once

#include "analysis/syntax/tree.h"
#include "analysis/text/source.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace confirm {

struct Statement {
    std::uint32_t line = 0;  // 1-based, first and last; of a compound statement, the header
    std::uint32_t end_line = 0;
    std::string function;  // qualified, as Python has it; "<module>" outside of functions
};

// The files of one program, parsed when they are asked for. A file that cannot be read has a statement on each line.
class Statements {
  public:
    [[nodiscard]] Statement at(const std::string& path, std::uint32_t line);

  private:
    struct File {
        std::shared_ptr<const text::Source> source;
        std::unique_ptr<const syntax::Tree> tree;
    };
    [[nodiscard]] const File& file(const std::string& path);

    std::map<std::string, File> files_;
};

}  // namespace confirm
