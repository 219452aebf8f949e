# cmake -DOUT=pages.cpp -DPAGES=a.md;b.md -P embed_pages.cmake: a source that holds the pages as raw strings.
set(text "#include \"server/commands/pages.h\"\n\nnamespace commands {\n\nstd::span<const std::string_view> pages() {\n")
string(APPEND text "    static constexpr std::string_view all[] = {\n")
foreach(page IN LISTS PAGES)
  file(READ ${page} content)
  string(APPEND text "R\"~page(${content})~page\",\n")
endforeach()
string(APPEND text "    };\n    return all;\n}\n\n}  // namespace commands\n")
file(WRITE ${OUT} "${text}")
