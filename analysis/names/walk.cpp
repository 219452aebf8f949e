#include "analysis/names/walk.h"

#include "analysis/syntax/python.h"

#include <span>

// One pass over the array of nodes. Most kinds are passed over and their insides read as they come; those that bind a
// name or open a scope read their own parts, because Python evaluates some of them (defaults, decorators, annotations,
// the first iterable of a comprehension) outside of the scope that they are written in.

namespace names {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

class Walk {
  public:
    Walk(const syntax::Tree& tree, Draft& draft) : tree_(tree), draft_(draft) {}

    void module() {
        draft_.open(ScopeKind::module, tree_.root());
        scan(1, tree_.size());
        draft_.finish();
    }

  private:
    void scan(std::uint32_t begin, std::uint32_t end) {
        while (begin < end) begin = read(tree_.node(begin)) ? tree_.node(begin).end_index() : begin + 1;
    }
    void scan(Node node) {
        if (node) scan(node.index(), node.end_index());
    }

    bool read(Node node);  // whether its inside is done, too
    void target(Node node, BindingKind kind);
    void pattern(Node node);
    void function(Node node);
    void lambda(Node node);
    void class_definition(Node node);
    void comprehension(Node node);
    void assignment(Node node);
    void as_pattern(Node node);
    void except_clause(Node node);
    void case_clause(Node node);
    void type_alias(Node node);
    bool open_type_parameters(Node list);
    void defaults(std::span<const syntax::Parameter> parameters);

