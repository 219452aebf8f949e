// tree-sitter's tree -> the records of a Tree. Private to this folder.
#pragma once

#include "analysis/syntax/tree.h"

struct TSTree;

namespace syntax {

class Flattener {
  public:
    static void run(const TSTree* parsed, Tree& tree);

  private:
    class Walk;
};

}  // namespace syntax
