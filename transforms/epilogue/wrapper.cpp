#include "analysis/syntax/tree.h"
#include "transforms/edit/words.h"
#include "transforms/epilogue/writer.h"

namespace transforms::epilogue {

using edit::joined;
using syntax::Node;

namespace {

// `x, k=k` for `(x, *, k=2)`: each parameter is handed on; of a method not the first one, which is what it is called
// of.
std::vector<std::string> arguments_of(const ShellText& text) {
    std::vector<std::string> arguments;
    for (const syntax::Parameter& each : syntax::parameters_of(text.function.node)) {
        const bool args = each.form == syntax::Parameter::Form::args;
        const bool kwargs = each.form == syntax::Parameter::Form::kwargs;
        const std::string name(each.name.text());
        arguments.push_back((args ? "*" : kwargs ? "**" : each.keyword_only ? name + "=" : "") + name);
    }
    if (text.is_method()) arguments.erase(arguments.begin());
    return arguments;
}

std::string owner_of(const ShellText& text) {
    return text.is_method() ? std::string(syntax::parameters_of(text.function.node).front().name.text()) : "";
}

// `_scaled_graph`, `self.__forward_graph`, or what the function around it is made of
std::string graph_of(const ShellText& text) {
    return text.is_handed() ? text.given : owner_of(text) + (text.is_method() ? "." : "") + text.graph;
}

bool returns(const ShellText& text) { return !syntax::returns_of(text.function.node).empty(); }

std::string header_of(const ShellText& text) {
    const syntax::Function& function = text.function;
    const std::string outside = text.indent.substr(0, text.indent.size() - text.step.size());
    std::string header = text.line + text.line + (outside.empty() ? text.line : "") + outside;
    if (text.shell.compiled.form == Compiled::Form::module)
        header +=
            "@" + std::string(text.shell.compiled.torch) + ".compiler.disable(recursive=False)" + text.line + outside;
    const Node last = function.returns() ? function.returns() : function.parameters();
    return header.append(text.source.text({function.node.span().begin, last.span().end})) + ":" + text.line;
}

std::string without_last_break(const std::string& text) { return text.substr(0, text.find_last_not_of("\r\n") + 1); }

// What could not be compiled, in eager. Of a method that is compiled by itself, torch takes what is behind it, which is
// not bound to an object.
std::string eager_call(const ShellText& text, const std::string& list) {
    const bool is_bound = text.shell.compiled.form == Compiled::Form::method;
    std::vector<std::string> arguments = arguments_of(text);
    arguments.insert(arguments.begin(), list);
    if (is_bound) arguments.insert(arguments.begin(), owner_of(text));
    if (text.is_handed()) return text.graph + "(" + joined(arguments, ", ") + ")";
    return std::string(text.shell.compiled.torch) + ".compiler.disable(" + graph_of(text) +
           (is_bound ? ".__func__" : "") + ")(" + joined(arguments, ", ") + ")";
}

}  // namespace

std::string function_around(const ShellText& text, const std::string& documentation, const Returned& returned) {
    const std::string result = returns(text) ? returned.result : "";
    std::vector<std::string> names = returned.values;
    if (!result.empty()) names.insert(names.begin(), result);
    const std::string call = joined(names, ", ") + (names.empty() ? "" : " = ") + graph_of(text) + "(" +
                             joined(arguments_of(text), ", ") + ")" + text.line;
    const std::string around = header_of(text) + documentation + text.indent + call + returned.acts;
    return result.empty() ? without_last_break(around) : around + text.indent + "return " + result;
}

std::string function_around(const ShellText& text, const std::string& documentation, const Recorded& recorded) {
    std::vector<std::string> arguments = arguments_of(text);
    arguments.insert(arguments.begin(), recorded.list);
    std::string around = header_of(text) + documentation;
    const auto add = [&](std::size_t depth, const std::string& code) {
        around += text.indent;
        for (std::size_t i = 0; i < depth; ++i) around += text.step;
        around += code + text.line;
    };
    add(0, recorded.list + " = []");
    add(0, "try:");
    add(1, (returns(text) ? "return " : "") + graph_of(text) + "(" + joined(arguments, ", ") + ")");
    add(0, "except Exception:");
    add(1, "if not " + recorded.list + ":  # a graph that cannot be made tells nothing");
    add(2, eager_call(text, recorded.list));
    add(1, "raise");
    add(0, "finally:");
    return without_last_break(around + recorded.acts);
}

}  // namespace transforms::epilogue
