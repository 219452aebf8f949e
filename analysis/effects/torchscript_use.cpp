#include "analysis/effects/torchscript_use.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <string_view>

namespace effects {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool scripts(const values::Program& program, Node callee) {
    const auto name = program.names().qualified(callee);
    const torch::Row* row = name ? torch::find(*name, torch::Knowledge(program.release())) : nullptr;
    return row && row->role == torch::Role::scripts;
}

bool mentions(Node definition, std::string_view name) {
    for (const Node node : subtree(definition))
        if (node.is(Kind::identifier) && node.text() == name) return true;
    return false;
}

bool is_scripted(const values::Program& program, Node function) {
    const Node all = program.tree().root();
    for (const Node node : subtree(all)) {
        if (node.is(Kind::call) && scripts(program, node.child(Field::function))) return true;
        if (node.is(Kind::decorator) && scripts(program, node.first_child()) &&
            mentions(node.parent(), function.child(Field::name).text()))
            return true;
    }
    return false;
}

}  // namespace

bool may_be_scripted(const values::Program& program, Node function) {
    constexpr std::string_view word = "jit";  // most files do without it
    return program.tree().source().text().find(word) != std::string_view::npos && is_scripted(program, function);
}

}  // namespace effects
