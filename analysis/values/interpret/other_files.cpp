#include "analysis/names/extension.h"
#include "analysis/values/interpret/frame.h"
#include "analysis/values/interpret/stars.h"

#include <algorithm>
#include <string>

// Names of other files. Such a file is not run: what a name means there is found out when somebody asks, from the
// statements that bind it.

namespace values {
namespace {

using syntax::Node;
using SyntaxKind = syntax::Kind;

// `name = value` of its own, rather than `a, b = value`.
Node value_assigned(Node name) {
    const auto assignment = syntax::as<syntax::Assignment>(name.parent());
    return assignment && assignment->target() == name ? assignment->value() : Node{};
}

// What the statements of a module put into a table behind its binding, wherever they stand: `TABLE[key] = value`,
// `TABLE.update(others)`. What functions do to it is not looked at.
class Filling {
  public:
    Filling(const names::File& file, const names::Binding& binding, Frame& frame, Store& store)
        : file_(file), binding_(binding), frame_(frame), store_(store) {}

    Mapping of(Mapping table) {
        const syntax::Tree& tree = file_.tree();
        for (std::uint32_t i = 0; i < tree.size(); ++i) {
            const Node node = tree.node(i);
            if (node.is(SyntaxKind::function_definition) || node.is(SyntaxKind::class_definition))
                i = node.end_index() - 1;
            else if (const auto assignment = syntax::as<syntax::Assignment>(node))
                store(table, *assignment);
            else if (const auto call = syntax::as<syntax::Call>(node))
                update(table, *call);
        }
        return table;
    }

  private:
    [[nodiscard]] bool is_table(Node node) const {
        if (!node.is(SyntaxKind::identifier)) return false;
        const names::Reference reference = file_.names().resolve(node);
        return reference && &reference.binding() == &binding_;
    }

    void store(Mapping& table, const syntax::Assignment& assignment) {
        const auto target = syntax::as<syntax::Subscript>(assignment.target());
        if (!target || !is_table(target->object()) || !assignment.value()) return;
        State nothing;
        const Value value = frame_.evaluate(nothing, assignment.value());
        const std::vector<Node> indices = target->indices();
        const auto key = indices.size() == 1 ? syntax::plain_string(indices.front()) : std::nullopt;
        put(table, key, value);
    }

    void update(Mapping& table, const syntax::Call& call) {
        const auto method = syntax::as<syntax::Attribute>(call.function());
        if (!method || method->name().text() != "update" || !is_table(method->object())) return;
        State nothing;
        const Arguments arguments = frame_.evaluate_arguments(nothing, call.arguments());
        for (const Value others : arguments.positional)
            if (others.is(Kind::mapping)) {
                for (const auto& [key, value] : others.mapping().items) put(table, key, value);
                put(table, std::nullopt, others.mapping().rest);
            } else {
                put(table, std::nullopt, unknown());
            }
        for (const auto& [key, value] : arguments.keywords) put(table, key, value);
        if (arguments.open) put(table, std::nullopt, unknown());
    }

    void put(Mapping& table, std::optional<std::string_view> key, Value value) {
        if (!key || !table.put(*key, value)) table.rest = store_.join(table.rest, value);
    }

