#include "analysis/text/conversion.h"

#include <iconv.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace text {

Conversion convert(std::string bytes, const char* from, const char* to) {
    const iconv_t handle = iconv_open(to, from);
    if (reinterpret_cast<std::intptr_t>(handle) == -1) return {.text = {}, .known = false};
    Conversion result;
    std::array<char, 4096> buffer{};
    char* next = bytes.data();
    std::size_t left = bytes.size();
    bool valid = true;
    while (valid && left > 0) {
        char* room = buffer.data();
        std::size_t space = buffer.size();
        valid = iconv(handle, &next, &left, &room, &space) != static_cast<std::size_t>(-1) || errno == E2BIG;
        result.text.append(buffer.data(), room);
    }
    iconv_close(handle);
    result.done = bytes.size() - left;
    return result;
}

}  // namespace text
