#include "analysis/values/declared/classes.h"

#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <string_view>
#include <utility>

// Classes: bases and methods by reading, attributes by interpreting the class body and `__init__`.

namespace values {

using syntax::Node;
using SyntaxKind = syntax::Kind;

const Class* Class::owner_of(std::string_view method) const {
    for (const Class* at : ancestors)
        if (at->methods.contains(method)) return at;
    return nullptr;
}

const Value* Class::attribute(std::string_view wanted) const {
    for (const Class* at : ancestors) {
        if (const auto found = at->attributes.find(wanted); found != at->attributes.end()) {
            // What its own code does not tell, the calls of the class do.
            const auto made = at->constructed.find(wanted);
            const bool told =
                !tells_nothing(found->second) || at->rewritten.contains(wanted) || made == at->constructed.end();
            return told ? &found->second : &made->second;
        }
        if (at->methods.contains(wanted)) return nullptr;
    }
    return nullptr;
}

const Class& Interpreter::class_at(Node definition) {
    if (const auto found = classes_.find(definition); found != classes_.end()) return *found->second;
    Class& class_ = program_.classes_.emplace_back();
    classes_.emplace(definition, &class_);
    class_.node = definition;
    class_.scope = file_of(definition).names().scope_of(definition);
    class_.ancestors.push_back(&class_);
    if (class_.scope) read_class(class_);
    return class_;
}

const Value* Interpreter::attribute(const Class& class_, std::string_view name) {
    for (Class* at : class_.ancestors) {
        if (!is_here(at->node)) collect(*at, name);
        if (at->attributes.contains(name) || at->methods.contains(name)) break;
    }
    const Value* found = class_.attribute(name);
    if (!found || !found->is(Kind::literal) || class_.is_module) return found;
    const auto [known, inserted] = flags_.try_emplace({&class_, found}, *found);
    if (inserted && is_written_from_outside(class_, name)) known->second = of_its_type(*found);
    return &known->second;
}

// `cache.is_filled = True`, of an object that is not `self`: in the file of its class, or here.
bool Interpreter::is_written_from_outside(const Class& class_, std::string_view name) const {
    const std::string written = "." + std::string(name) + " = ";
    for (const std::string_view text : {class_.node.tree()->source().text(), program_.tree().source().text()})
        for (std::size_t at = text.find(written); at != std::string_view::npos; at = text.find(written, at + 1))
            if (!text.substr(0, at).ends_with("self")) return true;
    return false;
}

void Interpreter::read_class(Class& class_) {
    class_.name = file_of(class_.node).names().qualified_name(*class_.scope);
    add_bases(class_);
    add_members(class_);
    if (!is_here(class_.node)) return;
    collect_attributes(class_);
    collect_from_methods(class_);
}

// Those of a base, as far as they are not there yet.
static void add_ancestors(Class& class_, const Class& base) {
    std::vector<Class*>& all = class_.ancestors;
    const bool is_first = all.size() == 1;
    for (Class* each : base.ancestors) {
        if (each == &class_ || (!is_first && std::ranges::find(all, each) != all.end())) continue;
        if (all.size() == Class::max_ancestors) {
            class_.open = true;
            return;
        }
        all.push_back(each);
    }
}

void Interpreter::add_bases(Class& class_) {
    Activation nobody;
    Frame frame(*this, file_of(class_.node).names().top(), nobody);
    const bool in_progress = is_here(class_.node) && module_frame_ && module_frame_->state();
    State state = in_progress ? *module_frame_->state() : State{};
    const auto is_module = [&](std::string_view name) {
        return torch::is_subclass(name, torch::module_class, options_.torch);
    };
    // `class Cell(ABC, nn.LSTM)`: what is said of the module goes before what is said of another base.
    const auto describes = [&](std::string_view name) {
        const bool is_nearest = class_.external.empty() || (is_module(name) && !is_module(class_.external));
        if (!name.empty() && is_nearest) class_.external = name;
    };
    for (const Node base : syntax::Class{class_.node}.bases().children()) {
        if (base.is(SyntaxKind::keyword_argument)) continue;
        const Value value = frame.evaluate(state, base);
        if (value.is(Kind::class_) && &value.class_of() != &class_) {
            const Class& known = value.class_of();
            class_.open |= known.open;
            class_.is_module |= known.is_module;
            describes(known.external);
            add_ancestors(class_, known);
            continue;
        }
        const torch::Row* row = row_of(value);
        if (row) describes(row->name);
        if (row && is_module(row->name))
            class_.is_module = true;
        else
            class_.open = true;
    }
}

std::string_view Interpreter::accessor(const names::Occurrence& occurrence) {
    if (occurrence.kind != names::BindingKind::function) return {};
    for (const Node decorator : syntax::decorators_of(occurrence.node.parent())) {
        const auto attribute = syntax::as<syntax::Attribute>(decorator);
        if (attribute && attribute->object().text() == occurrence.node.text()) return attribute->name().text();
    }
    return {};
}

// As the class itself spells it: `__x`, which is `_Class__x` to others.
static std::string_view spelling(const names::Binding& member) {
    const Node first = member.occurrences.front().node;
    return first.is(SyntaxKind::identifier) ? first.text() : member.text;
}

void Interpreter::add_members(Class& class_) {
    for (const names::Binding& binding : class_.scope->bindings) {
        const auto reads = [&](const names::Occurrence& occurrence) { return accessor(occurrence).empty(); };
        const auto last = std::ranges::find_if(binding.occurrences.rbegin(), binding.occurrences.rend(), reads);
        if (last != binding.occurrences.rend() && last->kind == names::BindingKind::function)
            class_.methods[spelling(binding)] = last->node.parent();
    }
    // A class with a `forward` whose bases could not be read counts as a module.
    if (class_.open && class_.methods.contains("forward") && class_.external.empty()) {
        class_.is_module = true;
        class_.external = torch::module_class;
    }
}

void Interpreter::collect_attributes(Class& class_) {
    Activation body{.scope = class_.scope};
    Frame frame(*this, *class_.scope, body);
    (void)frame.run(graph(class_.node), {.slots = Slots(class_.scope->bindings.size(), never()), .paths = {}});
    if (const State* end = frame.state())
        for (std::size_t slot = 0; slot < end->slots.size(); ++slot) {
            const names::Binding& binding = class_.scope->bindings[slot];
            if (class_.methods.contains(spelling(binding)) || end->slots[slot].is(Kind::never)) continue;
            class_.attributes[spelling(binding)] = of_field(binding.occurrences.front().node, end->slots[slot]);
        }
    // `x: torch.Tensor` without a value: a field of a dataclass, or a promise.
    for (const names::Binding& binding : class_.scope->bindings)
        if (const auto& first = binding.occurrences.front(); first.kind == names::BindingKind::declaration) {
            State nothing;
            const Value promised = frame.of_annotation(nothing, first.node.parent().child(syntax::Field::type));
            if (!promised.is(Kind::unknown)) class_.attributes.try_emplace(binding.text, promised);
        }
    const auto init = class_.methods.find("__init__");
    if (init != class_.methods.end()) (void)collect_from(class_, init->second);
}

// `Model([Callback()])`: what `__init__` makes of these very arguments.
void Interpreter::construct(const Class& class_, Value self, const Arguments& given, Frame& frame) {
    const Class* owner = class_.owner_of("__init__");
    if (!owner || collecting_ == &class_) return;
    const Node init = owner->methods.at("__init__");
    // That of another file is run for what it hands to torch.compile. One call serves for all with the same arguments:
    // what is said of any comes first.
    if (is_here(owner->node)) {
        const auto is_open = [](const auto& attribute) { return tells_nothing(attribute.second); };
        if (std::ranges::none_of(owner->attributes, is_open)) return;
    } else {
        if (!may_compile(init)) return;
        Class& made = *classes_.at(owner->node);
        if (made.collected.insert(init.index()).second) (void)collect_from(made, init);
    }
    Arguments arguments = given;
    arguments.positional.insert(arguments.positional.begin(), self);
    const bool outer = std::exchange(constructing_, true);
    (void)collect_by(class_, init, arguments, frame);
    constructing_ = outer;
}

namespace {

// A target of a plain assignment. `self.steps += 1` writes into a tensor, and leaves a number a number.
bool is_assigned(Node attribute) {
    Node target = attribute;
    while (target.parent().is(SyntaxKind::pattern_list) || target.parent().is(SyntaxKind::tuple_pattern))
        target = target.parent();
    const Node owner = target.parent();
    return (owner.is(SyntaxKind::assignment) || owner.is(SyntaxKind::for_statement)) &&
           target.field() == syntax::Field::left;
}

}  // namespace

Value of_its_type(Value literal) { return {.kind = Kind::constant, .dtype = category(literal)}; }

Value of_field(Node name, Value value) {
    const Node owner = name.parent();
    const bool is_field = owner.is(SyntaxKind::assignment) && owner.child(syntax::Field::type);
    return is_field && value.is(Kind::literal) ? constant() : value;
}

std::vector<Write> writes_of(const Class& class_, const names::Module& names) {
    std::vector<Write> found;
    for (const Node node : subtree(class_.node)) {
        if (!node.is(SyntaxKind::attribute)) continue;
        const bool counts = node.parent().is(SyntaxKind::augmented_assignment) && node.field() == syntax::Field::left;
        if (!is_assigned(node) && !counts) continue;
        const syntax::Attribute target{node};
        const Node method = syntax::function_of(node);
        const names::Reference self = method ? names.resolve(target.object()) : names::Reference{};
        if (self && self.slot == 0 && self.scope->enclosing == class_.scope)
            found.push_back({.attribute = target.name().text(), .method = method, .counts = counts});
    }
    return found;
}

// `self.cache = x.detach()` in `forward`: what other methods write is joined with what `__init__` wrote.
void Interpreter::collect_from_methods(Class& class_) {
    const auto init = class_.methods.find("__init__");
    std::vector<Node> writers;
    for (const Write& write : writes_of(class_, names())) {
        if (init != class_.methods.end() && write.method == init->second) continue;
        if (write.counts) {
            // `self.steps = 0` in `__init__`: a number, but not this one.
            const auto known = class_.attributes.find(write.attribute);
            if (known != class_.attributes.end() && known->second.is(Kind::literal))
                known->second = of_its_type(known->second);
            continue;
        }
        class_.rewritten.insert(write.attribute);
        if (std::ranges::find(writers, write.method) == writers.end()) writers.push_back(write.method);
    }
    bool complete = true;
    for (const Node writer : writers) complete &= collect_from(class_, writer);
    if (complete) return;
    for (const std::string_view name : class_.rewritten) class_.attributes[name] = unknown();
}

// What the method, called with any arguments, stores in attributes. False if it is being interpreted already.
bool Interpreter::collect_from(Class& class_, Node method) {
    Activation nobody;
    Frame frame(*this, file_of(class_.node).names().top(), nobody);
    const bool outer = std::exchange(constructing_, false);
    const Arguments arguments{.positional = {store().instance(&class_)}, .keywords = {}, .open = true};
    const bool followed = collect_by(class_, method, arguments, frame);
    constructing_ = outer;
    return followed;
}

// The same, called with these.
bool Interpreter::collect_by(const Class& class_, Node method, const Arguments& arguments, Frame& frame) {
    const Class* outer = std::exchange(collecting_, &class_);
    const bool followed = interpret({.node = method}, frame.bind_arguments(method, arguments), false) != nullptr;
    collecting_ = outer;
    return followed;
}

void Interpreter::store_attribute(Node where, std::string_view name, Value value) {
    if (!collecting_) return;
    Node definition = where;
    while (definition && !definition.is(SyntaxKind::class_definition)) definition = definition.parent();
    const auto found_class = classes_.find(definition);
    Class* owner = found_class == classes_.end() ? nullptr : found_class->second;
    if (!owner || std::ranges::find(collecting_->ancestors, owner) == collecting_->ancestors.end()) return;
    if (!constructing_ && owner != collecting_) return;
    if (!value.is(Kind::module) && (value.origin == Origin::fresh || value.origin == Origin::view))
        value.origin = Origin::unknown;
    if (value.is_tensor()) value.known = Known::input;
    value.meta = 0;
    // What one instance was made with does not change from call to call.
    if (value.is(Kind::number) && owner->is_module) value = {.kind = Kind::constant, .dtype = value.dtype};
    const auto [found, inserted] = (constructing_ ? owner->constructed : owner->attributes).try_emplace(name, value);
    const Value before = found->second;
    if (!inserted) found->second = store().join(before, value);
    learned_late_ |= constructing_ && has_compiled_ && (inserted || before != found->second);
}

Value Interpreter::decorated_method(Node definition, Frame& frame) {
    if (!definition.parent().is(SyntaxKind::decorated_definition)) return store().function({.node = definition});
    if (const auto found = methods_.find(definition); found != methods_.end()) return found->second;
    Value method = store().function({.node = definition});
    methods_[definition] = method;
    return methods_[definition] = frame.decorated(definition, method);
}

}  // namespace values
