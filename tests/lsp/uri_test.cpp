#include "server/lsp/uri.h"

#include <doctest/doctest.h>

TEST_CASE("file URIs become paths") {
    CHECK(lsp::path_of("file:///a/b.py") == "/a/b.py");
    CHECK(lsp::path_of("file:///a%20b/%C3%A9%23.py") == "/a b/é#.py");
    CHECK(lsp::path_of("file://localhost/a.py") == "/a.py");
    CHECK(lsp::path_of("file:/a.py") == "/a.py");
    CHECK(lsp::path_of("FILE:///a.py") == "/a.py");
    CHECK(lsp::path_of("file:///a+b.py?query#fragment") == "/a+b.py");
}

TEST_CASE("other URIs have no path") {
    for (const char* const uri :
         {"", "file", "file:", "file://", "file:a.py", "file://host/a.py", "untitled:Untitled-1",
          "vscode-notebook-cell:/a.ipynb#W0", "http://x/a.py", "/a.py", "file:///a%2", "file:///a%zz", "file:///%00"})
        CHECK_MESSAGE(!lsp::path_of(uri), uri);
}

TEST_CASE("paths become URIs that mean them") {
    CHECK(lsp::uri_of("/a/b-1_c.py") == "file:///a/b-1_c.py");
    CHECK(lsp::uri_of("/a b/é#?%.py") == "file:///a%20b/%C3%A9%23%3F%25.py");
    CHECK(lsp::path_of(lsp::uri_of("/a b/é#?%:\x01.py")) == "/a b/é#?%:\x01.py");
}
