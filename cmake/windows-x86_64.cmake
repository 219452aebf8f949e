# Builds for Windows on Linux, as macos.cmake does for macOS: with zig of PyPI, which brings clang, libc++ and what
# mingw-w64 declares of Windows. The C library is the one that Windows 10 and later have (UCRT).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(zig ${CMAKE_CURRENT_LIST_DIR}/../build/zig/bin/python-zig)
set(CMAKE_C_COMPILER ${zig} cc)
set(CMAKE_CXX_COMPILER ${zig} c++)
set(CMAKE_C_COMPILER_TARGET x86_64-windows-gnu)
set(CMAKE_CXX_COMPILER_TARGET x86_64-windows-gnu)
set(CMAKE_RC_COMPILER ${zig})
set(CMAKE_RC_COMPILE_OBJECT "${zig} rc /fo <OBJECT> <SOURCE>")
foreach(language C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "${zig} ar qc <TARGET> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "${zig} ranlib <TARGET>")
endforeach()
set(GRAPHMEND_CCACHE "")  # it does not know zig, which keeps what it has compiled itself
