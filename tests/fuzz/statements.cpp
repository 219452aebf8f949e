#include "tests/fuzz/statements.h"

#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>
#include <vector>

namespace fuzz {
namespace {

using syntax::Kind;
using syntax::Node;

constexpr std::array<std::string_view, 10> headers{
    "if x.sum() > 0:",        "if torch.any(x > 0):",     "for _ in range(3):", "while x.mean() > 1:",
    "with torch.no_grad():",  "if self.training:",        "for row in x:",      "if n:",
    "if not (x == 0).all():", "try:\n    pass\nfinally:",
};

// Whole lines that hold one statement, and no part of another.
struct Statement {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t indentation = 0;
    bool alone = false;  // in its block
    bool outermost = false;
    bool imports = false;
};

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

void add_block(std::vector<Statement>& found, Node block) {
    const text::Source& source = block.tree()->source();
    std::vector<Statement> inside;
    for (const Node each : block.children()) {
        const text::Span first = source.line(source.line_at(each.span().begin));
        const std::uint32_t last = source.line_at(std::max(each.span().begin + 1, each.span().end) - 1);
        const auto all = static_cast<std::uint32_t>(source.text().size());
        const std::uint32_t end = last + 1 < source.line_count() ? source.line(last + 1).begin : all;
        if (!is_blank(source.text({first.begin, each.span().begin}))) continue;
        if (!inside.empty() && inside.back().end > first.begin) continue;
        inside.push_back({.begin = first.begin,
                          .end = end,
                          .indentation = each.span().begin - first.begin,
                          .outermost = block.index() == 0,
                          .imports = each.is(Kind::import_statement) || each.is(Kind::import_from_statement)});
    }
    for (Statement& each : inside) each.alone = inside.size() == 1;
    found.insert(found.end(), inside.begin(), inside.end());
}

std::vector<Statement> statements_of(const std::string& text) {
    const text::Source source("file.py", text);
    const syntax::Tree tree = syntax::Tree::parse(source);
    std::vector<Statement> found;
    for (std::uint32_t i = 0; i < tree.size(); ++i)
        if (i == 0 || tree.node(i).is(Kind::block)) add_block(found, tree.node(i));
    return found;
}

std::string lines_of(const std::string& text, const Statement& statement) {
    std::string lines = text.substr(statement.begin, statement.end - statement.begin);
    if (!lines.ends_with('\n')) lines += '\n';
    return lines;
}

// The lines of a statement at another depth.
std::string indented(const std::string& lines, std::uint32_t from, std::uint32_t to) {
    std::string made;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
        std::string line = lines.substr(at, end - at);
        if (!is_blank(line.substr(0, line.size() - 1))) {
            line.erase(0, std::min<std::size_t>(from, std::min(line.find_first_not_of(" \t"), line.size())));
            line.insert(0, to, ' ');
        }
        made += line;
        at = end;
    }
    return made;
}

void erase(std::string& text, const Statement& statement) {
    text.replace(statement.begin, statement.end - statement.begin,
                 statement.alone ? std::string(statement.indentation, ' ') + "pass\n" : "");
}

void insert(std::string& text, const std::string& lines, std::uint32_t from, const Statement& before) {
    text.insert(before.begin, indented(lines, from, before.indentation));
}

}  // namespace

std::string part(Mutator& random, const std::string& text, std::size_t most) {
    const std::vector<Statement> all = statements_of(text);
    std::string imports, rest;
    std::vector<Statement> outer;
    for (const Statement& each : all)
        if (each.outermost) (each.imports ? imports += lines_of(text, each), outer : outer).push_back(each);
    std::erase_if(outer, &Statement::imports);
    std::size_t lines = 0;
    for (std::size_t at = random.below(outer.size()); at < outer.size() && lines < most; ++at) {
        const std::string next = lines_of(text, outer[at]);
        const auto more = static_cast<std::size_t>(std::ranges::count(next, '\n'));
        if (lines > 0 && lines + more > most * 2) break;
        rest += next;
        lines += more;
    }
    return imports + rest;
}

std::string with_statement_changed(Mutator& random, const std::string& text, const std::string& other) {
    const std::vector<Statement> all = statements_of(text);
    if (all.empty()) return text;
    const Statement& from = all[random.below(all.size())];
    const Statement& to = all[random.below(all.size())];
    const std::string lines = lines_of(text, from);
    std::string made = text;
    switch (random.below(5)) {
        case 0: erase(made, from); break;
        case 1: insert(made, lines, from.indentation, from); break;
        case 2:  // what is behind is changed first
            if (from.begin < to.begin) {
                if (to.begin < from.end) return text;
                insert(made, lines, from.indentation, to);
                erase(made, from);
            } else {
                erase(made, from);
                insert(made, lines, from.indentation, to);
            }
            break;
        case 3: {
            const std::string header(headers[random.below(headers.size())]);
            made.replace(
                from.begin, from.end - from.begin,
                indented(header + "\n", 0, from.indentation) + indented(lines, from.indentation, from.indentation + 4));
            break;
        }
        default: {
            const std::vector<Statement> others = statements_of(other);
            if (others.empty()) return text;
            const Statement& taken = others[random.below(others.size())];
            insert(made, lines_of(other, taken), taken.indentation, to);
            break;
        }
    }
    return made;
}

}  // namespace fuzz
