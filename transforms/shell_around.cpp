#include "transforms/shell_around.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/text.h"

namespace transforms {

using syntax::Node;

namespace {

// `_scaled_graph(x, k=k)`, `self.__forward_graph(x)`: each parameter is handed on.
std::string call_of(const Shell& shell, const std::string& compiled) {
    std::string callee = compiled;
    std::vector<std::string> arguments;
    bool is_owner = shell.compiled.form != Compiled::Form::function;
    for (const syntax::Parameter& each : syntax::parameters_of(shell.parts.front().function())) {
        const std::string name(each.name.text());
        const bool args = each.form == syntax::Parameter::Form::args;
        const bool kwargs = each.form == syntax::Parameter::Form::kwargs;
        if (is_owner)
            callee.insert(0, name + ".");
        else
            arguments.push_back((args ? "*" : kwargs ? "**" : each.keyword_only ? name + "=" : "") + name);
        is_owner = false;
    }
    return callee + "(" + joined(arguments, ", ") + ")";
}

}  // namespace

std::string function_around(const Shell& shell, const Around& around) {
    const syntax::Function function{shell.parts.front().function()};
    const text::Source& source = function.node.tree()->source();
    const std::string line(source.line_ending());
    const Node header = function.returns() ? function.returns() : function.parameters();
    std::string text = line + line + (around.indent.empty() ? line : "") + around.indent;
    if (shell.compiled.form == Compiled::Form::module)
        text += "@" + std::string(shell.compiled.torch) + ".compiler.disable(recursive=False)" + line + around.indent;
    text += source.text({function.node.span().begin, header.span().end});
    text += ":" + line + around.documentation + around.inside;
    std::vector<std::string> given = around.values;
    if (!around.result.empty()) given.insert(given.begin(), around.result);
    text += joined(given, ", ") + (given.empty() ? "" : " = ") + call_of(shell, around.compiled) + line + around.acts;
    if (!around.result.empty()) return text + around.inside + "return " + around.result;
    return text.substr(0, text.find_last_not_of("\r\n") + 1);
}

}  // namespace transforms
