#include "transforms/edit/argument.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"

#include <string>

namespace transforms::edit {

using syntax::Kind;
using syntax::Node;

std::optional<Edit> with_argument(const text::Source& source, const syntax::Call& call, std::string_view keyword,
                                  std::string_view value) {
    if (!call.arguments().is(Kind::argument_list)) return std::nullopt;
    Node last;
    for (const Node argument : call.arguments().children()) {
        const auto named = syntax::as<syntax::Keyword>(argument);
        if (argument.is(Kind::list_splat) || argument.is(Kind::dictionary_splat)) return std::nullopt;
        if (named && named->name().text() == keyword) return std::nullopt;
        last = argument;
    }
    const std::string text = std::string(keyword).append("=").append(value);
    const auto at = [](std::uint32_t place, std::string added) {
        return Edit{.span = {place, place}, .text = std::move(added)};
    };
    if (!last) return at(call.arguments().span().end - 1, text);
    const auto own_line = indentation(source, last.span());
    const bool in_lines = own_line && source.line_at(last.span().begin) != source.line_at(call.node.span().begin);
    const std::string line = in_lines ? std::string(source.line_ending()).append(*own_line) : " ";
    return at(last.span().end, "," + line + text);
}

}  // namespace transforms::edit
