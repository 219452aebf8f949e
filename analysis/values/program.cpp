#include "analysis/values/program.h"

#include "analysis/values/interpreter.h"

namespace values {

Program::Program(const text::Source& source, const Options& options)
    : tree_(syntax::Tree::parse(source)), names_(tree_), dynamo_(options.dynamo), knowledge_(options.torch) {}

Program::~Program() = default;

std::unique_ptr<const Program> Program::interpret(const text::Source& source, const Options& options) {
    std::unique_ptr<Program> program(new Program(source, options));
    Interpreter(*program, options).run();
    return program;
}

Value Program::value(syntax::Node expression) const { return expression ? values_[expression.index()] : never(); }

bool Program::reached(syntax::Node expression) const { return expression && compiled_[expression.index()]; }

const State* Program::state_at(syntax::Node test) const {
    const auto found = states_.find(test.index());
    return found == states_.end() ? nullptr : &found->second;
}

}  // namespace values
