// The text that a shell is written into, piece by piece.
#pragma once

#include "analysis/syntax/python.h"
#include "transforms/epilogue/epilogue.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace transforms::epilogue {

class ShellText {
  public:
    explicit ShellText(const Shell& shell);

    const Shell& shell;
    const Part& root;
    const text::Source& source;
    syntax::Function function;  // the compiled one
    std::string line;           // break
    std::string indent, step;   // of what is in the function, and how much deeper than the function that is
    std::string graph;          // the name of what is compiled of it
    std::string maker, given;   // of what is handed over by its name: what makes the function around it, and of what

    [[nodiscard]] bool is_laid_out() const { return laid_out_; }
    [[nodiscard]] bool is_method() const {
        return shell.compiled.form == Compiled::Form::method || shell.compiled.form == Compiled::Form::module;
    }
    [[nodiscard]] bool is_handed() const { return shell.compiled.form == Compiled::Form::handed; }
    // A name that the file does not have.
    [[nodiscard]] std::string fresh(std::string name);
    // `_sample_graph`; in a class with a name that no class derived from it can give to something else.
    [[nodiscard]] std::string fresh_for_graph(const Part& part);

    // A second one at the same place comes behind the first.
    void replace(text::Span span, std::string text);
    [[nodiscard]] std::vector<edit::Edit> edits() &&;

  private:
    bool laid_out_ = false;
    std::set<std::string> used_;
    std::vector<edit::Edit> edits_;
};

// The lines of a statement, if nothing else stands on them but a comment.
[[nodiscard]] std::optional<text::Span> lines_of(const text::Source& source, syntax::Node statement);
[[nodiscard]] bool is_documentation(syntax::Node statement);

// What stands around gets the values of effects that are statements of the function as further results.
struct Returned {
    std::string result;               // the name of its own one
    std::vector<std::string> values;  // by the names they have there
    std::string acts;                 // lines
};
[[nodiscard]] std::optional<Returned> give_values(ShellText& text);

// Or it hands a list down, into which the function and its helpers put them.
struct Recorded {
    std::string list;  // its name
    std::string acts;  // lines that read it
};
[[nodiscard]] std::optional<Recorded> record_values(ShellText& text);

// The function that has the name and parameters of the program's own, from the line break behind what is compiled up to
// the last one, which stays out. `documentation` is what stands first in it.
[[nodiscard]] std::string function_around(const ShellText& text, const std::string& documentation,
                                          const Returned& returned);
[[nodiscard]] std::string function_around(const ShellText& text, const std::string& documentation,
                                          const Recorded& recorded);

// The edits of a function that is handed over by its name, which itself stays as it is.
[[nodiscard]] std::vector<edit::Edit> beside(const ShellText& text, std::vector<edit::Edit> edits,
                                             const std::string& documentation, const std::string& around);

}  // namespace transforms::epilogue
