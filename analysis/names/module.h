// The names of one file, resolved by Python's scoping rules in one pass over its Tree. The interpreter asks it what an
// identifier means; the rewrites ask it what a name would collide with.
#pragma once

#include "analysis/names/scope.h"
#include "analysis/names/spellings.h"
#include "analysis/syntax/tree.h"

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace names {

class Module {
  public:
    // The Tree outlives the Module. Scopes, Bindings and Imports live as long as the Module, wherever it is moved to.
    explicit Module(const syntax::Tree& tree);
    Module(Module&&) noexcept = default;
    Module& operator=(Module&&) noexcept = default;

    [[nodiscard]] const syntax::Tree& tree() const { return *tree_; }
    [[nodiscard]] const Scope& top() const { return scopes_.front(); }
    [[nodiscard]] std::span<const Scope> scopes() const { return scopes_; }  // outer before inner, in source order

    // The scope that a module, class, function, lambda, comprehension or type_parameter node opens; else null.
    [[nodiscard]] const Scope* scope_of(syntax::Node owner) const;

    // An identifier that is read, bound or deleted. Whether a slot of a class or module is bound when the identifier
    // is read is a matter of flow: Python looks on in the module and the builtins if it is not.
    [[nodiscard]] Reference resolve(syntax::Node identifier) const;
    // Every import but those of stars, in source order.
    [[nodiscard]] const std::deque<Import>& imports() const { return imports_; }
    // The scope in which the identifier is evaluated; null if it is no variable (`x.name`, `f(name=1)`).
    [[nodiscard]] const Scope* scope_at(syntax::Node identifier) const;
    // The name that it asks for: `_Class__x` for an `__x` within a class.
    [[nodiscard]] std::optional<Name> name_at(syntax::Node identifier) const;

    // `nn.functional.relu` -> "torch.nn.functional.relu": a chain of attributes whose root is bound by imports of one
    // target and by nothing else.
    [[nodiscard]] std::optional<std::string> qualified(syntax::Node expression) const;

    // "Model.forward", "make.inner", "make.<lambda>"; a comprehension has the name of what it is written in, the module
    // none.
    [[nodiscard]] std::string qualified_name(const Scope& scope) const;

    [[nodiscard]] std::optional<Name> name(std::string_view text) const { return spellings_.find(text); }
    [[nodiscard]] std::string_view text(Name name) const { return spellings_.text(name); }

  private:
    friend class Draft;

    // A name as one scope sees it: owned by the scope, or by another one, or by none.
    struct Symbol {
        std::uint32_t scope;
        Name name;
        Reference reference;
    };

    [[nodiscard]] const Symbol* symbol_at(syntax::Node identifier) const;

    const syntax::Tree* tree_;
    Spellings spellings_;
    std::vector<Scope> scopes_;
    std::vector<Binding> bindings_;        // by scope, then slot
    std::vector<Occurrence> occurrences_;  // by binding
    std::deque<Import> imports_;
    std::vector<Import> star_imports_;  // by scope
    std::vector<Symbol> symbols_;
    std::vector<std::uint32_t> by_node_;  // identifier -> symbol, owner -> scope, plus one; 0 is none
};

}  // namespace names
