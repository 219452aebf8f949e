// What is fuzzed. Each target takes any bytes, and says what is wrong with what came of them; nothing if all is well.
// libFuzzer makes bytes for them (libfuzzer.cpp), and the tests hand them those that are kept (fuzz_test.cpp).
#pragma once

#include <string>
#include <string_view>

namespace fuzz {

// The Reader and tree-sitter read one text: where the Reader takes it, both have the same tree.
[[nodiscard]] std::string reader(std::string_view text);
// Everything that the analysis can be asked for.
[[nodiscard]] std::string analyze(std::string_view text);
// A file of settings; one of rows, if it begins as those do.
[[nodiscard]] std::string config(std::string_view text);
// A file of the cache, as it lies there or behind its seal.
[[nodiscard]] std::string cache(std::string_view bytes);
// What a client sends. A line that begins with `{` is framed as the body of a message, every other one is sent as it
// is.
[[nodiscard]] std::string lsp(std::string_view bytes);

// `check`, and `fix --unsafe` twice. `fixed` becomes the text after the fixes, if there were some.
[[nodiscard]] std::string program(std::string_view text, std::string& fixed);

}  // namespace fuzz
