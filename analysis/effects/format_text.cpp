#include "analysis/effects/format_text.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace effects {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view formats = "format";

struct Replaced {
    std::string name;    // or the number of the argument
    bool plain = false;  // neither converted nor taken apart
    bool specified = false;
};

// Nothing if the text is one that is not understood.
std::optional<std::vector<Replaced>> fields_of(std::string_view text) {
    std::vector<Replaced> fields;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' || (text[i] == '}' && text.substr(i, 2) != "}}")) return std::nullopt;
        if (text[i] != '{' && text[i] != '}') continue;
        if (text.substr(i, 2) == "{{" || text[i] == '}') {
            ++i;
            continue;
        }
        const std::size_t end = text.find_first_of("{}", i + 1);
        if (end == std::string_view::npos || text[end] == '{') return std::nullopt;
        const std::string_view inside = text.substr(i + 1, end - i - 1);
        const std::string_view name = inside.substr(0, inside.find_first_of("!:.["));
        const std::string_view rest = inside.substr(name.size());
        fields.push_back({.name = name.empty() ? std::to_string(counted++) : std::string(name),
                          .plain = rest.empty() || rest.front() == ':',
                          .specified = rest.size() > 1});
        i = end;
    }
    return fields;
}

std::string name_of(Node argument) {
    if (const auto keyword = syntax::as<syntax::Keyword>(argument)) return std::string(keyword->name().text());
    std::size_t position = 0;
    for (const Node each : argument.parent().children()) {
        if (each == argument) break;
        ++position;
    }
    return std::to_string(position);
}

}  // namespace

bool formats_only(Node call, Node argument, bool plain) {
    const Node function = call.child(Field::function);
    if (function.child(Field::attribute).text() != formats) return false;
    const Node text = function.child(Field::object);
    if (!text.is(Kind::string)) return false;
    const std::string_view quoted = text.text();
    if (quoted.front() != '"' && quoted.front() != '\'') return false;
    const auto fields = fields_of(quoted);
    if (!fields) return false;
    const std::string name = name_of(argument);
    for (const Replaced& each : *fields)
        if (each.name == name && !(each.plain && (each.specified || plain))) return false;
    return true;
}

}  // namespace effects
