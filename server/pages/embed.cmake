# cmake -DOUT=all.cpp -DFUNCTION=all -DPAGES=a.md;b.md -P embed.cmake: a source that holds the pages as raw strings.
set(text "#include \"server/pages/pages.h\"\n\nnamespace pages {\n\nstd::span<const std::string_view> ${FUNCTION}() {\n")
string(APPEND text "    static constexpr std::string_view pages[] = {\n")
foreach(page IN LISTS PAGES)
  file(READ ${page} content)
  string(APPEND text "R\"~page(${content})~page\",\n")
endforeach()
string(APPEND text "    };\n    return pages;\n}\n\n}  // namespace pages\n")
file(WRITE ${OUT} "${text}")
