#include "server/lsp/uri.h"

#include "server/os/os.h"

#include <charconv>

namespace lsp {
namespace {

constexpr std::string_view scheme = "file:";

bool is_scheme_file(std::string_view uri) {
    if (uri.size() < scheme.size()) return false;
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if ((uri[i] | ('A' <= uri[i] && uri[i] <= 'Z' ? 0x20 : 0)) != scheme[i]) return false;
    return true;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text.size() - i < 3 || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

}  // namespace

std::optional<std::string> path_of(std::string_view uri) {
    if (!is_scheme_file(uri)) return std::nullopt;
    std::string_view path = uri.substr(scheme.size());
    if (path.starts_with("//")) {
        path.remove_prefix(2);
        const std::string_view host = path.substr(0, path.find('/'));
        if (!host.empty() && host != "localhost") return std::nullopt;
        path.remove_prefix(host.size());
    }
    if (!path.starts_with('/')) return std::nullopt;
    std::optional<std::string> decoded = percent_decoded(path.substr(0, path.find_first_of("?#")));
    if (decoded && decoded->find('\0') != std::string::npos) return std::nullopt;
    if (decoded) decoded = os::path_of_uri(*std::move(decoded));
    return decoded;
}

std::string uri_of(std::string_view absolute_path) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : os::path_in_uri(absolute_path)) {
        const auto byte = static_cast<unsigned char>(c);
        if (plain.find(c) != plain.npos)
            uri += c;
        else
            uri += {'%', hex[byte >> 4U], hex[byte & 15U]};
    }
    return uri;
}

}  // namespace lsp
