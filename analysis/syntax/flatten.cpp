#include "analysis/syntax/flatten.h"

#include <tree_sitter/api.h>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_python(void);

// One walk with a cursor, without recursion. Kept are named nodes; comments, punctuation and the insides of strings
// that hold no expression are left out, and operators become a mark on the node that they belong to.

namespace syntax {
namespace {

constexpr std::size_t max_symbols = 512;

struct Symbol {
    enum class Use : std::uint8_t { skip, node, op };
    Use use = Use::skip;
    Kind kind = Kind::other;
    Op op = Op::none;
};

struct Vocabulary {
    std::array<Symbol, max_symbols> symbols{};
    std::array<Field, 64> fields{};
    TSSymbol colon = 0;
};

Symbol named_symbol(std::string_view name) {
    // What a string holds between its quotes matters only where it is an expression.
    for (const std::string_view skipped : {"comment", "line_continuation", "string_start", "string_end",
                                           "string_content", "escape_sequence", "escape_interpolation"})
        if (name == skipped) return {};
    if (name == "print_statement" || name == "exec_statement") return {Symbol::Use::node, Kind::error, Op::none};
    for (int i = 0; i <= static_cast<int>(Kind::other); ++i)
        if (kind_name(static_cast<Kind>(i)) == name) return {Symbol::Use::node, static_cast<Kind>(i), Op::none};
    return {Symbol::Use::node, Kind::other, Op::none};
}

Vocabulary make_vocabulary() {
    Vocabulary made;
    const TSLanguage* language = tree_sitter_python();
    const std::uint32_t count = ts_language_symbol_count(language);
    for (std::uint32_t i = 0; i < count && i < max_symbols; ++i) {
        const auto symbol = static_cast<TSSymbol>(i);
        const std::string_view name = ts_language_symbol_name(language, symbol);
        if (ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular)
            made.symbols[i] = named_symbol(name);
        else if (const Op op = op_spelled(name); op != Op::none)
            made.symbols[i] = {Symbol::Use::op, Kind::other, op};
        else if (name == "<>")
            made.symbols[i] = {Symbol::Use::node, Kind::error, Op::none};
        else if (name == ":")
            made.colon = symbol;
    }
    for (int i = 1; i <= static_cast<int>(Field::value); ++i) {
        const std::string_view name = field_name(static_cast<Field>(i));
        const auto id = ts_language_field_id_for_name(language, name.data(), static_cast<std::uint32_t>(name.size()));
        if (id < made.fields.size()) made.fields[id] = static_cast<Field>(i);
    }
    return made;
}

const Vocabulary& vocabulary() {
    static const Vocabulary made = make_vocabulary();
    return made;
}

// Where an operator token marks its parent; in a comparison it marks the operand behind it.
bool takes_op(Kind parent, Op op) {
    switch (parent) {
        case Kind::binary_operator:
        case Kind::boolean_operator:
        case Kind::unary_operator:
        case Kind::augmented_assignment:
        case Kind::except_clause:  // `except*`
            return true;
        case Kind::function_definition:
        case Kind::for_statement:
        case Kind::with_statement:
        case Kind::for_in_clause: return op == Op::async_;
        default: return false;
    }
}

// What the grammar takes and Python 3 refuses, beside the statements and operators that named_symbol() and
// make_vocabulary() tell: `raise E, "why"`, `0777`, `10L`.
bool is_python_2(Kind kind, Kind parent, std::string_view text) {
    if (kind == Kind::expression_list) return parent == Kind::raise_statement;
    if (kind != Kind::integer) return false;
    const std::size_t first = text.find_first_not_of("0_");
    const bool is_octal = text[0] == '0' && first != std::string_view::npos &&
                          text.find_first_not_of("0123456789_") == std::string_view::npos;
    return is_octal || text.back() == 'l' || text.back() == 'L';
}

bool may_hold_expressions(std::string_view literal) {  // an f-string or a t-string
    const std::size_t quote = literal.find_first_of("\"'");
    return literal.substr(0, quote).find_first_of("fFtT") != std::string_view::npos;
}

}  // namespace

class Flattener::Walk {
  public:
    Walk(const TSTree* parsed, Tree& tree)
        : tree_(tree), words_(vocabulary()), root_(ts_tree_root_node(parsed)), has_errors_(ts_node_has_error(root_)),
          cursor_(ts_tree_cursor_new(root_)) {
        tree_.records_.reserve(tree_.source_->text().size() / 8 + 16);
    }
    ~Walk() { ts_tree_cursor_delete(&cursor_); }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    void run() {
        open(Kind::module, Field::none, {0, static_cast<std::uint32_t>(tree_.source_->text().size())});
        bool more = ts_tree_cursor_goto_first_child(&cursor_);
        while (more) {
            const Visit visited = visit();
            if (visited == Visit::inner && ts_tree_cursor_goto_first_child(&cursor_)) continue;
            if (visited != Visit::skipped) close();
            more = advance();
        }
        close();
        if (has_errors_ && tree_.errors_.empty()) tree_.errors_.push_back(first_loose_token());
    }

