#include "analysis/values/declared/test_files.h"
#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

// Places that hand something to torch.compile, and the classes of this file that may be what they mean.

namespace values {
namespace {

using syntax::Node;

constexpr std::size_t max_claims = 64;       // of one file
constexpr std::size_t max_candidates = 16;   // beyond them nobody can tell
constexpr std::size_t max_parts_meant = 64;  // of one object

// What stands in front of a bracket: "Block" of `Block(8)`.
template <class Take>
void each_called(std::string_view text, Take take) {
    const auto is_of_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c >= 0x80; };
    for (std::size_t end = text.find('('); end != std::string_view::npos; end = text.find('(', end + 1)) {
        std::size_t begin = end;
        while (begin > 0 && is_of_word(static_cast<unsigned char>(text[begin - 1]))) --begin;
        if (begin < end) take(text.substr(begin, end - begin));
    }
}

// Without those that another one calls by their names: a part of another one is compiled with that.
void erase_parts(std::vector<const Class*>& classes) {
    std::set<std::pair<std::string_view, const Class*>> calls;
    for (const Class* whole : classes)
        each_called(whole->node.text(), [&](std::string_view name) { calls.emplace(name, whole); });
    std::erase_if(classes, [&](const Class* part) {
        auto call = calls.lower_bound({part->name, nullptr});
        if (call != calls.end() && *call == std::pair<std::string_view, const Class*>(part->name, part)) ++call;
        return call != calls.end() && call->first == part->name;
    });
}

}  // namespace

// Nothing but a promise that a derived class does it.
bool does_nothing(Node function) {
    for (const Node statement : function.child(syntax::Field::body).children()) {
        const Node first = statement.first_child();
        const bool is_empty = statement.is(syntax::Kind::pass_statement) ||
                              statement.is(syntax::Kind::raise_statement) ||
                              (statement.is(syntax::Kind::expression_statement) &&
                               (first.is(syntax::Kind::string) || first.is(syntax::Kind::ellipsis)));
        if (!is_empty) return false;
    }
    return true;
}

std::string spelled(const Claim& claim) {
    std::string text = "claim " + claim.base;
    for (const std::string& part : claim.path) text += " ." + part;
    for (const std::string& method : claim.calls) text += " (" + method;
    return text + " " + claim.file + ":" + std::to_string(claim.at.line) + ":" + std::to_string(claim.at.column) + " " +
           claim.text;
}

void Interpreter::add_site(Node site) {
    if (!program_.sites_.add(site)) return;
    if (const Node function = syntax::function_of(site)) drivers_.insert(function);
}

bool Interpreter::takes_claims() const {
    return program_.claims_.size() < max_claims && !is_of_tests(program_.tree().source().path());
}

void Interpreter::add_claim(Node site, Claim claim, std::vector<Value> candidates) {
    const auto is_known = [&](const OwnClaim& own) { return own.site == site && *own.claim == claim; };
    const bool is_vague = claim.base.empty() && !claim.path.empty() && claim.path.front() == Claim::each;
    if (is_vague || !takes_claims() || std::ranges::any_of(own_claims_, is_known)) return;
    program_.claims_.push_back(std::move(claim));
    own_claims_.push_back({.site = site, .claim = &program_.claims_.back(), .candidates = std::move(candidates)});
}

std::string Interpreter::id_of(const Class& class_) const {
    return file_of(class_.node).source()->path() + ":" + class_.name;
}

std::vector<Value> Interpreter::modules_in(const names::File& file) {
    std::vector<const Class*> found;
    for (const names::Binding& binding : file.names().top().bindings) {
        const names::Occurrence& first = binding.occurrences.front();
        if (first.kind != names::BindingKind::class_ && first.kind != names::BindingKind::import) continue;
        const Value value = first.import ? resolved(imported(*first.import))
                                         : Value{.kind = Kind::class_, .data = &class_at(first.node.parent())};
        if (!value.is(Kind::class_) || !value.class_of().is_module) continue;
        found.push_back(&value.class_of());
    }
    erase_parts(found);
    if (found.size() > max_candidates) return {};
    std::vector<Value> made;
    for (const Class* class_ : found) made.push_back(store().instance(class_));
    return made;
}

