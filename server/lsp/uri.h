// `file:` URIs <-> paths. Documents keep the client's own spelling of their URI; this is for what analysis and users
// see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lsp {

// "file:///a%20b.py" -> "/a b.py"; nullopt for another scheme, a remote host or a damaged escape.
[[nodiscard]] std::optional<std::string> path_of(std::string_view uri);
[[nodiscard]] std::string uri_of(std::string_view absolute_path);

}  // namespace lsp
