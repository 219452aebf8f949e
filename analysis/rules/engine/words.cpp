#include "analysis/rules/engine/words.h"

#include <algorithm>

namespace rules {
namespace {

constexpr std::size_t max_quoted = 40;

std::string backticks(std::string_view text) { return std::string("`").append(text).append("`"); }

}  // namespace

std::string quoted(syntax::Node node) {
    std::string_view text = node.text();
    text = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
    const bool whole = text.size() == node.text().size() && text.size() <= max_quoted;
    std::size_t end = std::min(text.size(), max_quoted);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return backticks(whole ? std::string(text) : std::string(text.substr(0, end)) + "...");
}

std::string called(const values::Call& call) {
    std::string_view name = call.row ? call.row->name : std::string_view();
    if (name.starts_with(torch::builtins)) name.remove_prefix(torch::builtins.size() + 1);
    for (const std::string_view of_itself : {".__call__", ".__get__", ".__getattribute__"})
        if (name.ends_with(of_itself)) name.remove_suffix(of_itself.size());
    if (name.ends_with(".nested_types")) return quoted(call.node);
    if (name.empty() || name.ends_with("*"))
        return quoted(syntax::as<syntax::Call>(call.node) ? call.node.first_child() : call.node);
    return backticks(name);
}

std::string what_it_is(syntax::Node node, values::Value value) {
    value.likely = false;
    value.maybe_none = false;
    const std::string what = values::show(value);
    const bool is_vowel = !what.empty() && std::string_view("aeiou").find(what.front()) != std::string_view::npos;
    return quoted(node) + (is_vowel ? " is an " : " is a ") + what;
}

std::string what_changes(values::Value number) {
    while (number.is(values::Kind::sequence)) {
        const auto& items = number.sequence().items;
        const auto found = std::ranges::find_if(
            items, [](values::Value item) { return values::is_changing(item) || item.is(values::Kind::sequence); });
        if (found == items.end()) break;
        number = *found;
    }
    if (number.is(values::Kind::shape_number)) return "the size";
    return number.dtype == torch::Dtype::floating ? "the float argument" : "the int argument";
}

}  // namespace rules
