#include "server/commands/forms.h"

#include "analysis/text/position.h"
#include "server/output/width.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace commands {

namespace {

using values::Activation;
using values::Branch;

std::string_view word(Branch::Form form) {
    switch (form) {
        case Branch::Form::if_: return "if";
        case Branch::Form::while_: return "while";
        case Branch::Form::assert_: return "assert";
        case Branch::Form::conditional: return "conditional expression";
        case Branch::Form::filter: return "filter";
        case Branch::Form::boolean: return "boolean operator";
        case Branch::Form::negation: return "not";
        case Branch::Form::chain: return "comparison chain";
        case Branch::Form::membership: return "in";
        case Branch::Form::match: return "match";
    }
    return "";
}

std::string list(const values::Arguments& arguments) {
    std::string result;
    const auto add = [&result](const std::string& text) { result += (result.empty() ? "" : ", ") + text; };
    for (const values::Value& value : arguments.positional) add(values::show(value));
    for (const auto& [name, value] : arguments.keywords) add(std::string(name) + "=" + values::show(value));
    if (arguments.open) add("...");
    return "(" + result + ")";
}

// What happens, and the values involved.
struct Described {
    std::string what, values;
};

struct Describe {
    Described operator()(const values::Call& call) const {
        const std::string receiver = call.receiver.is(values::Kind::never) ? "" : " of " + values::show(call.receiver);
        return {"call", values::show(call.callee) + list(call.arguments) + receiver};
    }
    Described operator()(const Branch& branch) const {
        return {"branch of " + std::string(word(branch.form)), values::show(branch.value)};
    }
    Described operator()(const values::Subscript& subscript) const {
        std::string indices;
        for (const auto& [node, value] : subscript.indices)
            indices += (indices.empty() ? "" : ", ") + values::show(value);
        return {subscript.store ? "store to subscript" : "subscript",
                values::show(subscript.object) + "[" + indices + "]"};
    }
    Described operator()(const values::Loop& loop) const { return {"loop", values::show(loop.iterable)}; }
    Described operator()(const values::With& with) const { return {"with", values::show(with.manager)}; }
    Described operator()(const values::Access& access) const {
        const std::string object = values::show(access.object);
        return access.store ? Described{"store to attribute", object + " = " + values::show(access.value)}
                            : Described{"attribute", object};
    }
    Described operator()(const values::Disabled&) const { return {"call of what is disabled", ""}; }
    Described operator()(const values::Construct&) const { return {"construct", ""}; }
};

std::string excerpt(syntax::Node node) {
    constexpr std::size_t limit = 60;
    const std::string_view text = node.text();
    std::string result;
    for (const char c : text.substr(0, std::min(text.size(), 4 * limit))) {
        const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!blank)
            result += c;
        else if (!result.ends_with(' '))
            result += ' ';
    }
    const bool cut = result.size() > limit;
    if (cut) result.erase(limit);
    while (cut && !result.empty() && (result.back() & 0xc0) == 0x80) result.pop_back();
    return output::printable(result) + (cut ? "..." : "");
}

std::string place(syntax::Node node) {
    const text::LineColumn at = text::line_column(node.tree()->source(), node.span().begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string line(syntax::Node node, const std::string& what, const std::string& value) {
    return place(node) + "  " + (what.empty() ? "" : what + "  ") + "`" + excerpt(node) + "`  " + value + "\n";
}

// Breadth first from the entries, each once.
std::vector<const Activation*> compiled_activations(const values::Program& program) {
    std::vector<const Activation*> order;
    std::unordered_set<const Activation*> seen;
    const auto add = [&](const Activation* activation) {
        if (activation && seen.insert(activation).second) order.push_back(activation);
    };
    for (const values::Entry& entry : program.entries()) add(entry.activation);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const values::FollowedCall& call : order[i]->calls) add(call.callee);
    return order;
}

}  // namespace

std::string print_values(const values::Program& program) {
    std::string result;
    for (std::uint32_t i = 0; i < program.tree().size(); ++i) {
        const syntax::Node node = program.tree().node(i);
        const values::Value value = program.value(node);
        if (!value.is(values::Kind::never)) result += line(node, "", values::show(value));
    }
    return result;
}

std::string print_events(const values::Program& program) {
    std::string result;
    for (const Activation* activation : compiled_activations(program)) {
        std::string arguments;
        for (const values::Value& value : activation->arguments)
            arguments += (arguments.empty() ? "" : ", ") + values::show(value);
        result += (result.empty() ? "== " : "\n== ") + program.names().qualified_name(*activation->scope) + "(" +
                  arguments + ")\n";
        for (const values::Event& event : activation->events) {
            const Described described = std::visit(Describe{}, event);
            result += line(values::node_of(event), described.what, described.values);
        }
    }
    return result;
}

}  // namespace commands
