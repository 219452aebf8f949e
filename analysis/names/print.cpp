#include "analysis/names/print.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace names {

using syntax::Kind;
using syntax::Node;

namespace {

class Printer {
  public:
    explicit Printer(const Module& module) : module_(module) { collect(); }

    std::string print() {
        for (const Scope& scope : module_.scopes()) print(scope);
        return std::move(out_);
    }

  private:
    // Identifiers by the scope that evaluates them and their name, but for those that the owner's bindings show.
    void collect() {
        std::vector<bool> shown(module_.tree().size());
        for (const Scope& scope : module_.scopes())
            for (const Binding& binding : scope.bindings)
                for (const Occurrence& occurrence : binding.occurrences) {
                    kinds_[occurrence.node.index()] = occurrence.kind;
                    shown[occurrence.node.index()] = occurrence.scope == &scope;
                }
        for (std::uint32_t i = 0; i < module_.tree().size(); ++i) {
            const Node node = module_.tree().node(i);
            const Scope* scope = module_.scope_at(node);
            if (scope && !shown[i]) uses_[scope][module_.text(*module_.name_at(node))].push_back(node);
        }
    }

    void print(const Scope& scope) {
        std::size_t depth = 0;
        for (const Scope* outer = scope.enclosing; outer; outer = outer->enclosing) ++depth;
        indent_.assign(depth * 2, ' ');
        out_.append(indent_).append(title(scope)).append(" ").append(line(scope.owner)).append("\n");
        auto& uses = uses_[&scope];
        for (const Binding& binding : scope.bindings) {
            const auto used = std::find_if(uses.begin(), uses.end(), [&](const auto& it) {
                return module_.resolve(it.second.front()) == Reference{&scope, slot(scope, binding)};
            });
            print(binding, used == uses.end() ? std::vector<Node>{} : used->second);
            if (used != uses.end()) uses.erase(used);
        }
        for (const Import& star : scope.star_imports)
            out_.append(indent_).append("  *: import ").append(line(star.statement)).append(" ").append(star.module) +=
                '\n';
        for (const auto& [name, nodes] : uses) print_outer(name, nodes);
    }

    void print(const Binding& binding, const std::vector<Node>& uses) {
        out_.append(indent_).append("  ").append(binding.text).append(":");
        std::string_view separator = " ";
        for (const Occurrence& occurrence : binding.occurrences) {
            out_.append(std::exchange(separator, ", ")).append(to_string(occurrence.kind)).append(" ");
            out_.append(line(occurrence.node));
            if (occurrence.import) out_.append(" ").append(occurrence.import->target);
        }
        if (!uses.empty()) out_.append("; ").append(how_used(uses));
        if (binding.captured) out_.append("; captured");
        if (binding.rebound_inside) out_.append("; rebound inside");
        out_ += '\n';
    }

    void print_outer(std::string_view name, const std::vector<Node>& uses) {
        out_.append(indent_).append("  ").append(name).append(": ").append(how_used(uses)).append(" -> ");
        const Reference reference = module_.resolve(uses.front());
        out_.append(reference ? title(*reference.scope) : "?") += '\n';
    }

    // "global 3; assignment 5; used 4 9"
    std::string how_used(const std::vector<Node>& uses) const {
        std::map<std::string_view, std::string> lines;
        for (const Node node : uses) lines[how_used(node)].append(" ").append(line(node));
        std::string text;
        for (const auto& [how, at] : lines) text.append(text.empty() ? "" : "; ").append(how).append(at);
        return text;
    }

    std::string_view how_used(Node node) const {
        if (node.parent().is(Kind::global_statement)) return "global";
        if (node.parent().is(Kind::nonlocal_statement)) return "nonlocal";
        const auto bound = kinds_.find(node.index());
        return bound == kinds_.end() ? "used" : to_string(bound->second);
    }

    std::string title(const Scope& scope) const {
        const std::string name = module_.qualified_name(scope);
        return std::string(to_string(scope.kind)).append(name.empty() ? "" : " ").append(name);
    }

    std::string line(Node node) const { return std::to_string(module_.tree().source().line_at(node.span().begin) + 1); }

    static std::uint32_t slot(const Scope& scope, const Binding& binding) {
        return static_cast<std::uint32_t>(&binding - scope.bindings.data());
    }

    const Module& module_;
    std::map<std::uint32_t, BindingKind> kinds_;  // by identifier
    std::map<const Scope*, std::map<std::string_view, std::vector<Node>>> uses_;
    std::string indent_;
    std::string out_;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).print(); }

}  // namespace names