    const syntax::Tree& tree_;
    Draft& draft_;
};

bool Walk::read(Node node) {
    switch (node.kind()) {
        case Kind::identifier:
            // `x.name` and `f(name=x)` are no variables.
            if (node.field() != Field::attribute && node.field() != Field::name) draft_.use(node);
            return false;
        case Kind::import_statement:
        case Kind::import_from_statement:
        case Kind::future_import_statement: bind_imports(node, draft_); return true;
        case Kind::function_definition: function(node); return true;
        case Kind::lambda: lambda(node); return true;
        case Kind::class_definition: class_definition(node); return true;
        case Kind::list_comprehension:
        case Kind::set_comprehension:
        case Kind::dictionary_comprehension:
        case Kind::generator_expression: comprehension(node); return true;
        case Kind::assignment: assignment(node); return true;
        case Kind::augmented_assignment:
            target(node.child(Field::left), BindingKind::augmented);
            scan(node.child(Field::right));
            return true;
        case Kind::named_expression:
            draft_.bind(node.child(Field::name), BindingKind::walrus);
            scan(node.child(Field::value));
            return true;
        case Kind::for_statement:
            target(node.child(Field::left), BindingKind::loop);
            for (const Node child : node.children())
                if (child.field() != Field::left) scan(child);
            return true;
        case Kind::as_pattern: as_pattern(node); return true;
        case Kind::except_clause: except_clause(node); return true;
        case Kind::case_clause: case_clause(node); return true;
        case Kind::delete_statement:
            for (const Node child : node.children()) target(child, BindingKind::delete_);
            return true;
        case Kind::global_statement:
            for (const Node child : node.children()) draft_.declare_global(child);
            return true;
        case Kind::nonlocal_statement:
            for (const Node child : node.children()) draft_.declare_nonlocal(child);
            return true;
        case Kind::type_alias_statement: type_alias(node); return true;
        case Kind::yield: draft_.yields(); return false;
        case Kind::member_type: scan(node.first_child()); return true;
        default: return false;
    }
}

// What an assignment stores into: names are bound, everything else is an expression.
void Walk::target(Node node, BindingKind kind) {
    switch (node.kind()) {
        case Kind::identifier: draft_.bind(node, kind); return;
        case Kind::tuple:
        case Kind::list:
        case Kind::tuple_pattern:
        case Kind::list_pattern:
        case Kind::pattern_list:
        case Kind::expression_list:
        case Kind::parenthesized_expression:
        case Kind::list_splat:
        case Kind::list_splat_pattern:
        case Kind::as_pattern_target:
            for (const Node child : node.children()) target(child, kind);
            return;
        default: scan(node);
    }
}

void Walk::pattern(Node node) {
    switch (node.kind()) {
        case Kind::identifier:
            if (node.text() != "_") draft_.bind(node, BindingKind::match);
            return;
        case Kind::dotted_name:  // one part captures, `a.b` is a value to compare with
            if (node.first_child().next_sibling() || node.field() == Field::key)
                draft_.use(node.first_child());
            else
                pattern(node.first_child());
            return;
        case Kind::class_pattern:
            draft_.use(node.first_child().first_child());
            for (Node child = node.first_child().next_sibling(); child; child = child.next_sibling()) pattern(child);
            return;
        case Kind::keyword_pattern: pattern(node.first_child().next_sibling()); return;
        default:
            for (const Node child : node.children()) pattern(child);
    }
}

void Walk::defaults(std::span<const syntax::Parameter> parameters) {
    for (const syntax::Parameter& parameter : parameters) {
        scan(parameter.annotation);
        scan(parameter.value);
    }
}

void Walk::function(Node node) {
    const syntax::Function function{node};
    draft_.bind(function.name(), BindingKind::function);
    const bool generic = open_type_parameters(node.child(Field::type_parameters));
    const auto parameters = syntax::parameters_of(node);
    defaults(parameters);
    scan(function.returns());
    draft_.open(ScopeKind::function, node);
    for (const syntax::Parameter& parameter : parameters) draft_.bind(parameter.name, BindingKind::parameter);
    scan(function.body());
    draft_.close();
    if (generic) draft_.close();
}

void Walk::lambda(Node node) {
    const auto parameters = syntax::parameters_of(node);
    defaults(parameters);
    draft_.open(ScopeKind::lambda, node);
    for (const syntax::Parameter& parameter : parameters) draft_.bind(parameter.name, BindingKind::parameter);
    scan(node.child(Field::body));
    draft_.close();
}

void Walk::class_definition(Node node) {
    const syntax::Class definition{node};
    draft_.bind(definition.name(), BindingKind::class_);
    const bool generic = open_type_parameters(node.child(Field::type_parameters));
    scan(definition.bases());
    draft_.open(ScopeKind::class_, node, definition.name().text());
    scan(definition.body());
    draft_.close();
    if (generic) draft_.close();
}

// `[T, *Ts, **P, B: bound]`: all are bound before the first bound is read.
bool Walk::open_type_parameters(Node list) {
    if (!list) return false;
    draft_.open(ScopeKind::type_parameters, list);
    const auto name_of = [](Node type) {
        Node at = type;
        while (at && !at.is(Kind::identifier)) at = at.first_child();
        return at;
    };
    for (const Node type : list.children()) draft_.bind(name_of(type), BindingKind::type_parameter);
    for (const Node type : list.children()) {
        const Node name = name_of(type);
        scan(name ? name.end_index() : type.index(), type.end_index());
    }
    return true;
}

void Walk::comprehension(Node node) {
    const Node first = node.child(Kind::for_in_clause);
    for (const Node child : first.children())
        if (child.field() == Field::right) scan(child);
    draft_.open(ScopeKind::comprehension, node);
    for (const Node clause : node.children()) {
        if (!clause.is(Kind::for_in_clause)) continue;
        target(clause.child(Field::left), BindingKind::loop);
        for (const Node child : clause.children())
            if (child.field() == Field::right && clause != first) scan(child);
    }
    for (const Node child : node.children())
        if (!child.is(Kind::for_in_clause)) scan(child);
    draft_.close();
}

void Walk::assignment(Node node) {
    const syntax::Assignment assignment{node};
    const bool declares = assignment.annotation() && !assignment.value();
    if (declares && !assignment.target().is(Kind::identifier))
        scan(assignment.target());  // `(x): int` binds nothing
    else
        target(assignment.target(), declares ? BindingKind::declaration : BindingKind::assignment);
    scan(assignment.annotation());
    scan(assignment.value());
}

void Walk::as_pattern(Node node) {
    const BindingKind kind = node.parent().is(Kind::except_clause) ? BindingKind::except : BindingKind::with;
    for (const Node child : node.children()) child.is(Kind::as_pattern_target) ? target(child, kind) : scan(child);
}

void Walk::except_clause(Node node) {
    for (const Node child : node.children())
        child.field() == Field::alias ? target(child, BindingKind::except) : scan(child);
}

void Walk::case_clause(Node node) {
    for (const Node child : node.children()) child.is(Kind::case_pattern) ? pattern(child) : scan(child);
}

// `type Pair[T] = tuple[T, T]`
void Walk::type_alias(Node node) {
    Node name = node.child(Field::left).first_child();
    Node parameters;
    if (name.is(Kind::generic_type)) {
        parameters = name.child(Kind::type_parameter);
        name = name.first_child();
    }
    draft_.bind(name, BindingKind::type_alias);
    const bool generic = open_type_parameters(parameters);
    scan(node.child(Field::right));
    if (generic) draft_.close();
}

}  // namespace

void walk(const syntax::Tree& tree, Draft& draft) { Walk(tree, draft).module(); }

}  // namespace names
