# Options of the whole build, and graphmend_library(): one static library per folder.
option(BUILD_TESTING "build the tests" ON)
option(GRAPHMEND_WERROR "warnings are errors" OFF)
option(GRAPHMEND_STATIC "the program has all libraries in it, and runs on any Linux, macOS or Windows of its processor" OFF)
set(GRAPHMEND_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize takes them: address,undefined")

find_program(GRAPHMEND_CCACHE ccache)
foreach(language C CXX)
  if(GRAPHMEND_CCACHE AND NOT CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${GRAPHMEND_CCACHE})
  endif()
endforeach()

if(GRAPHMEND_SANITIZE)
  add_compile_options(-fsanitize=${GRAPHMEND_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GRAPHMEND_SANITIZE})
endif()

if(GRAPHMEND_STATIC)
  add_link_options(-s)
  if(NOT APPLE)  # whose C library is a part of the system, and loaded into every program
    add_link_options(-static)
  endif()
endif()

add_library(graphmend_options INTERFACE)
target_include_directories(graphmend_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(graphmend_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(graphmend_options INTERFACE -Wno-restrict)  # false for `"text" + string`: GCC's bug 105651
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(graphmend_options INTERFACE -Wno-sign-conversion)  # as GCC: there -Wconversion is without it
endif()
if(GRAPHMEND_WERROR)
  target_compile_options(graphmend_options INTERFACE -Werror)
endif()

# What nearly every file includes is read once for each library. For clang alone: GCC 12 warns of std::string's own copies
# when its header comes from there. A compiler cache keeps no file that was compiled so.
option(GRAPHMEND_PCH "precompiled headers" OFF)
function(graphmend_precompile target)
  if(GRAPHMEND_PCH)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory> <optional>
      <set> <span> <string> <string_view> <unordered_map> <utility> <vector>)
  endif()
endfunction()

# graphmend_library(analysis::text SOURCES source.cpp USES ... PRIVATE ...) makes the static library analysis_text with
# the alias analysis::text, the project's warnings, and the repository as include root, so that every include names its
# layer. USES are seen by its users as well, PRIVATE are not.
function(graphmend_library alias)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  string(REPLACE "::" "_" target ${alias})
  add_library(${target} STATIC ${ARG_SOURCES})
  if(NOT target STREQUAL alias)
    add_library(${alias} ALIAS ${target})
  endif()
  target_link_libraries(${target} PUBLIC graphmend_options ${ARG_USES} PRIVATE ${ARG_PRIVATE})
  graphmend_precompile(${target})
endfunction()