std::vector<Value> Interpreter::parts_of(Value whole, std::string_view name, Frame& frame) {
    std::vector<Value> parts;
    const auto add = [&](Value part) {
        if (part.is(Kind::choice))
            parts.insert(parts.end(), part.choice().options.begin(), part.choice().options.end());
        else
            parts.push_back(part);
    };
    if (name == Claim::each) {
        if (whole.is(Kind::sequence))
            std::ranges::for_each(whole.sequence().items, add);
        else if (whole.is(Kind::object))
            return children_of(*whole.object().class_);
        else if (whole.is(Kind::mapping)) {
            for (const auto& [key, value] : whole.mapping().items) add(value);
            add(whole.mapping().rest);
        }
    } else if (whole.is(Kind::object)) {
        const Class& class_ = *whole.object().class_;
        if (const Value* known = attribute(class_, name))
            add(resolved(*known));
        else if (const Class* owner = class_.owner_of(name))
            add(store().bound(whole, decorated_method(owner->methods.at(name), frame)));
    }
    return parts;
}

// `model.children()`
std::vector<Value> Interpreter::children_of(const Class& class_) {
    std::set<std::string_view> names;
    for (const Class* ancestor : class_.ancestors)
        for (const Write& write : writes_of(*ancestor, file_of(ancestor->node).names())) names.insert(write.attribute);
    std::vector<Value> found;
    for (const std::string_view name : names) {
        const Value* known = attribute(class_, name);
        if (known && known->is(Kind::object) && known->object().class_->is_module) found.push_back(*known);
        if (known && known->is(Kind::sequence) && known->sequence().form == Sequence::Form::modules)
            found.insert(found.end(), known->sequence().items.begin(), known->sequence().items.end());
    }
    return found;
}

std::vector<Value> Interpreter::follow(Value whole, const std::vector<std::string>& path, Frame& frame) {
    std::vector<Value> at{whole};
    for (const std::string& name : path) {
        std::vector<Value> next;
        for (const Value each : at)
            for (const Value part : parts_of(each, name, frame))
                if (next.size() < max_parts_meant) next.push_back(part);
        at = std::move(next);
    }
    return at;
}

bool Interpreter::compile_parts(Node site, Value root, const std::vector<std::string>& path, Frame& frame) {
    if (path.empty()) return false;
    bool found = false;
    for (const Value part : follow(root, path, frame)) {
        if (!target_of(part)) continue;
        add_entry({.form = Wrapped::Form::compiled, .target = part, .site = site});
        found = true;
    }
    return found;
}

// What the claim means if the object is one of this class; nothing if it cannot be.
std::vector<Value> Interpreter::meant(const Claim& claim, const Class& class_, Frame& frame) {
    const auto is_base = [&](const Class* ancestor) { return id_of(*ancestor) == claim.base; };
    if (claim.base.empty() ? !class_.is_module : std::ranges::none_of(class_.ancestors, is_base)) return {};
    const auto lacks = [&](const std::string& method) {
        return !class_.open && !class_.owner_of(method) && !attribute(class_, method) &&
               !torch::find_member(class_.external, method, options_.torch);
    };
    if (std::ranges::any_of(claim.calls, lacks)) return {};
    return follow(store().instance(&class_), claim.path, frame);
}

void Interpreter::enter_likely(const Claim& claim, Node site, Value value, Frame& frame) {
    const auto target = target_of(value);
    if (!target || drivers_.contains(target->function.node) || does_nothing(target->function.node)) return;
    const Wrapped compiled{
        .form = Wrapped::Form::compiled, .target = value, .site = site ? site : target->function.node};
    Arguments any{.positional = {}, .keywords = {}, .open = true};
    if (!target->self.is(Kind::never)) any.positional.push_back(target->self);
    (void)enter(compiled, *target, any, frame, &claim);
}

void Interpreter::enter_claims(Frame& frame) {
    if (is_of_tests(program_.tree().source().path())) return;
    const auto enter_all = [&](const Claim& claim, Node site) {
        for (const names::Scope& scope : names().scopes())
            if (scope.kind == names::ScopeKind::class_)
                for (const Value value : meant(claim, class_at(scope.owner), frame))
                    enter_likely(claim, site, value, frame);
    };
    for (std::size_t i = 0; i < own_claims_.size(); ++i) {
        const OwnClaim own = own_claims_[i];
        if (!own.claim->base.empty() || !own.claim->path.empty()) enter_all(*own.claim, own.site);
        for (const Value candidate : own.candidates)
            if (!candidate.is(Kind::object) || !meant(*own.claim, *candidate.object().class_, frame).empty())
                enter_likely(*own.claim, own.site, candidate, frame);
    }
    for (const Claim& claim : program_.told_) enter_all(claim, {});
}

}  // namespace values
