// For the half of Windows. Its functions that take texts of bytes take UTF-8: graphmend.manifest asks for that.
#pragma once

#include <windows.h>

#include <memory>
#include <string>
#include <type_traits>

namespace os {

struct Closes {
    void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
using Handle = std::unique_ptr<std::remove_pointer_t<HANDLE>, Closes>;

// Some functions say by the one, some by the other that there is none.
[[nodiscard]] inline Handle owned(HANDLE handle) { return Handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle); }

[[nodiscard]] bool failed();  // false, with the last error of Windows in errno

[[nodiscard]] std::string variable(const char* name);  // of the environment; empty if there is none

}  // namespace os
