#include "server/confirm/statements.h"

#include "server/files/load.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace confirm {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// Names of classes and functions around it: "Model.forward.<locals>.step".
std::string qualified_name(Node node) {
    std::string name;
    for (Node at = node; at; at = at.parent()) {
        const bool is_function = at.is(Kind::function_definition);
        if (!is_function && !at.is(Kind::class_definition)) continue;
        const std::string own(at.child(Field::name).text());
        if (name.empty() && !is_function) continue;
        name = own + (name.empty() ? "" : (is_function ? ".<locals>." : ".") + name);
    }
    return name.empty() ? "<module>" : name;
}

// The last byte of a statement, its body not counted.
std::uint32_t header_end(Node statement) {
    for (const Node child : statement.children())
        if (child.field() == Field::body || child.field() == Field::consequence || child.is(Kind::block)) {
            const std::string_view text = statement.tree()->source().text({statement.span().begin, child.span().begin});
            const std::size_t colon = text.rfind(':');
            return statement.span().begin + static_cast<std::uint32_t>(colon == text.npos ? 0 : colon);
        }
    return std::max(statement.span().begin, statement.span().end - 1);
}

}  // namespace

const Statements::File& Statements::file(const std::string& path) {
    const auto [at, is_new] = files_.try_emplace(path);
    if (is_new)
        if (auto loaded = files::load(path); auto* good = std::get_if<files::Loaded>(&loaded)) {
            at->second.source = std::move(good->source);
            at->second.tree = std::make_unique<const syntax::Tree>(syntax::Tree::parse(*at->second.source));
        }
    return at->second;
}

Statement Statements::at(const std::string& path, std::uint32_t line) {
    const Statement plain{.line = line, .end_line = line, .function = "<module>"};
    const File& in = file(path);
    if (!in.source || line == 0 || line > in.source->line_count()) return plain;
    const text::Span span = in.source->line(line - 1);
    const std::string_view text = in.source->text(span);
    const std::size_t blank = text.find_first_not_of(" \t\f");
    if (blank == text.npos) return plain;
    const Node node = in.tree->at(span.begin + static_cast<std::uint32_t>(blank));
    Node statement = syntax::statement_of(node);
    if (!statement) return plain;
    // `@decorator` and `def` are one statement.
    if (statement.parent().is(Kind::decorated_definition)) statement = statement.parent();
    Node counted = statement;
    if (statement.is(Kind::decorated_definition))
        if (const Node definition = statement.child(Field::definition)) counted = definition;
    const std::uint32_t first = in.source->line_at(statement.span().begin) + 1;
    const std::uint32_t last = in.source->line_at(header_end(counted)) + 1;
    const std::string function = qualified_name(node);
    // `else:` and `finally:` belong to no header.
    if (line > last) return {.line = line, .end_line = line, .function = function};
    return {.line = first, .end_line = last, .function = function};
}

}  // namespace confirm
