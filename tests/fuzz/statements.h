// Programs made of other programs' statements, whole ones, so that what is made is mostly Python still.
#pragma once

#include "tests/fuzz/mutate.h"

#include <string>
#include <string_view>

namespace fuzz {

// Some of the text's outermost statements, about `most` lines of them, and before these its imports.
[[nodiscard]] std::string part(Mutator& random, const std::string& text, std::size_t most);

// One statement is moved, doubled, deleted, put below a condition, or taken from the other text.
[[nodiscard]] std::string with_statement_changed(Mutator& random, const std::string& text, const std::string& other);

}  // namespace fuzz
