#include "analysis/flow/uses.h"

#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>

namespace flow {

using names::BindingKind;
using names::ScopeKind;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::array<std::string_view, 5> readers_of_everything{"dir", "eval", "exec", "locals", "vars"};

// Whether the code of `inner`, somewhere inside of `outer`, may run later than what is around it.
bool runs_later(const names::Scope* inner, const names::Scope& outer) {
    for (; inner && inner != &outer; inner = inner->enclosing) {
        if (inner->kind == ScopeKind::function || inner->kind == ScopeKind::lambda) return true;
        if (inner->owner.is(Kind::generator_expression)) return true;
    }
    return false;
}

// Whether `root` is never evaluated without `node`.
bool is_always_evaluated(Node node, Node root) {
    for (Node parent = node.parent(); node != root; node = parent, parent = node.parent()) {
        switch (parent.kind()) {
            case Kind::boolean_operator:
                if (node.field() == Field::right) return false;
                break;
            case Kind::conditional_expression:
                if (node != parent.first_child().next_sibling()) return false;
                break;
            case Kind::comparison_operator:
                if (node != parent.first_child() && node != parent.first_child().next_sibling()) return false;
                break;
            case Kind::list_comprehension:
            case Kind::set_comprehension:
            case Kind::dictionary_comprehension:
            case Kind::generator_expression:
            case Kind::lambda: return false;
            default: break;
        }
    }
    return true;
}

bool is_called(Node function) { return function.field() == Field::function && function.parent().is(Kind::call); }

}  // namespace

Uses::Uses(const Graph& graph, const names::Module& names) : names_(names), scope_(*names.scope_of(graph.body)) {
    for (std::uint32_t slot = 0; slot < scope_.bindings.size(); ++slot) {
        for (const names::Occurrence& occurrence : scope_.bindings[slot].occurrences) {
            occurrences_.push_back({.node = occurrence.node.index(), .slot = slot, .kind = occurrence.kind});
        }
    }
    std::ranges::sort(occurrences_, {}, &Occurrence::node);
    ends_.reserve(graph.all_elements.size());
    for (const Element& element : graph.all_elements) {
        add(element);
        ends_.push_back(static_cast<std::uint32_t>(uses_.size()));
    }
}

std::span<const Use> Uses::of(std::uint32_t element) const {
    const std::uint32_t begin = element == 0 ? 0 : ends_[element - 1];
    return std::span(uses_).subspan(begin, ends_[element] - begin);
}

std::optional<std::uint32_t> Uses::slot(std::string_view name) const {
    const auto interned = names_.name(name);
    const names::Binding* binding = interned ? scope_.find(*interned) : nullptr;
    if (!binding) return std::nullopt;
    return static_cast<std::uint32_t>(binding - scope_.bindings.data());
}

void Uses::add(const Element& element) {
    const Node node = element.node;
    switch (element.kind) {
        case ElementKind::statement:
        case ElementKind::evaluate:
        case ElementKind::produce:
        case ElementKind::test:
        case ElementKind::enter: return add(node, Part::both);
        case ElementKind::define:
            return add(node.parent().is(Kind::decorated_definition) ? node.parent() : node, Part::both);
        case ElementKind::bind:
            if (const Node target = node.child(Field::left)) return add(target, Part::both);
            return add_header(node, Part::bound);
        case ElementKind::match:
        case ElementKind::caught: return add_header(node, Part::read);
        case ElementKind::unbind: {
            const std::size_t begin = uses_.size();
            add_header(node, Part::bound);
            for (std::size_t i = begin; i < uses_.size(); ++i) uses_[i].form = Use::Form::unbind;
            return;
        }
        case ElementKind::leave:
        case ElementKind::next:
        case ElementKind::swallow: return;
    }
}

void Uses::add_header(Node clause, Part part) {
    for (const Node child : clause.children()) {
        if (!child.is(Kind::block) && !child.is(Kind::if_clause)) add(child, part);
    }
}

void Uses::add(Node root, Part part) {
    std::vector<Use> bound;
    auto occurrence = std::ranges::lower_bound(occurrences_, root.index(), {}, &Occurrence::node);
    for (std::uint32_t index = root.index(); root && index < root.end_index(); ++index) {
        const Node node = root.tree()->node(index);
        if (!node.is(Kind::identifier)) continue;
        while (occurrence != occurrences_.end() && occurrence->node < index) ++occurrence;
        if (occurrence == occurrences_.end() || occurrence->node != index) {
            if (part != Part::bound) add_read(node);
        } else if (part != Part::read) {
            add_binding(node, *occurrence, root, bound);
        }
    }
    uses_.insert(uses_.end(), bound.begin(), bound.end());
}

void Uses::add_read(Node identifier) {
    const names::Scope* at = names_.scope_at(identifier);
    if (!at) return;
    const names::Reference reference = names_.resolve(identifier);
    if (reference.scope == &scope_) {
        const bool later = at != &scope_ && runs_later(at, scope_);
        uses_.push_back({.form = later ? Use::Form::capture : Use::Form::read, .slot = reference.slot});
    } else if (!reference && at == &scope_ && is_called(identifier)) {
        all_are_read_ |= std::ranges::find(readers_of_everything, identifier.text()) != readers_of_everything.end();
    }
}

void Uses::add_binding(Node identifier, const Occurrence& occurrence, Node root, std::vector<Use>& bound) {
    const auto add = [&](Use::Form form) {
        auto& list = form == Use::Form::read || form == Use::Form::capture ? uses_ : bound;
        list.push_back({.form = form, .slot = occurrence.slot});
    };
    const names::Scope* at = names_.scope_at(identifier);
    if (at != &scope_) return add(runs_later(at, scope_) ? Use::Form::capture : Use::Form::may_bind);
    switch (occurrence.kind) {
        case BindingKind::declaration: return;
        case BindingKind::delete_: add(Use::Form::read); return add(Use::Form::unbind);
        case BindingKind::walrus:
            return add(is_always_evaluated(identifier, root) ? Use::Form::bind : Use::Form::may_bind);
        case BindingKind::augmented: add(Use::Form::read); return add(Use::Form::bind);
        default: return add(Use::Form::bind);
    }
}

}  // namespace flow
