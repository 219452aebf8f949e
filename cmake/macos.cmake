# Builds for macOS on Linux, for macos-arm64.cmake and macos-x86_64.cmake, which say for which processor: with zig of
# PyPI, which brings clang, libc++, and what Apple's C library declares. It is what tools/release/zig.txt names, in
# build/zig, as `./dev release` installs it. Nothing of macOS runs here: see GRAPHMEND_HOST.
set(CMAKE_SYSTEM_NAME Darwin)
set(zig ${CMAKE_CURRENT_LIST_DIR}/../build/zig/bin/python-zig)
set(CMAKE_C_COMPILER ${zig} cc)
set(CMAKE_CXX_COMPILER ${zig} c++)
set(CMAKE_C_COMPILER_TARGET ${zig_processor}-macos.11.0)
set(CMAKE_CXX_COMPILER_TARGET ${zig_processor}-macos.11.0)
foreach(language C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "${zig} ar qc <TARGET> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "${zig} ranlib <TARGET>")
endforeach()
set(CMAKE_INSTALL_NAME_TOOL :)  # CMake asks for one, and has no use for it: there are no libraries to load
set(CMAKE_OSX_SYSROOT "")
set(GRAPHMEND_CCACHE "")  # it does not know zig, which keeps what it has compiled itself
