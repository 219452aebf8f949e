#include "analysis/syntax/tree.h"

#include "analysis/syntax/flatten.h"
#include "analysis/syntax/reader.h"

#include <tree_sitter/api.h>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace syntax {
namespace {

struct ParserDeleter {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

// A parser keeps its stacks between parses, which is worth 5 % of a run; it must not be shared between threads.
TSParser* parser_of_this_thread() {
    thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
        std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
        ts_parser_set_language(made.get(), tree_sitter_python());
        return made;
    }();
    return parser.get();
}

TSPoint point_at(std::string_view text, std::uint32_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto row = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {row, static_cast<std::uint32_t>(offset - line_start)};
}

// One replacement that turns one text into the other: what lies between the common beginning and the common end.
TSInputEdit difference(std::string_view before, std::string_view after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    const auto begin = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter), after.begin()).first -
        before.begin());
    std::size_t tail = 0;
    while (tail < shorter - begin && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    const auto start = static_cast<std::uint32_t>(begin);
    const auto old_end = static_cast<std::uint32_t>(before.size() - tail);
    const auto new_end = static_cast<std::uint32_t>(after.size() - tail);
    return {start, old_end, new_end, point_at(before, start), point_at(before, old_end), point_at(after, new_end)};
}

// The next CR that is not half of a CRLF.
std::size_t find_lone_return(std::string_view text, std::size_t from = 0) {
    std::size_t at = text.find('\r', from);
    while (at != std::string_view::npos && text.substr(at + 1).starts_with('\n')) at = text.find('\r', at + 2);
    return at;
}

// Python ends a line at a lone CR, too; the grammar does not. Both are one byte, so every place stays what it is.
std::string with_line_feeds(std::string_view text) {
    std::string changed(text);
    for (std::size_t at = find_lone_return(text); at != std::string_view::npos; at = find_lone_return(text, at + 1))
        changed[at] = '\n';
    return changed;
}

std::unique_ptr<TSTree, TreeDeleter> run_parser(const TSTree* old, std::string_view text) {
    if (find_lone_return(text) != std::string_view::npos) return run_parser(nullptr, with_line_feeds(text));
    return std::unique_ptr<TSTree, TreeDeleter>(
        ts_parser_parse_string(parser_of_this_thread(), old, text.data(), static_cast<std::uint32_t>(text.size())));
}

// To the grammar `type(x).y = z` is a statement of type aliases, to Python it stores an attribute.
std::vector<Node> false_aliases(const Tree& tree) {
    std::vector<Node> found;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const Node node = tree.node(i);
        if (!node.is(Kind::type_alias_statement) || !node.text().starts_with("type")) continue;
        const Node name = node.child(Field::left).first_child();
        if (!name.is(Kind::identifier) && !name.is(Kind::generic_type)) found.push_back(node);
    }
    return found;
}

// Any other word than `type` is parsed as Python does. It is of the same length, so every place stays what it is.
std::string without_type(std::string_view text, const std::vector<Node>& aliases) {
    std::string changed(text);
    for (const Node alias : aliases) changed.replace(alias.span().begin, 4, "name");
    return changed;
}

}  // namespace

struct Tree::Parsed {
    std::unique_ptr<TSTree, TreeDeleter> tree;
    std::string text;  // if it is kept
};

Tree::Tree(const text::Source& source) : source_(&source) {}
Tree::~Tree() = default;

// Nodes hold the address of their Tree, so a Tree is moved only before it is read: out of parse() into its owner.
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;

Tree Tree::parse(const text::Source& source, Keep keep) {
    if (auto tree = read(source)) return *std::move(tree);
    return by_grammar(source, keep);
}

std::optional<Tree> Tree::read(const text::Source& source) {
    Tree tree(source);
    if (!Reader::read(source.text(), tree)) return std::nullopt;
    return tree;
}

Tree Tree::by_grammar(const text::Source& source, Keep keep) {
    Tree tree(source);
    tree.fill({run_parser(nullptr, source.text()), {}}, keep);
    return tree;
}

Tree Tree::reparse(const text::Source& source) const {
    if (auto tree = read(source)) {
        tree->parsed_ = parsed_;
        return *std::move(tree);
    }
    if (!parsed_ || find_lone_return(parsed_->text) != std::string_view::npos)
        return by_grammar(source, Keep::for_reparse);
    const std::unique_ptr<TSTree, TreeDeleter> old(ts_tree_copy(parsed_->tree.get()));
    const TSInputEdit edit = difference(parsed_->text, source.text());
    ts_tree_edit(old.get(), &edit);
    Tree tree(source);
    tree.fill({run_parser(old.get(), source.text()), {}}, Keep::for_reparse);
    return tree;
}

void Tree::fill(Parsed parsed, Keep keep) {
    Flattener::run(parsed.tree.get(), *this);
    if (const std::vector<Node> stores = false_aliases(*this); !stores.empty()) {
        const auto mended = run_parser(nullptr, without_type(source_->text(), stores));
        *this = Tree(*source_);
        Flattener::run(mended.get(), *this);
    }
    if (keep == Keep::nothing) return;
    parsed.text = source_->text();
    parsed_ = std::make_shared<const Parsed>(std::move(parsed));
}

Node Tree::at(std::uint32_t offset) const { return at(text::Span{offset, offset}); }

Node Tree::at(text::Span span) const {
    // In source order, the last node that begins before the span is in the one that is looked for.
    const auto behind = std::ranges::upper_bound(records_, span.begin, {}, &Record::begin);
    Node found = node(static_cast<std::uint32_t>(behind - records_.begin()) - 1);
    const auto holds = [span](text::Span around) {
        return around.contains(span) && (span.begin != around.end || around.empty());
    };
    while (found.parent() && !holds(found.span())) found = found.parent();
    return found;
}

}  // namespace syntax
