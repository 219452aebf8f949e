set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(zig_processor x86_64)
include(${CMAKE_CURRENT_LIST_DIR}/macos.cmake)
