// The walk over the statements of a body that feeds the Assembler; private to build.cpp and regions.cpp.
#pragma once

#include "analysis/flow/assembler.h"
#include "analysis/flow/build.h"

namespace flow {

class Builder {
  public:
    Builder(syntax::Node body, const MaySwallow& may_swallow);
    [[nodiscard]] Graph run() &&;

  private:
    // What `return`, `break` and `continue` have to pass on their way out.
    struct Frame {
        enum class Form : std::uint8_t { loop, with, alias, finally };
        Form form;
        syntax::Node node{};  // the with_item, or the except_clause whose alias is deleted
        Label next{};         // of a loop: where `continue` leads
        Label end{};          // of a loop: where `break` leads; of a finally: its start
        bool returns = false, breaks = false, continues = false;  // through this finally
    };

    void suite(syntax::Node block);
    void statement(syntax::Node node);
    void if_statement(syntax::Node node);
    void while_statement(syntax::Node node);
    void for_statement(syntax::Node node);
    void loop(syntax::Node node, Label head, Label otherwise);
    void assert_statement(syntax::Node node);
    void match_statement(syntax::Node node);
    void match_case(syntax::Node clause, Label after);
    void comprehension();
    void condition(syntax::Node test, Label yes, Label no);

    void with_statement(syntax::Node node);
    void try_statement(syntax::Node node);
    void except_clauses(syntax::Node try_statement, Label done);
    void except_body(syntax::Node clause, Label handler);
    void finally_clause(syntax::Node clause, Label done, Label outside);
    void unwind(EdgeKind how);
    [[nodiscard]] bool in_loop() const;

    syntax::Node body_;
    const MaySwallow& may_swallow_;
    Assembler out_;
    Label exit_;
    std::vector<Frame> frames_;
};

}  // namespace flow
