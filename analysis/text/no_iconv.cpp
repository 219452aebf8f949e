#include "analysis/text/conversion.h"

namespace text {

// Tables are libraries that glibc loads. One that is in the program itself would load those of the glibc of the
// machine, and where that has another version, they end the program. Windows has no iconv at all.
Conversion convert(std::string, const char*, const char*) { return {.text = {}, .known = false}; }

}  // namespace text
