#include "analysis/names/walk.h"

#include <algorithm>
#include <string>

namespace names {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `a.b` as it is written, or put together where the source puts spaces or line breaks between its parts.
std::string_view dotted(Node name, Draft& draft) {
    const std::string_view text = name.text();
    const bool compact = std::none_of(text.begin(), text.end(), [](char c) {
        return c == ' ' || c == '\t' || c == '\\' || c == '\n' || c == '\r' || c == '#';
    });
    if (compact) return text;
    std::string joined;
    for (const Node part : name.children()) {
        if (part.is(Kind::import_prefix)) {
            const std::string_view dots = part.text();
            joined.append(static_cast<std::size_t>(std::count(dots.begin(), dots.end(), '.')), '.');
        } else if (part.is(Kind::dotted_name)) {
            joined.append(dotted(part, draft));
        } else {
            if (!joined.empty()) joined += '.';
            joined.append(part.text());
        }
    }
    return draft.keep(std::move(joined));
}

std::string_view member_of(std::string_view module, std::string_view member, Draft& draft) {
    std::string joined(module);
    if (!joined.ends_with('.')) joined += '.';
    return draft.keep(joined.append(member));
}

struct ImportedName {
    Node name;   // a dotted_name
    Node alias;  // an identifier
};

ImportedName imported_name(Node node) {
    if (node.is(Kind::aliased_import)) return {node.child(Field::name), node.child(Field::alias)};
    return {node, {}};
}

void bind_modules(Node statement, Draft& draft) {
    for (const Node child : statement.children()) {
        const auto [name, alias] = imported_name(child);
        if (!name.is(Kind::dotted_name)) continue;
        const std::string_view module = dotted(name, draft);
        const Node bound = alias ? alias : name.first_child();
        const std::string_view target = alias ? module : bound.text();
        draft.bind(bound, BindingKind::import,
                   draft.keep({.statement = statement, .target = target, .module = module, .name = bound}));
    }
}

}  // namespace

void bind_imports(Node statement, Draft& draft) {
    if (statement.is(Kind::import_statement)) return bind_modules(statement, draft);
    const Node from = statement.child(Field::module_name);
    const std::string_view module = from ? dotted(from, draft) : "__future__";
    for (const Node child : statement.children()) {
        if (child.is(Kind::wildcard_import))
            draft.import_star({.statement = statement, .target = module, .module = module, .member = "*"});
        const auto [name, alias] = imported_name(child);
        if (child.field() != Field::name || !name.is(Kind::dotted_name)) continue;
        const std::string_view member = name.text();
        const Node bound = alias ? alias : name.first_child();
        const Import import{.statement = statement,
                            .target = member_of(module, member, draft),
                            .module = module,
                            .member = member,
                            .name = bound};
        draft.bind(bound, BindingKind::import, draft.keep(import));
    }
}

}  // namespace names
