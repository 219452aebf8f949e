// What the names of one file mean: its scopes, what each of them binds and where, and its imports. Plain values that
// point into the Module (module.h) and the Tree that they were made from.
#pragma once

#include "analysis/names/spellings.h"
#include "analysis/syntax/node.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace names {

struct Scope;

// What an import statement binds to one name.
//   import torch.nn             binds torch   target "torch"      module "torch.nn"
//   import torch.nn as nn       binds nn      target "torch.nn"   module "torch.nn"
//   from torch import nn as n   binds n       target "torch.nn"   module "torch"      member "nn"
//   from ..a import b           binds b       target "..a.b"      module "..a"        member "b"
//   from a import *             binds no name target "a"          module "a"          member "*"
struct Import {
    syntax::Node statement;
    std::string_view target = {};
    std::string_view module = {};  // what is loaded
    std::string_view member = {};
    syntax::Node name = {};  // the identifier that it binds; none for a star
};

enum class BindingKind : std::uint8_t {
    parameter,
    import,
    function,
    class_,
    assignment,
    declaration,  // `x: int` without a value
    augmented,
    loop,  // of a `for` statement or of a comprehension
    with,
    except,
    match,
    walrus,
    delete_,
    type_alias,
    type_parameter,
};

[[nodiscard]] std::string_view to_string(BindingKind kind);  // as Python spells it where it can: "class", "del"

// One place that binds (or deletes) a name.
struct Occurrence {
    BindingKind kind = BindingKind::assignment;
    syntax::Node node;               // the identifier
    const Scope* scope = nullptr;    // where it happens; not the scope of the binding behind `global`, `nonlocal`, `:=`
    const Import* import = nullptr;  // of BindingKind::import
};

// A variable: a name in the scope that owns it. Its index in Scope::bindings is its slot.
struct Binding {
    Name name = 0;
    std::string_view text = {};
    std::span<const Occurrence> occurrences = {};  // in source order, never empty
    bool captured = false;        // used in a nested function, lambda or generator, which may run later
    bool rebound_inside = false;  // bound or deleted by a nested scope: `global`, `nonlocal`, `:=` in a comprehension

    [[nodiscard]] bool is_bound_once() const { return occurrences.size() == 1 && !rebound_inside; }
};

enum class ScopeKind : std::uint8_t { module, class_, function, lambda, comprehension, type_parameters };

[[nodiscard]] std::string_view to_string(ScopeKind kind);

struct Scope {
    ScopeKind kind = ScopeKind::module;
    syntax::Node owner;                      // what opens it: Module::scope_of
    const Scope* enclosing = nullptr;        // where it is written; null for the module
    std::span<const Binding> bindings = {};  // by slot; parameters come first, in their order
    std::span<const Import> star_imports = {};
    bool yields = false;  // a function that is a generator

    [[nodiscard]] const Binding* find(Name name) const;
};

// What an identifier means at run time.
struct Reference {
    const Scope* scope = nullptr;  // null: nothing in the file binds it; a builtin, or from a star import
    std::uint32_t slot = 0;

    explicit operator bool() const { return scope != nullptr; }
    [[nodiscard]] const Binding& binding() const { return scope->bindings[slot]; }
    bool operator==(const Reference&) const = default;
};

}  // namespace names
