#include "analysis/values/print.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace values {
namespace {

using syntax::Node;
using SyntaxKind = syntax::Kind;

constexpr std::size_t max_excerpt = 60;

constexpr std::array<std::string_view, 11> branch_words{
    "if",       "while", "assert",     "conditional", "filter", "boolean",
    "negation", "chain", "membership", "containment", "match",
};
static_assert(branch_words.size() == static_cast<std::size_t>(Branch::Form::match) + 1);

// Of a line's worth: blanks and line breaks become one space, other control characters a question mark.
std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blank && line.ends_with(' ')) continue;
        line += blank ? ' ' : static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
    }
    return line;
}

std::string excerpt(Node node) {
    const std::string_view text = node.text();
    std::size_t end = std::min(text.size(), max_excerpt);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return on_one_line(text.substr(0, end)) + (end < text.size() ? "..." : "");
}

std::string shown(Value value) { return on_one_line(show(value)); }

std::string line(Node node) { return std::to_string(node.tree()->source().line_at(node.span().begin) + 1); }

std::string head(const Program& program, const names::Scope& scope) {
    return program.names_of(scope.owner).qualified_name(scope) + " " + line(scope.owner);
}

void add(std::string& list, const std::string& item) { list.append(list.empty() ? "" : ", ").append(item); }

std::string signature(const Activation& activation) {
    std::string list;
    for (std::size_t i = 0; i < activation.arguments.size(); ++i)
        add(list, std::string(activation.scope->bindings[i].text) + ": " + shown(activation.arguments[i]));
    return "(" + list + ") -> " + shown(activation.result);
}

std::string list_of(const Arguments& arguments) {
    std::string list;
    for (const Value value : arguments.positional) add(list, shown(value));
    for (const auto& [name, value] : arguments.keywords) add(list, std::string(name) + "=" + shown(value));
    if (arguments.open) add(list, "...");
    return " (" + list + ")";
}

std::string words_of(const torch::Row* row) {
    return row ? " breaks as " + std::string(row->gb.empty() ? row->rule : row->gb) : "";
}

struct Words {
    std::string operator()(const Call& call) const {
        const std::string receiver = call.receiver.is(Kind::never) ? "" : " of " + shown(call.receiver);
        return "call " + shown(call.callee) + list_of(call.arguments) + receiver +
               words_of(breaking(call.row, call.receiver, call.arguments));
    }
    std::string operator()(const Branch& branch) const {
        return "branch " + std::string(branch_words[static_cast<std::size_t>(branch.form)]) + ": " +
               excerpt(branch.node) + " is " + shown(branch.value);
    }
    std::string operator()(const Subscript& subscript) const {
        std::string indices;
        for (const auto& [node, value] : subscript.indices) add(indices, shown(value));
        return (subscript.store ? "store subscript " : "subscript ") + shown(subscript.object) + " [" + indices + "]";
    }
    std::string operator()(const Loop& loop) const {
        return "loop " + excerpt(loop.node) + " is " + shown(loop.iterable);
    }
    std::string operator()(const With& with) const {
        return "with " + excerpt(with.node) + " is " + shown(with.manager);
    }
    std::string operator()(const Access& access) const {
        const std::string place = excerpt(access.node) + " of " + shown(access.object);
        if (access.store) return "store " + place + " = " + shown(access.value);
        return "read " + place + words_of(breaking(access.row, access.object, {}));
    }
    std::string operator()(const Disabled& disabled) const { return "disabled " + excerpt(disabled.node); }
    std::string operator()(const Counter& counter) const { return "counter " + excerpt(counter.node); }
    std::string operator()(const Comprehension& comprehension) const {
        return "comprehension " + excerpt(comprehension.node);
    }
    std::string operator()(const Construct& construct) const { return "construct " + excerpt(construct.node); }
};

// What happens in an activation, then what is called in it, an item at a time.
template <class Take>
void each_event(const Program& program, const Activation& activation, Take take) {
    for (const Event& event : activation.events) take(node_of(event), std::visit(Words{}, event));
    for (const FollowedCall& call : activation.calls)
        take(call.node, "follow " + head(program, *call.callee->scope) + " " + signature(*call.callee));
}

bool is_shown(Node node) {
    switch (node.kind()) {
        case SyntaxKind::integer:
        case SyntaxKind::float_:
        case SyntaxKind::true_:
        case SyntaxKind::false_:
        case SyntaxKind::none:
        case SyntaxKind::string:
        case SyntaxKind::parenthesized_expression:
        case SyntaxKind::assignment:
        case SyntaxKind::augmented_assignment: return false;
        default: return true;
    }
}

// What is known of nodes, each once per line.
class Values {
  public:
    explicit Values(const Program& program) : program_(program) {}

    void add(Node node) {
        const Value value = program_.value(node);
        if (!program_.reached(node) || value.is(Kind::never) || !is_shown(node)) return;
        std::string text = "  " + line(node) + ": " + excerpt(node) + " = " + shown(value) + "\n";
        if (printed_.insert(text).second) out_ += text;
    }

    // A body, without the functions in it: they have blocks of their own.
    void add_body(const names::Scope& scope) {
        for (std::uint32_t i = scope.owner.index() + 1; i < scope.owner.end_index(); ++i) {
            const Node node = program_.tree().node(i);
            add(node);
            if (program_.names().scope_of(node) &&
                (node.is(SyntaxKind::function_definition) || node.is(SyntaxKind::lambda)))
                i = node.end_index() - 1;
        }
    }

    [[nodiscard]] const std::string& text() const { return out_; }

  private:
    const Program& program_;
    std::set<std::string> printed_;
    std::string out_;
};

}  // namespace

std::string print_values(const Program& program) {
    std::string out;
    for (const names::Scope& scope : program.names().scopes()) {
        std::string calls;
        for (const Activation& activation : program.activations())
            if (activation.compiled && activation.scope == &scope) calls += "  " + signature(activation) + "\n";
        if (calls.empty()) continue;
        out.append(out.empty() ? "" : "\n").append(head(program, scope)).append("\n").append(calls);
        Values values(program);
        values.add_body(scope);
        out += values.text();
    }
    return out;
}

std::string print_events(const Program& program) {
    std::string out;
    for (const Activation& activation : program.activations()) {
        if (!activation.compiled) continue;
        out.append(out.empty() ? "" : "\n")
            .append(head(program, *activation.scope))
            .append(" ")
            .append(signature(activation));
        const bool entry =
            std::ranges::any_of(program.entries(), [&](const Entry& at) { return at.activation == &activation; });
        out.append(entry ? ", an entry\n" : "\n");
        each_event(program, activation,
                   [&](Node node, const std::string& words) { out += "  " + line(node) + ": " + words + "\n"; });
    }
    return out;
}

std::string print_line(const Program& program, std::uint32_t line) {
    const syntax::Tree& tree = program.tree();
    const auto is_there = [&](Node node) { return tree.source().line_at(node.span().begin) == line; };
    Values values(program);
    for (std::uint32_t i = 0; i < tree.size(); ++i)
        if (is_there(tree.node(i))) values.add(tree.node(i));
    std::string out = values.text();
    std::set<std::string> printed;
    for (const Activation& activation : program.activations())
        each_event(program, activation, [&](Node node, const std::string& words) {
            if (activation.compiled && is_there(node) && printed.insert(words).second)
                out += "  " + std::to_string(line + 1) + ": " + words + "\n";
        });
    return out;
}

}  // namespace values
