#include "transforms/epilogue/writer.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"

#include <algorithm>
#include <utility>

namespace transforms::epilogue {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

ShellText::ShellText(const Shell& what)
    : shell(what), root(shell.parts.front()), source(root.facts->program().tree().source()), function{root.function()},
      line(source.line_ending()) {
    const Node parent = function.node.parent();
    const Node definition = parent.is(Kind::decorated_definition) ? parent : function.node;
    const auto inside = edit::indentation(source, function.body().first_child().span());
    const auto outside = edit::indentation(source, definition.span());
    laid_out_ = inside && outside && inside->starts_with(*outside);
    if (!laid_out_) return;
    indent = *inside;
    step = inside->substr(outside->size());
    graph = fresh_for_graph(root);
    if (!is_handed()) return;
    maker = fresh(graph.substr(0, graph.find("_graph")) + "_shell");
    given = fresh("graph");
}

std::string ShellText::fresh(std::string name) {
    const std::string stem = name;
    const names::Module& names = root.facts->program().names();
    for (int i = 2; names.name(name) || used_.contains(name); ++i) name = stem + "_" + std::to_string(i);
    used_.insert(name);
    return name;
}

std::string ShellText::fresh_for_graph(const Part& part) {
    std::string_view name = syntax::Function{part.function()}.name().text();
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    name = name.substr(0, name.find_last_not_of('_') + 1);
    return fresh((class_of(part.function()) ? "__" : "_") + std::string(name) + "_graph");
}

void ShellText::replace(text::Span span, std::string text) {
    const auto same = std::ranges::find(edits_, span, &Edit::span);
    if (same != edits_.end()) return void(same->text += text);
    edits_.push_back({span, std::move(text)});
}

std::vector<Edit> ShellText::edits() && {
    std::ranges::sort(edits_, {}, &Edit::span);
    return edit::well_formed(edits_) ? std::move(edits_) : std::vector<Edit>{};
}

std::optional<text::Span> lines_of(const text::Source& source, Node statement) {
    if (!edit::indentation(source, statement.span())) return std::nullopt;
    const text::Span first = source.line(source.line_at(statement.span().begin));
    const text::Span last = source.line(source.line_at(statement.span().end));
    const std::string_view behind = source.text().substr(statement.span().end, last.end - statement.span().end);
    const std::size_t mark = behind.find_first_not_of(" \t\r\n");
    if (mark != std::string_view::npos && behind[mark] != '#') return std::nullopt;
    const std::size_t next = source.text().find('\n', last.end);
    return text::Span{first.begin, next == std::string_view::npos ? last.end : static_cast<std::uint32_t>(next + 1)};
}

bool is_documentation(Node statement) {
    return statement.is(Kind::expression_statement) && statement.first_child().is(Kind::string);
}

std::vector<Edit> split(const Shell& shell) {
    ShellText text(shell);
    if (!text.is_laid_out()) return {};
    std::string documentation;
    if (const Node first = text.function.body().first_child(); is_documentation(first)) {
        const auto lines = lines_of(text.source, first);
        if (!lines) return {};
        documentation = text.source.text(*lines);
        text.replace(*lines, "");
    }
    text.replace(text.function.name().span(), text.graph);
    std::optional<std::string> around;
    if (shell.recorded) {
        if (const auto recorded = record_values(text)) around = function_around(text, documentation, *recorded);
    } else if (const auto given = give_values(text)) {
        around = function_around(text, documentation, *given);
    }
    if (!around) return {};
    if (text.is_handed()) {
        const ShellText& made = text;
        std::vector<Edit> edits = std::move(text).edits();
        return edits.empty() ? edits : beside(made, std::move(edits), documentation, *around);
    }
    const std::uint32_t end = edit::end_of_line(text.source, text.function.node.span().end);
    text.replace({end, end}, *std::move(around));
    return std::move(text).edits();
}

}  // namespace transforms::epilogue
