#include "analysis/values/program.h"

#include "analysis/values/interpreter.h"

#include <algorithm>

namespace values {

Program::Program(std::shared_ptr<const names::File> file, const Options& options)
    : files_{std::move(file)}, known_(tree().size()), dynamo_(options.dynamo), knowledge_(options.torch) {}

Program::~Program() = default;

std::unique_ptr<const Program> Program::interpret(std::shared_ptr<const names::File> file, const Options& options) {
    std::unique_ptr<Program> program(new Program(std::move(file), options));
    Interpreter(*program, options).run();
    return program;
}

std::size_t Program::number_of(syntax::Node node) const {
    const auto is_there = [node](const auto& file) { return &file->tree() == node.tree(); };
    return static_cast<std::size_t>(std::ranges::find_if(files_, is_there) - files_.begin());
}

const Program::Known& Program::known(syntax::Node expression) const {
    static const Known nothing;
    if (expression.tree() == &tree()) return known_[expression.index()];
    const auto found = known_elsewhere_.find(expression);
    return found == known_elsewhere_.end() ? nothing : found->second;
}

Value Program::value(syntax::Node expression) const { return known(expression).value; }

bool Program::reached(syntax::Node expression) const { return known(expression).compiled; }

const State* Program::state_at(syntax::Node test) const {
    const auto found = test.tree() == &tree() ? states_.find(test.index()) : states_.end();
    return found == states_.end() ? nullptr : &found->second;
}

}  // namespace values
