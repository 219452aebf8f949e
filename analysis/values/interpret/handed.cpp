#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

// What is handed to torch.compile where its class is not known: where it comes from, and what is asked of it there.

namespace values {
namespace {

using syntax::Node;
using SyntaxKind = syntax::Kind;

constexpr int max_origin_depth = 8;

// What is assigned to it: all of `value` in `name = value`, some part of it in `name, other = value`.
Node value_assigned(Node name) {
    Node target = name;
    while (target.parent().is(SyntaxKind::pattern_list) || target.parent().is(SyntaxKind::tuple_pattern))
        target = target.parent();
    const auto assignment = syntax::as<syntax::Assignment>(target.parent());
    const Node value = assignment && assignment->target() == target ? assignment->value() : Node{};
    return target == name || value.is(SyntaxKind::call) ? value : Node{};
}

// The one that it has its value from, as far as the order of the text tells. `model = torch.compile(model)` asks for
// what it was before.
const names::Occurrence* last_before(const names::Binding& binding, Node identifier) {
    const auto index_of = [](const names::Occurrence& each) { return each.node.index(); };
    auto last = std::ranges::lower_bound(binding.occurrences, identifier.index(), {}, index_of);
    while (last != binding.occurrences.begin()) {
        --last;
        const Node value = last->kind == names::BindingKind::assignment ? value_assigned(last->node) : Node{};
        if (!syntax::is_within(identifier, value)) return &*last;
    }
    return nullptr;
}

// `for block in blocks`, `for i, block in enumerate(blocks)`, `for _, block in blocks.named_children()`: what gives one
// of its elements at a time; none if the variable is not the one that has them.
Node container_of(Node variable) {
    constexpr std::array<std::string_view, 2> alone{"children", "values"}, last{"named_children", "items"};
    Node target = variable;
    while (target.parent().is(SyntaxKind::pattern_list) || target.parent().is(SyntaxKind::tuple_pattern)) {
        if (target.next_sibling()) return {};
        target = target.parent();
    }
    const auto loop = syntax::as<syntax::For>(target.parent());
    if (!loop || loop->target() != target) return {};
    const auto call = syntax::as<syntax::Call>(loop->iterable());
    if (!call) return target == variable ? loop->iterable() : Node{};
    const auto method = syntax::as<syntax::Attribute>(call->function());
    const auto is_called = [&](const auto& names) {
        return method && std::ranges::find(names, method->name().text()) != names.end();
    };
    if (is_called(alone) && target == variable) return method->object();
    if (target == variable) return {};
    return is_called(last) ? method->object() : call->function().text() == "enumerate" ? call->only_argument() : Node{};
}

// What stands there, as far as it is one line.
std::string first_line(Node node) {
    const std::string_view line = node.text().substr(0, node.text().find_first_of("\r\n"));
    return std::string(line) + (line.size() < node.text().size() ? "..." : "");
}

// A module, and no more is known of it.
bool tells_no_class(Value value) {
    return value.is(Kind::unknown) || (value.is(Kind::module) && value.api().name == torch::module_class);
}

// A promise that has to be kept: by its decorator, or because it raises at once.
bool is_abstract(Node function) {
    for (const Node decorator : syntax::decorators_of(function))
        if (decorator.text().ends_with("abstractmethod")) return true;
    return does_nothing(function) &&
           syntax::last_statement(function.child(syntax::Field::body)).is(SyntaxKind::raise_statement);
}

// Some method of the class is none yet, so that objects are of classes derived from it.
bool is_abstract(const Class& class_) {
    for (const Class* ancestor : class_.ancestors)
        for (const auto& [name, method] : ancestor->methods)
            if (is_abstract(method) && class_.owner_of(name) == ancestor) return true;
    return false;
}

// The words in a text that are quoted by themselves: "forward".
std::set<std::string_view> quoted_words(std::string_view text) {
    std::set<std::string_view> words;
    for (std::size_t begin = text.find('"'), end = 0; begin != std::string_view::npos; begin = end) {
        end = text.find('"', begin + 1);
        if (end != std::string_view::npos) words.insert(text.substr(begin + 1, end - begin - 1));
    }
    return words;
}

// Methods of the variable that its function calls. One that the function asks for by name may be missing.
std::vector<std::string> calls_on(Node variable) {
    std::vector<std::string> calls;
    const Node function = syntax::function_of(variable);
    if (!function || !variable.is(SyntaxKind::identifier)) return calls;
    const std::set<std::string_view> asked = quoted_words(function.text());
    std::set<std::string_view> known;
    for (const Node node : subtree(function)) {
        const auto call = syntax::as<syntax::Call>(node);
        const auto method = call ? syntax::as<syntax::Attribute>(call->function()) : std::nullopt;
        if (!method || !method->object().is(SyntaxKind::identifier) || method->object().text() != variable.text())
            continue;
        const std::string_view name = method->name().text();
        if (!asked.contains(name) && known.insert(name).second) calls.emplace_back(name);
    }
    return calls;
}

}  // namespace

Frame::Handed Frame::origin_of(State& state, Node expression, int depth) {
    while (expression.is(SyntaxKind::parenthesized_expression)) expression = expression.first_child();
    const Value value = quietly(state, expression);
    const bool is_known = value.is(Kind::object) || value.is(Kind::sequence) || value.is(Kind::mapping);
    if (is_known || depth > max_origin_depth) return {.root = value, .from = expression};
    if (expression.is(SyntaxKind::identifier)) return origin_of_variable(state, expression, depth + 1);
    if (const auto attribute = syntax::as<syntax::Attribute>(expression)) {
        Handed made = origin_of(state, attribute->object(), depth + 1);
        made.path.emplace_back(attribute->name().text());
        return made;
    }
    if (const auto subscript = syntax::as<syntax::Subscript>(expression)) {
        Handed made = origin_of(state, subscript->object(), depth + 1);
        made.path.emplace_back(Claim::each);
        return made;
    }
    // `model.to(device)` is the model.
    const auto call = syntax::as<syntax::Call>(expression);
    const auto method = call ? syntax::as<syntax::Attribute>(call->function()) : std::nullopt;
    if (method) {
        const torch::Row* row =
            torch::find_member(torch::module_class, method->name().text(), interpreter_.options().torch);
        if (row && row->gives == torch::Gives::self) return origin_of(state, method->object(), depth + 1);
    }
    return {.from = expression};
}

Frame::Handed Frame::origin_of_variable(State& state, Node identifier, int depth) {
    const names::Reference reference = resolve(identifier);
    const names::Occurrence* last = reference ? last_before(reference.binding(), identifier) : nullptr;
    if (!last) return {.from = identifier};
    const Node value = last->kind == names::BindingKind::assignment ? value_assigned(last->node) : Node{};
    if (value && last->node.parent().is(SyntaxKind::assignment)) return origin_of(state, value, depth);
    if (value) return {.from = value};
    if (last->kind == names::BindingKind::loop)
        if (const Node container = container_of(last->node)) {
            Handed made = origin_of(state, container, depth);
            made.path.emplace_back(Claim::each);
            return made;
        }
    return {.from = identifier};
}

std::optional<Claim> Frame::claim_of(Node site, Node handed, Value value, const Handed& origin) {
    const auto about = [&](const Class* class_, std::vector<std::string> path) {
        const text::Source& source = site.tree()->source();
        return Claim{.base = class_ ? interpreter_.id_of(*class_) : "",
                     .path = std::move(path),
                     .calls = class_ ? std::vector<std::string>() : calls_on(origin.from),
                     .file = source.path(),
                     .at = text::line_column(source, site.span().begin),
                     .text = first_line(site)};
    };
    const auto promises = [](const Class& class_, std::string_view method) {
        const Class* owner = class_.owner_of(method);
        return !owner || values::does_nothing(owner->methods.at(method));
    };
    if (value.is(Kind::object)) {
        const Class& class_ = *value.object().class_;
        const bool derived = is_abstract(class_) || promises(class_, Interpreter::called(class_));
        return derived ? std::optional(about(&class_, {})) : std::nullopt;
    }
    if (value.is(Kind::bound) && value.bound().receiver.is(Kind::object) && handed.is(SyntaxKind::attribute)) {
        // Of `self`, a derived class may have put another one there.
        const syntax::Attribute attribute{handed};
        const Class& class_ = *value.bound().receiver.object().class_;
        const names::Reference self = resolve(attribute.object());
        const bool is_self = self && self.slot == 0 && self.scope->enclosing == class_.scope;
        const std::string_view name = attribute.name().text();
        if (!is_self && !promises(class_, name)) return std::nullopt;
        return about(&class_, {std::string(name)});
    }
    if (!value.is(Kind::unknown)) return std::nullopt;
    return about(origin.root.is(Kind::object) ? origin.root.object().class_ : nullptr, origin.path);
}

// `update = wrap(update)`: the function that the name stood for there.
Value Frame::value_before(State& state, Node expression) {
    const names::Reference reference = expression.is(SyntaxKind::identifier) ? resolve(expression) : names::Reference{};
    const names::Occurrence* last = reference ? last_before(reference.binding(), expression) : nullptr;
    if (last && last->kind == names::BindingKind::function) return store_.function({.node = last->node.parent()});
    return quietly(state, expression);
}

// Where nothing is known of the object: what its maker was given, `prepare(model)`; the class whose method that is,
// `Model.load(path)`; the modules of the file that the maker is in.
std::vector<Value> Frame::candidates(State& state, const Handed& origin) {
    const auto call = syntax::as<syntax::Call>(origin.from);
    if (!call) return {};
    std::vector<Value> given;
    for (const Node argument : call->arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Value value = value_before(state, keyword ? keyword->value() : argument);
        const bool is_module = value.is(Kind::object) && value.object().class_->is_module;
        if (is_module || value.is(Kind::function) || value.is(Kind::bound)) given.push_back(value);
    }
    if (!given.empty()) return given;
    const auto method = syntax::as<syntax::Attribute>(call->function());
    const Value owner = method ? quietly(state, method->object()) : unknown();
    if (owner.is(Kind::class_) && owner.class_of().is_module) return {store_.instance(&owner.class_of())};
    const Value maker = quietly(state, call->function());
    return maker.is(Kind::function) ? interpreter_.modules_in(file_of(maker.function().node)) : std::vector<Value>();
}

void Frame::hand(State& state, Node site, Node handed, Value value) {
    // Who analyses another file says what that claims.
    const bool claims = interpreter_.is_here(site) && interpreter_.takes_claims();
    if (!handed) {
        if (claims) interpreter_.add_claim(site, {}, interpreter_.modules_in(file_));
        return;
    }
    Handed origin = origin_of(state, handed, 0);
    if (tells_no_class(value)) {
        if (interpreter_.compile_parts(site, origin.root, origin.path, *this)) return;
        value = unknown();
    }
    if (!claims) return;
    std::optional<Claim> claim = claim_of(site, handed, value, origin);
    if (!claim) return;
    const bool tells_nothing = claim->base.empty() && claim->path.empty();
    interpreter_.add_claim(site, std::move(*claim), tells_nothing ? candidates(state, origin) : std::vector<Value>());
}

}  // namespace values