  private:
    struct Frame {
        std::uint32_t index;
        Kind kind;
        Op pending = Op::none;    // the operator before the next operand of a comparison
        std::uint8_t colons = 0;  // seen so far in a slice
    };

    enum class Visit : std::uint8_t { skipped, leaf, inner };

    // To the next node that was not seen yet, closing the nodes that end on the way. Only kept nodes are descended
    // into, so every step up closes one.
    bool advance() {
        while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
            if (open_.size() == 1 || !ts_tree_cursor_goto_parent(&cursor_)) return false;
            close();
        }
        return true;
    }

    // Records the node under the cursor, unless nobody wants it.
    Visit visit() {
        const TSNode node = ts_tree_cursor_current_node(&cursor_);
        const TSSymbol id = ts_node_symbol(node);
        const text::Span span{ts_node_start_byte(node), ts_node_end_byte(node)};
        if (has_errors_ && (ts_node_is_missing(node) || ts_node_is_error(node))) return error(span);
        const Symbol symbol = id < max_symbols ? words_.symbols[id] : Symbol{};
        if (symbol.use == Symbol::Use::op) mark(symbol.op);
        if (symbol.use != Symbol::Use::node) {
            if (open_.back().kind == Kind::slice && id < max_symbols && id == words_.colon) ++open_.back().colons;
            return Visit::skipped;
        }
        if (symbol.kind == Kind::error || is_python_2(symbol.kind, open_.back().kind, tree_.source_->text(span)))
            return error(span);
        if (open_.size() >= Tree::max_depth) {
            if (!tree_.too_deep_) tree_.too_deep_ = span;
            return leaf(Kind::error, span);
        }
        if (symbol.kind == Kind::string && !may_hold_expressions(tree_.source_->text(span)))
            return leaf(symbol.kind, span);
        const bool of_class = symbol.kind == Kind::argument_list && field() == Field::superclasses;
        open(of_class ? Kind::bases : symbol.kind, field(), span);
        return Visit::inner;
    }

    Field field() const {
        if (open_.back().kind == Kind::slice) {
            constexpr std::array parts{Field::left, Field::right, Field::value};
            return parts[std::min<std::size_t>(open_.back().colons, 2)];
        }
        const TSFieldId id = ts_tree_cursor_current_field_id(&cursor_);
        return id < words_.fields.size() ? words_.fields[id] : Field::none;
    }

    void mark(Op op) {
        Frame& parent = open_.back();
        auto& record = tree_.records_[parent.index];
        if (parent.kind == Kind::comparison_operator)
            parent.pending = op;
        else if (record.op == Op::none && takes_op(parent.kind, op))
            record.op = op;
    }

    // Where the root itself is the error: the first thing in it that did not become part of a statement. The place of
    // an error in a part of a string that is not kept is not known.
    text::Span first_loose_token() {
        ts_tree_cursor_reset(&cursor_, root_);
        for (bool more = ts_tree_cursor_goto_first_child(&cursor_); more;
             more = ts_tree_cursor_goto_next_sibling(&cursor_))
            if (const TSNode child = ts_tree_cursor_current_node(&cursor_); !ts_node_is_named(child))
                return {ts_node_start_byte(child), ts_node_end_byte(child)};
        return {ts_node_start_byte(root_), ts_node_start_byte(root_)};
    }

    Visit error(text::Span span) {
        tree_.errors_.push_back(span);
        return leaf(Kind::error, span);
    }

    Visit leaf(Kind kind, text::Span span) {
        open(kind, field(), span);
        return Visit::leaf;
    }

    void open(Kind kind, Field field, text::Span span) {
        Op op = Op::none;
        std::uint32_t parent = 0;
        if (!open_.empty()) {
            op = std::exchange(open_.back().pending, Op::none);
            parent = open_.back().index;
        }
        const auto index = static_cast<std::uint32_t>(tree_.records_.size());
        tree_.records_.push_back({kind, field, op, span.begin, span.end, parent, 1});
        open_.push_back({index, kind});
    }

    void close() {
        const std::uint32_t index = open_.back().index;
        tree_.records_[index].size = static_cast<std::uint32_t>(tree_.records_.size()) - index;
        open_.pop_back();
    }

    Tree& tree_;
    const Vocabulary& words_;
    TSNode root_;
    bool has_errors_;
    TSTreeCursor cursor_;
    std::vector<Frame> open_;
};

void Flattener::run(const TSTree* parsed, Tree& tree) { Walk(parsed, tree).run(); }

}  // namespace syntax
