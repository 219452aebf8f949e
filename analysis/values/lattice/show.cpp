#include "analysis/values/lattice/value.h"

#include "analysis/names/scope.h"
#include "analysis/syntax/python.h"
#include "analysis/values/declared/classes.h"

#include <array>
#include <cstddef>

// Values as text. The words are those of the lattice, so that a dump can be read beside value.h.

namespace values {
namespace {

constexpr int max_shown_depth = 3;

constexpr std::array<std::string_view, 21> words{
    "never",    "unknown",       "None",  "literal",  "constant", "number",   "shape number",
    "tensor",   "tensor number", "array", "sequence", "dict",     "instance", "module",
    "instance", "function",      "class", "api",      "method",   "wrapped",  "super",
};
constexpr std::array<std::string_view, 12> dtypes{"", " bool", " int", " float", " complex", "",
                                                  "", "",      "",     "",       "",         ""};
constexpr std::array<std::string_view, 5> forms{"tuple", "list", "set", "iterator", "modules"};

// A kind, dtype or form that is added has a word here.
static_assert(words.size() == static_cast<std::size_t>(Kind::super_) + 1);  // `show_plain` shows those behind it
static_assert(dtypes.size() == static_cast<std::size_t>(torch::Dtype::cast) + 1);
static_assert(forms.size() == static_cast<std::size_t>(Sequence::Form::modules) + 1);

std::string show_to_depth(Value value, int depth);

std::string show_literal(const Literal& literal) {
    struct Visitor {
        std::string operator()(bool value) const { return value ? "True" : "False"; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(double value) const { return std::to_string(value); }
        std::string operator()(std::string_view value) const { return std::string("'").append(value).append("'"); }
    };
    return std::visit(Visitor{}, literal.value);
}

std::string show_sequence(const Sequence& sequence, int depth) {
    std::string text(forms[static_cast<std::size_t>(sequence.form)]);
    if (depth == 0) return text;
    if (!sequence.exact)
        return sequence.items.empty() ? text : text + " of " + show_to_depth(sequence.items.front(), depth - 1);
    text += " (";
    for (std::size_t i = 0; i < sequence.items.size(); ++i)
        text.append(i == 0 ? "" : ", ").append(show_to_depth(sequence.items[i], depth - 1));
    return text + ")";
}

std::string show_mapping(const Mapping& mapping, int depth) {
    std::string text = mapping.modules ? "dict of modules" : "dict";
    if (depth == 0 || (mapping.items.empty() && mapping.rest.is(Kind::never))) return text;
    text += " {";
    for (const auto& [key, value] : mapping.items)
        text.append(key).append(": ").append(show_to_depth(value, depth - 1)).append(", ");
    if (!mapping.rest.is(Kind::never)) text.append("...: ").append(show_to_depth(mapping.rest, depth - 1));
    if (text.ends_with(", ")) text.resize(text.size() - 2);
    return text + "}";
}

std::string function_name(syntax::Node node) {
    const syntax::Node name = node.child(syntax::Field::name);
    return name ? std::string(name.text()) : "<lambda>";
}

std::string show_wrapped(const Wrapped& wrapped, int depth) {
    constexpr std::array<std::string_view, 5> names{"compiled ", "disabled ", "partial ", "operator ", "record "};
    static_assert(names.size() == static_cast<std::size_t>(Wrapped::Form::record) + 1);
    return std::string(names[static_cast<std::size_t>(wrapped.form)]) + show_to_depth(wrapped.target, depth - 1);
}

std::string show_plain(Value value, int depth) {
    switch (value.kind) {
        case Kind::literal: return show_literal(value.literal());
        case Kind::tensor: {
            std::string text = "tensor" + std::string(dtypes[static_cast<std::size_t>(value.dtype)]);
            if (value.rank >= 0) text += " rank" + std::to_string(value.rank);
            return text;
        }
        case Kind::sequence: return show_sequence(value.sequence(), depth);
        case Kind::mapping: return show_mapping(value.mapping(), depth);
        case Kind::object: return "instance " + value.object().class_->name;
        case Kind::module: return "module " + std::string(value.api().name);
        case Kind::foreign: return "instance " + std::string(value.api().name);
        case Kind::function: return "function " + function_name(value.function().node);
        case Kind::class_: return "class " + value.class_of().name;
        case Kind::api: return "api " + std::string(value.api().name);
        case Kind::bound: return "method " + show_to_depth(value.bound().method, depth - 1);
        case Kind::wrapped: return show_wrapped(value.wrapped(), depth);
        case Kind::choice: {
            std::string text;
            for (const Value option : value.choice().options)
                text += (text.empty() ? "" : " | ") + show_to_depth(option, depth - 1);
            return text;
        }
        case Kind::logger: return "logger";
        default: return std::string(words[static_cast<std::size_t>(value.kind)]);
    }
}

std::string show_to_depth(Value value, int depth) {
    if (depth < 0) return "...";
    std::string text = show_plain(value, depth);
    if (value.maybe_none) text += " or None";
    if (value.likely) text += " (likely)";
    return text;
}

}  // namespace

std::string show(Value value) { return show_to_depth(value, max_shown_depth); }

}  // namespace values
