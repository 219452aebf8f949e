// Python's text -> a Tree, in a twentieth of tree-sitter's time, where the text is plain: well-formed, and of the forms
// that nearly all code consists of. What it reads it reads as tree-sitter-python and the Flattener would; a test
// compares them. Private to this folder.
#pragma once

#include "analysis/syntax/drafts.h"
#include "analysis/syntax/token.h"

#include <string_view>
#include <utility>
#include <vector>

namespace syntax {

class Reader {
  public:
    using Id = Drafts::Id;

    // False if the text is not plain, and the Tree as it was: then it is tree-sitter's.
    [[nodiscard]] static bool read(std::string_view text, Tree& tree);

  private:
    // A level of nesting; deeper ones are tree-sitter's, which does not recurse.
    class Depth {
      public:
        explicit Depth(Reader& reader) : reader_(reader) {
            if (++reader_.depth_ > 150) throw Unread{};
        }
        ~Depth() { --reader_.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

      private:
        Reader& reader_;
    };

    Reader(std::string_view text, std::vector<Token> tokens, Drafts& drafts)
        : text_(text), tokens_(std::move(tokens)), drafts_(drafts) {}

    // The present token, and those behind it.
    [[nodiscard]] Word word(std::size_t ahead = 0) const { return tokens_[at_ + ahead].word; }
    [[nodiscard]] bool is_at(Word wanted) const { return tokens_[at_].word == wanted; }
    [[nodiscard]] std::string_view spelled(const Token& token) const {
        return text_.substr(token.begin, token.end - token.begin);
    }
    const Token& take() { return tokens_[at_++]; }
    const Token& take(Word wanted);
    bool take_if(Word wanted);

    // Nodes. A node reaches from the token or node where it begins to the last thing that was added to it.
    Id leaf(Kind kind, Word wanted);
    Id begin(Kind kind, const Token& token, Op op = Op::none) {
        return drafts_.make(kind, {token.begin, token.end}, op);
    }
    Id begin(Kind kind, Id first, Field field = Field::none);
    void end_at(Id node, const Token& token) { drafts_[node].end = token.end; }
    void close(Id node, Word bracket) { end_at(node, take(bracket)); }
    [[nodiscard]] Kind kind_of(Id node) { return drafts_[node].kind; }

    // read_statements.cpp
    void statement(Id parent);
    void simple_statements(Id parent);
    Id simple_statement();
    Id expression_statement();
    Id assignment(Id left);
    Id import_statement();
    [[nodiscard]] bool may_be_statement_of_its_own() const;
    Id import_from();
    Id dotted_name();
    void import_names(Id parent);
    Id listed(Kind kind);            // `global a, b`, `assert a, b`
    Id with_expressions(Kind kind);  // `return a, b`
    Id raise_statement();

    // read_blocks.cpp
    Id suite();
    Id if_statement();
    Id loop(Id made);
    Id while_statement();
    Id else_clause();
    Id try_statement();
    Id with_statement(Id made);
    Id with_alias(Id value);
    Id decorated();
    Id function(Id made);
    Id class_definition();
    Id async_statement();

    // read_expressions.cpp: as much as a place takes
    Id expression(bool conditional = true);
    Id expressions();  // `a, *b`: an expression_list if there is a comma
    Id yield();
    Id lambda(bool conditional);
    Id disjunction();
    Id conjunction();
    Id boolean(Word wanted, Op op, Id (Reader::*operand)());
    Id negation();
    Id comparison();
    Id binary(int above);
    Id unary();
    Id splat();
    Id double_splat();
    Id element();  // an expression or a splat

    // read_atoms.cpp
    Id primary();
    Id atom();
    Id strings();
    Id in_parentheses();
    Id in_brackets();
    Id in_braces();
    Id entry();
    void elements(Id parent, Word bracket);
    void clauses(Id comprehension);
    Id call(Id function);
    Id argument_list();
    Id argument();
    Id subscript(Id value);
    Id slice();

    // read_strings.cpp
    Id f_string(const Token& token);
    void parts(Id parent, std::uint32_t at, std::uint32_t end, bool in_format);
    Id interpolation(Kind kind, std::uint32_t begin, std::uint32_t limit);

    // read_targets.cpp
    Id pattern(Id expression);  // what was read as an expression and turns out to be assigned to
    Id target_list();
    Id type();
    Id generic_type();
    void parameters(Id list, Word bracket);
    Id parameter(bool typed);

    std::string_view text_;
    std::vector<Token> tokens_;
    Drafts& drafts_;
    std::size_t at_ = 0;
    int depth_ = 0;  // of expressions and blocks
};

}  // namespace syntax
