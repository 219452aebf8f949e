#include "analysis/names/draft.h"

#include <algorithm>
#include <string>

// A Symbol is a name as one scope sees it. While scopes are open, the symbols of one name form a stack from the
// innermost scope outwards (`shadowed`), so that finding one costs no lookup. A scope that closes hands each name that
// it does not own to the scope where Python looks next (`outer`), which therefore sees everything that is asked of it
// before it closes itself; the last step follows these links to the owner.

namespace names {

using syntax::Node;

Draft::Draft(Module& module) : module_(module) { module_.by_node_.resize(module_.tree().size()); }

void Draft::open(ScopeKind kind, Node owner, std::string_view class_name) {
    const auto opened = static_cast<Index>(frames_.size());
    if (class_name.empty() && current_ != none) class_name = frames_[current_].class_name;
    frames_.push_back({.kind = kind,
                       .owner = owner,
                       .enclosing = current_,
                       .class_name = class_name,
                       .deferred = kind == ScopeKind::function || kind == ScopeKind::lambda ||
                                   owner.is(syntax::Kind::generator_expression)});
    module_.by_node_[owner.index()] = opened + 1;
    current_ = opened;
}

void Draft::close() {
    const Index closed = current_;
    current_ = frames_[closed].enclosing;
    for (Index i = frames_[closed].first; i != none; i = symbols_[i].next) {
        innermost_[symbols_[i].name] = symbols_[i].shadowed;
        if (closed != 0 && !owns(symbols_[i])) lead_outwards(i);
    }
}

bool Draft::owns(const Symbol& symbol) const {
    return symbol.bound && (symbol.scope == 0 || symbol.parameter || (!symbol.global && !symbol.nonlocal));
}

void Draft::lead_outwards(Index inner) {
    const Symbol from = symbols_[inner];
    const bool deferred = frames_[from.scope].deferred;
    Index scope = 0;
    if (!from.global) {
        scope = frames_[from.scope].enclosing;
        while (frames_[scope].kind == ScopeKind::class_) scope = frames_[scope].enclosing;
    }
    symbols_[inner].outer = symbol(scope, from.name);
    Symbol& to = symbols_[symbols_[inner].outer];
    to.captured |= from.captured || deferred;
    to.rebound |= from.rebound || from.bound;
    to.bound |= from.bound && from.global;
}

// Names like `__x` in the body of a class belong to the class: they are spelt `_Class__x` outside.
Name Draft::name_of(Node identifier) {
    const std::string_view text = identifier.text();
    const std::string_view owner = frames_[current_].class_name;
    if (!text.starts_with("__") || text.ends_with("__") || owner.empty()) return module_.spellings_.intern(text);
    const std::size_t first = owner.find_first_not_of('_');
    if (first == std::string_view::npos) return module_.spellings_.intern(text);
    std::string mangled = "_";
    mangled.append(owner.substr(first)).append(text);
    if (const auto known = module_.spellings_.find(mangled)) return *known;
    return module_.spellings_.intern(module_.spellings_.keep(std::move(mangled)));
}

// The symbol of an open scope, made if need be. Scopes are numbered outer before inner.
Draft::Index Draft::symbol(Index scope, Name name) {
    if (name >= innermost_.size()) innermost_.resize(std::max<std::size_t>(64, std::size_t{name} * 2), none);
    Index inner = none;
    Index found = innermost_[name];
    while (found != none && symbols_[found].scope > scope) {
        inner = found;
        found = symbols_[found].shadowed;
    }
    if (found != none && symbols_[found].scope == scope) return found;
    const auto made = static_cast<Index>(symbols_.size());
    symbols_.push_back({.scope = scope, .name = name, .shadowed = found});
    (inner == none ? innermost_[name] : symbols_[inner].shadowed) = made;
    Frame& frame = frames_[scope];
    (frame.last == none ? frame.first : symbols_[frame.last].next) = made;
    frame.last = made;
    return made;
}

// The names around a list of type parameters are those of the scope that it is written in, a class included.
Draft::Index Draft::symbol_here(Node identifier) {
    const Name name = name_of(identifier);
    Index scope = current_;
    while (frames_[scope].kind == ScopeKind::type_parameters) {
        const Index here = name < innermost_.size() ? innermost_[name] : none;
        if (here != none && symbols_[here].scope == scope && symbols_[here].bound) return here;
        scope = frames_[scope].enclosing;
    }
    return symbol(scope, name);
}

void Draft::use(Node identifier) {
    if (!identifier.is(syntax::Kind::identifier)) return;
    module_.by_node_[identifier.index()] = symbol_here(identifier) + 1;
}

void Draft::bind(Node identifier, BindingKind kind, const Import* import) {
    if (!identifier.is(syntax::Kind::identifier)) return;
    const Index here =
        kind == BindingKind::type_parameter ? symbol(current_, name_of(identifier)) : symbol_here(identifier);
    Index scope = symbols_[here].scope;
    if (kind == BindingKind::walrus)
        while (frames_[scope].kind == ScopeKind::comprehension) scope = frames_[scope].enclosing;
    const Index target = scope == symbols_[here].scope ? here : symbol(scope, symbols_[here].name);
    symbols_[target].bound = true;
    symbols_[target].parameter |= kind == BindingKind::parameter;
    if (target != here) symbols_[target].rebound = true;
    module_.by_node_[identifier.index()] = here + 1;
    bound_.push_back({target, symbols_[here].scope, {.kind = kind, .node = identifier, .import = import}});
}

void Draft::declare_global(Node identifier) {
    use(identifier);
    if (const Index at = module_.by_node_[identifier.index()]) symbols_[at - 1].global = true;
}

void Draft::declare_nonlocal(Node identifier) {
    use(identifier);
    if (const Index at = module_.by_node_[identifier.index()]) symbols_[at - 1].nonlocal = true;
}

void Draft::import_star(const Import& import) { stars_.emplace_back(current_, import); }

void Draft::finish() {
    close();
    finish_scopes();
    finish_bindings();
    finish_symbols();
    finish_occurrences();
}

void Draft::finish_scopes() {
    std::stable_sort(stars_.begin(), stars_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [scope, import] : stars_) module_.star_imports_.push_back(import);
    const std::span<const Import> stars = module_.star_imports_;
    std::size_t star = 0;
    module_.scopes_.reserve(frames_.size());
    for (Index i = 0; i < frames_.size(); ++i) {
        const std::size_t first = star;
        while (star < stars_.size() && stars_[star].first == i) ++star;
        const Frame& frame = frames_[i];
        module_.scopes_.push_back({.kind = frame.kind,
                                   .owner = frame.owner,
                                   .enclosing = i == 0 ? nullptr : &module_.scopes_[frame.enclosing],
                                   .star_imports = stars.subspan(first, star - first),
                                   .yields = frame.yields});
    }
}

void Draft::finish_bindings() {
    std::vector<std::size_t> ends;
    ends.reserve(frames_.size());
    module_.symbols_.resize(symbols_.size());
    for (Index scope = 0; scope < frames_.size(); ++scope) {
        std::uint32_t slot = 0;
        for (Index i = frames_[scope].first; i != none; i = symbols_[i].next) {
            const Symbol& symbol = symbols_[i];
            module_.symbols_[i] = {scope, symbol.name, {}};
            if (!owns(symbol)) continue;
            module_.symbols_[i].reference = {&module_.scopes_[scope], slot++};
            module_.bindings_.push_back({.name = symbol.name,
                                         .text = module_.text(symbol.name),
                                         .captured = symbol.captured,
                                         .rebound_inside = symbol.rebound});
        }
        ends.push_back(module_.bindings_.size());
    }
    const std::span<const Binding> all = module_.bindings_;
    for (Index scope = 0; scope < frames_.size(); ++scope) {
        const std::size_t begin = scope == 0 ? 0 : ends[scope - 1];
        module_.scopes_[scope].bindings = all.subspan(begin, ends[scope] - begin);
    }
}

void Draft::finish_symbols() {
    for (Index i = 0; i < symbols_.size(); ++i) {
        Index owner = i;
        while (!owns(symbols_[owner]) && symbols_[owner].outer != none) owner = symbols_[owner].outer;
        module_.symbols_[i].reference = module_.symbols_[owner].reference;
    }
}

// Sorted into the spans of their bindings; an occurrence without one (`nonlocal` of nothing) is dropped.
void Draft::finish_occurrences() {
    const auto binding_of = [&](const Bound& bound) -> const Binding* {
        const Reference reference = module_.symbols_[bound.symbol].reference;
        return reference ? &reference.binding() : nullptr;
    };
    std::erase_if(bound_, [&](const Bound& bound) { return binding_of(bound) == nullptr; });
    std::sort(bound_.begin(), bound_.end(), [&](const Bound& a, const Bound& b) {
        const Binding* first = binding_of(a);
        const Binding* second = binding_of(b);
        return first != second ? first < second : a.occurrence.node.index() < b.occurrence.node.index();
    });
    module_.occurrences_.reserve(bound_.size());
    for (const Bound& bound : bound_) {
        module_.occurrences_.push_back(bound.occurrence);
        module_.occurrences_.back().scope = &module_.scopes_[bound.scope];
    }
    const std::span<const Occurrence> all = module_.occurrences_;
    for (std::size_t begin = 0, end = 0; begin < bound_.size(); begin = end) {
        const Binding* binding = binding_of(bound_[begin]);
        while (end < bound_.size() && binding_of(bound_[end]) == binding) ++end;
        module_.bindings_[static_cast<std::size_t>(binding - module_.bindings_.data())].occurrences =
            all.subspan(begin, end - begin);
    }
}

}  // namespace names
