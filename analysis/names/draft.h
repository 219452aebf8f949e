// A Module in the making: scopes open and close, names are used, bound and declared in source order, and at the end
// every name is led to the scope that owns it. Fed by walk.cpp.
#pragma once

#include "analysis/names/module.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace names {

class Draft {
  public:
    explicit Draft(Module& module);

    void open(ScopeKind kind, syntax::Node owner, std::string_view class_name = {});
    void close();

    void use(syntax::Node identifier);
    void bind(syntax::Node identifier, BindingKind kind, const Import* import = nullptr);
    void declare_global(syntax::Node identifier);
    void declare_nonlocal(syntax::Node identifier);

    [[nodiscard]] const Import* keep(const Import& import) { return &module_.imports_.emplace_back(import); }
    [[nodiscard]] std::string_view keep(std::string text) { return module_.spellings_.keep(std::move(text)); }
    void import_star(const Import& import);
    void yields() { frames_[current_].yields = true; }

    void finish();  // when every scope but the module is closed

  private:
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    struct Symbol {
        Index scope;
        Name name;
        Index shadowed;      // the symbol of this name in the next open scope further out that has one
        Index next = none;   // in the same scope
        Index outer = none;  // where the name is looked for if this scope does not own it
        bool bound = false;
        bool parameter = false;  // stays one, whatever is declared: `def f(x): global x` is no Python
        bool global = false;
        bool nonlocal = false;
        bool captured = false;
        bool rebound = false;
    };

    struct Frame {
        ScopeKind kind;
        syntax::Node owner;
        Index enclosing;
        std::string_view class_name;  // of the innermost class around, for private names
        bool deferred;                // its body may run later than the code around it
        Index first = none;           // its symbols
        Index last = none;
        bool yields = false;
    };

    struct Bound {
        Index symbol;
        Index scope;  // where it happens
        Occurrence occurrence;
    };

    [[nodiscard]] Name name_of(syntax::Node identifier);
    [[nodiscard]] Index symbol(Index scope, Name name);
    [[nodiscard]] Index symbol_here(syntax::Node identifier);
    [[nodiscard]] bool owns(const Symbol& symbol) const;
    void lead_outwards(Index inner);

    void finish_scopes();
    void finish_bindings();
    void finish_symbols();
    void finish_occurrences();

    Module& module_;
    std::vector<Frame> frames_;
    std::vector<Symbol> symbols_;
    std::vector<Bound> bound_;
    std::vector<std::pair<Index, Import>> stars_;
    std::vector<Index> innermost_;  // by Name: its symbol in the innermost open scope that has one
    Index current_ = none;
};

}  // namespace names
