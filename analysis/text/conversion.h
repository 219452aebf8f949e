// From one encoding to another, by tables that the C library brings. Used by encoding.cpp, for what one_byte.h has no
// table of. iconv.cpp asks the C library; no_iconv.cpp is in programs that have all libraries in them.
#pragma once

#include <cstddef>
#include <string>

namespace text {

struct Conversion {
    std::string text;
    std::size_t done = 0;  // bytes read; all of them, or up to the first that has no meaning in `from` or `to`
    bool known = true;     // the C library may come without its tables
};

[[nodiscard]] Conversion convert(std::string bytes, const char* from, const char* to);

}  // namespace text