    const names::File& file_;
    const names::Binding& binding_;
    Frame& frame_;
    Store& store_;
};

constexpr std::string_view dotted_of_extensions = "extension.*";  // the row of what is in them

}  // namespace

bool Interpreter::is_described(std::string_view dotted) const {
    const torch::Row* root = torch::find(dotted.substr(0, dotted.find('.')), options_.torch);
    return root && root->role == torch::Role::described;
}

// Of numpy or tensorflow, say: no tensor is an instance of a class of theirs.
bool Interpreter::is_of_another_package(Value api) const {
    const std::string_view root = api.api().name.substr(0, api.api().name.find('.'));
    return is_described(root) && root != torch::tensor_class.substr(0, torch::tensor_class.find('.'));
}

// The file of a module that the knowledge does not describe; null if nobody has it.
const names::File* Interpreter::find_file(std::string_view module, const names::File& importer) {
    if (!options_.files || module.empty()) return nullptr;
    if (const auto known = found_files_.find(module); known != found_files_.end()) return known->second;
    const names::File*& known = found_files_[std::string(module)];
    if (is_described(module)) return nullptr;
    std::shared_ptr<const names::File> found = options_.files->find(module, importer);
    if (!found) return nullptr;
    const auto [same, is_new] = files_by_path_.try_emplace(found->source()->path(), found.get());
    if (!is_new) return known = same->second;
    program_.numbers_.emplace(&found->tree(), program_.files_.size());
    program_.files_.push_back(found);
    return known = found.get();
}

// The name itself, or a star that may lead to it.
bool Interpreter::mentions(std::string_view module, std::string_view name, const names::File& importer) {
    if (!options_.files || module.empty()) return false;
    return options_.files->mentions(module, name, importer) || options_.files->mentions(module, "import *", importer);
}

Value Interpreter::imported(const names::Import& import) {
    const names::File& importer = file_of(import.statement);
    const std::string target = importer.absolute(import.target);
    if (is_here(import.statement) && is_replaced(target)) return unknown();
    const Value made = external(target.empty() ? import.target : target);
    if (yields(made) && !import.member.empty()) members_.try_emplace(made.api().name, &import);
    return made;
}

// A class of a file that knows nothing of torch, such as a configuration, tells nothing by which a finding is proven.
bool Interpreter::is_free_of_torch(Node type) {
    const names::File& importer = file_of(type);
    const names::Reference reference =
        type.is(SyntaxKind::identifier) ? importer.names().resolve(type) : names::Reference{};
    if (!options_.files || !reference || reference.binding().occurrences.size() != 1) return false;
    const names::Import* import = reference.binding().occurrences.front().import;
    if (!import || import->member.empty()) return false;
    const std::string module = importer.absolute(import->module);
    return options_.files->mentions(module, "class " + std::string(import->member), importer) &&
           !options_.files->mentions(module, "import torch", importer) &&
           !options_.files->mentions(module, "from torch", importer);
}

// Files are opened for what is read, not for what is imported.
Value Interpreter::resolved(Value value) {
    if (!options_.files || !value.is(Kind::api) || !yields(value)) return value;
    const auto member = members_.find(value.api().name);
    if (member == members_.end()) return value;
    const auto [known, inserted] = resolved_.try_emplace(value.api().name, value);
    if (!inserted) return known->second;
    const names::Import& import = *member->second;
    const names::File& importer = file_of(import.statement);
    const names::File* file = find_file(importer.absolute(import.module), importer);
    const Value found = file ? member_of(*file, import.member).value_or(value) : value;
    return resolved_[value.api().name] = found;
}

// Nothing if the file does not bind the name: then it may be a module in a package.
std::optional<Value> Interpreter::member_of(const names::File& file, std::string_view name) {
    if (names::is_extension(file.source()->path())) {
        const std::string dotted = std::string(file.module()).append(".").append(name);
        return store().api(store().text(dotted), torch::find(dotted_of_extensions, options_.torch));
    }
    const names::Scope& top = file.names().top();
    const auto spelled = file.names().name(name);
    if (const names::Binding* binding = spelled ? top.find(*spelled) : nullptr)
        return global({&top, static_cast<std::uint32_t>(binding - top.bindings.data())});
    std::string submodule(file.module());
    if (find_file(submodule.append(".").append(name), file) || name.starts_with('_')) return std::nullopt;
    return brought_to(file, name);
}

// The last one that brings it counts. One name may ask so many, and each is a file that may have to be read.
std::optional<Value> Interpreter::brought_to(const names::File& file, std::string_view name) {
    const auto& stars = file.names().top().star_imports;
    std::size_t left = max_stars;
    for (auto star = stars.rbegin(); star != stars.rend(); ++star) {
        if (left-- == 0) return unknown();
        if (const auto found = brought(*star, name)) return found;
    }
    return std::nullopt;
}

std::optional<Value> Interpreter::brought(const names::Import& star, std::string_view name) {
    const names::File& file = file_of(star.statement);
    const std::string module = file.absolute(star.module);
    if (name.starts_with('_')) return std::nullopt;
    if (is_listed(module, options_.torch)) {
        const torch::Row* row =
            torch::find(torch::canonical(module + "." + std::string(name), options_.torch), options_.torch);
        return row ? std::optional(external(row->name)) : std::nullopt;
    }
    if (!mentions(module, name, file)) return std::nullopt;
    const names::File* other = find_file(module, file);
    if (!other || !asked_.insert({other, std::string(name)}).second) return std::nullopt;  // two import each other
    auto found = member_of(*other, name);
    asked_.erase({other, std::string(name)});
    return found;
}

// A star hides what Python has.
Value Interpreter::unbound(std::string_view name, const names::File& file) {
    if (is_here(file.names().top().owner) && rebound_.globals.contains(name)) return unknown();
    if (const auto found = brought_to(file, name)) return *found;
    return builtin(name);
}

// The files from which names may come by a star: rewrites ask whether they are there, and for what they bind.
void Interpreter::read_stars() {
    std::vector<const names::File*> left{program_.files_.front().get()};
    std::set<const names::File*> seen(left.begin(), left.end());
    while (!left.empty()) {
        const names::File& file = *left.back();
        left.pop_back();
        for (const names::Import& star : file.names().top().star_imports)
            if (const names::File* from = find_file(file.absolute(star.module), file); from && seen.insert(from).second)
                left.push_back(from);
    }
}

// An attribute: what the body of the class binds, and what the methods store that store it at all.
void Interpreter::collect(Class& class_, std::string_view name) {
    if (!class_.scope || !class_.asked.insert(name).second) return;
    const names::File& file = file_of(class_.node);
    if (!class_.writes) class_.writes = writes_of(class_, file.names());
    const auto spelled = file.names().name(name);
    const names::Binding* binding = spelled && !class_.methods.contains(name) ? class_.scope->find(*spelled) : nullptr;
    if (binding) class_.attributes[name] = variable_of(file, *binding);
    bool counted = false;
    for (const Write& write : *class_.writes) {
        if (write.attribute != name) continue;
        counted |= write.counts;
        if (!write.counts && class_.collected.insert(write.method.index()).second)
            (void)collect_from(class_, write.method);
    }
    const auto known = class_.attributes.find(name);
    if (counted && known != class_.attributes.end() && known->second.is(Kind::literal))
        known->second = of_its_type(known->second);
}

// All that it is bound to in the course of its module, as no order of statements is known here.
Value Interpreter::variable_of(const names::File& file, const names::Binding& binding) {
    const auto [known, inserted] = variables_.try_emplace(&binding, unknown());
    if (!inserted) return known->second;
    Value joined = never();
    for (const names::Occurrence& occurrence : binding.occurrences)
        joined = store().join(joined, bound_by(file, occurrence));
    variables_[&binding] = joined;
    // One of a class is filled in ways of its own.
    if (!joined.is(Kind::mapping) || file.names().top().find(binding.name) != &binding) return joined;
    Activation nobody{.scope = &file.names().top()};
    Frame frame(*this, file.names().top(), nobody);
    return variables_[&binding] = store().mapping(Filling(file, binding, frame, store()).of(joined.mapping()));
}

Value Interpreter::bound_by(const names::File& file, const names::Occurrence& occurrence) {
    Activation nobody{.scope = &file.names().top()};
    Frame frame(*this, file.names().top(), nobody);
    switch (occurrence.kind) {
        case names::BindingKind::import: return resolved(imported(*occurrence.import));
        case names::BindingKind::function: return decorated_method(occurrence.node.parent(), frame);
        case names::BindingKind::class_: return {.kind = Kind::class_, .data = &class_at(occurrence.node.parent())};
        case names::BindingKind::assignment:
            if (const Node value = value_assigned(occurrence.node)) {
                State nothing;
                const Value made = frame.evaluate(nothing, value);
                return occurrence.scope->kind == names::ScopeKind::class_ ? of_field(occurrence.node, made) : made;
            }
            return unknown();
        case names::BindingKind::declaration: {
            State nothing;
            return frame.of_annotation(nothing, occurrence.node.parent().child(syntax::Field::type));
        }
        default: return unknown();
    }
}

}  // namespace values
