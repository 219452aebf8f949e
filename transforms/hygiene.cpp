#include "transforms/hygiene.h"

#include "analysis/effects/star_imports.h"
#include "analysis/names/file.h"
#include "analysis/names/rebound.h"
#include "analysis/syntax/python.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace transforms {

using edit::Edit;
using effects::Star;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// What rewrites write of Python's own.
constexpr std::array<std::string_view, 15> emitted{"abs", "all",  "any", "bool",  "dict", "float", "int", "isinstance",
                                                   "len", "list", "max", "range", "str",  "tuple", "type"};
constexpr std::string_view builtins = "builtins.", torch_module = "torch";

bool is_emitted(std::string_view name) { return std::ranges::find(emitted, name) != emitted.end(); }

std::string may_be_another(std::string_view name) { return "`" + std::string(name) + "` may be another one here"; }

// A part of a text that came from an edit.
struct Inserted {
    std::uint32_t begin, end;
    std::uint32_t shift;  // by how much what is behind it has moved; unsigned numbers wrap around
};

// The parts, and what lies between them.
class Layout {
  public:
    explicit Layout(const std::vector<Edit>& edits) {
        std::uint32_t shift = 0;
        for (const Edit& edit : edits) {
            const auto size = static_cast<std::uint32_t>(edit.text.size());
            const std::uint32_t begin = edit.span.begin + shift;
            shift += size - edit.span.size();
            inserted_.push_back({.begin = begin, .end = begin + size, .shift = shift});
        }
    }

    [[nodiscard]] const Inserted* at(std::uint32_t offset) const {
        const auto behind = std::ranges::upper_bound(inserted_, offset, {}, &Inserted::begin);
        return behind != inserted_.begin() && offset < std::prev(behind)->end ? &*std::prev(behind) : nullptr;
    }
    // The place before of what is not inserted.
    [[nodiscard]] std::uint32_t before(std::uint32_t offset) const {
        const auto behind = std::ranges::upper_bound(inserted_, offset, {}, &Inserted::begin);
        return behind == inserted_.begin() ? offset : offset - std::prev(behind)->shift;
    }

  private:
    std::vector<Inserted> inserted_;
};

bool binds_only_torch(const names::Binding& binding) {
    return std::ranges::all_of(binding.occurrences, [](const names::Occurrence& each) {
        return each.import && each.import->target == torch_module;
    });
}

bool binds_here(const names::Binding& binding, Node identifier) {
    return std::ranges::find(binding.occurrences, identifier, &names::Occurrence::node) != binding.occurrences.end();
}

bool is_attribute_name(Node identifier) { return identifier.field() == Field::attribute; }

// `f(x)`, `isinstance(x, (list, tuple))`, `type(x) is dict`: as rewrites write a name of Python's, not as a value.
bool is_used_as_builtin(Node identifier) {
    Node node = identifier, parent = node.parent();
    if (parent.is(Kind::tuple)) node = parent, parent = parent.parent();
    if (parent.is(Kind::call)) return node.field() == Field::function;
    if (parent.is(Kind::comparison_operator)) return node != parent.first_child();
    const Node call = parent.is(Kind::argument_list) ? parent.parent() : Node{};
    return call.is(Kind::call) && call.child(Field::function).text() == "isinstance" && node != parent.first_child();
}

// What the file does to the meanings of names.
struct Meanings {
    explicit Meanings(const values::Program& program)
        : rebound(names::rebound_in(program.names())), stars(effects::stars_of(program)) {
        const names::Module& names = program.names();
        for (const std::string& each : rebound.members) replaced.insert(each.substr(each.rfind('.') + 1));
        for (const names::Binding& each : names.top().bindings)
            if (binds_only_torch(each)) torch.insert(each.text);
        const auto is_plain = [&](const names::Binding& each) {
            return !is_emitted(each.text) && (binds_only_torch(each) || !torch.contains(each.text));
        };
        const auto all_plain = [&](const names::Scope& each) { return std::ranges::all_of(each.bindings, is_plain); };
        plain = rebound.empty() && stars.empty() && std::ranges::all_of(names.scopes(), all_plain);
    }

    names::Rebound rebound;
    std::vector<Star> stars;
    std::set<std::string, std::less<>> replaced;  // the last words of members that the file replaces
    std::set<std::string_view> torch;             // as the module calls torch
    // Nothing in the file is called as what a fix may write, and nothing in it changes what a name means behind one's
    // back: so for nearly all files.
    bool plain = false;
};

class Reader {
  public:
    Reader(const values::Program& program, const Meanings& file, const std::vector<Edit>& edits)
        : program_(program), names_(program.names()), file_(file), edits_(edits), layout_(edits) {}

    [[nodiscard]] std::optional<std::string> read() {
        if (!file_.rebound.empty() || !file_.stars.empty()) read_names();
        read_members();
        if (!problem_) read_text();
        return problem_;
    }

  private:
    void refuse(std::string_view name) {
        if (!problem_) problem_ = may_be_another(name);
    }

    // What the program says where something is compiled, and in the functions that are edited.
    void read_names() {
        std::set<std::uint32_t> edited;
        for (const Edit& edit : edits_)
            for (Node at = program_.tree().at(edit.span); at; at = at.parent())
                if (at.is(Kind::function_definition)) edited.insert(at.index());
        for (const Node node : subtree(program_.tree().root())) {
            if (!node.is(Kind::identifier)) continue;
            const Node function = syntax::function_of(node);
            const bool member = is_attribute_name(node);
            if (!program_.reached(member ? node.parent() : node) && !edited.contains(function ? function.index() : 0))
                continue;
            if (member ? file_.replaced.contains(node.text()) : is_unsure(names_, node)) refuse(node.text());
        }
    }

    // What is replaced by a name that nobody spells.
    void read_members() {
        if (file_.replaced.contains(names::Rebound::any) ||
            std::ranges::any_of(file_.replaced,
                                [](std::string_view each) { return each == "forward" || each.starts_with("__"); }))
            for (const std::string& each : file_.rebound.members)
                if (each.starts_with("torch.") || each.starts_with(builtins)) refuse(each);
    }

    // A name of the module, or of none: a star, `globals()` or a changed attribute of `builtins` may tell otherwise.
    [[nodiscard]] bool is_unsure(const names::Module& names, Node identifier) const {
        const names::Reference reference = names.resolve(identifier);
        const bool nearer = reference && reference.scope->kind != names::ScopeKind::module;
        if (!names.scope_at(identifier) || nearer) return false;
        if (reference && binds_here(reference.binding(), identifier)) return false;
        const std::string_view name = identifier.text();
        if (file_.rebound.globals.contains(name) || file_.rebound.globals.contains(names::Rebound::any)) return true;
        if (!reference && file_.rebound.may_have_member(std::string(builtins).append(name))) return true;
        return may_be_starred(name);
    }

    // A star in front of which the module has not bound the name in any case: one that brings anything, as far as is
    // known. What others bring, the analysis knows.
    [[nodiscard]] bool may_be_starred(std::string_view name) const {
        return !name.starts_with('_') && std::ranges::any_of(file_.stars, [&](const Star& star) {
            return star.unread && !is_bound_behind(star, name);
        });
    }

    [[nodiscard]] bool is_bound_behind(const Star& star, std::string_view name) const {
        const names::Binding* own = own_variable(name);
        return own && std::ranges::any_of(own->occurrences, [&](const names::Occurrence& each) {
                   const Node statement = syntax::statement_of(each.node), parent = statement.parent();
                   const Node block = parent.is(Kind::decorated_definition) ? parent.parent() : parent;
                   return statement.index() > star.import->statement.index() && block.is(Kind::module);
               });
    }

    [[nodiscard]] const names::Binding* own_variable(std::string_view name) const {
        const auto known = names_.name(name);
        return known ? names_.top().find(*known) : nullptr;
    }

    // What is written for the one of Python, or for torch, a star makes another one.
    [[nodiscard]] bool is_starred(std::string_view name) const {
        return std::ranges::any_of(file_.stars, [&](const Star& star) {
            const bool is_row = std::ranges::any_of(star.modules, [&](const std::string& module) {
                return torch::find(module + "." + std::string(name), torch::Knowledge{program_.release()}) != nullptr;
            });
            const bool is_there = is_row || std::ranges::any_of(star.files, [&](const names::File* file) {
                                      const auto there = file->names().name(name);
                                      const names::Binding* binding =
                                          there ? file->names().top().find(*there) : nullptr;
                                      return binding && !(file_.torch.contains(name) && binds_only_torch(*binding));
                                  });
            return is_there && !is_bound_behind(star, name);
        });
    }

    // What the fix writes, in the text that it leaves.
    void read_text() {
        const text::Source& source = program_.tree().source();
        const names::File after(
            std::make_shared<const text::Source>(source.path(), edit::apply(source.text(), edits_), source.encoding()),
            "", false);
        for (std::uint32_t i = 0; !problem_ && i < after.tree().size(); ++i) {
            const Node node = after.tree().node(i);
            if (!node.is(Kind::identifier) || !layout_.at(node.span().begin)) continue;
            const bool member = is_attribute_name(node);
            if (member ? file_.replaced.contains(node.text()) : is_other(after.names(), node)) refuse(node.text());
        }
    }

    [[nodiscard]] bool is_other(const names::Module& after, Node identifier) const {
        if (!after.scope_at(identifier)) return false;
        const std::string_view name = identifier.text();
        const names::Reference reference = after.resolve(identifier);
        if (!reference || reference.scope->kind == names::ScopeKind::module)
            return is_unsure(after, identifier) || was_nearer(name) ||
                   (file_.torch.contains(name) && is_starred(name)) ||
                   (is_emitted(name) && is_used_as_builtin(identifier) && (reference || is_starred(name)));
        if (is_emitted(name) && is_used_as_builtin(identifier)) return true;
        if (file_.torch.contains(name)) return true;
        return is_new_in(*reference.scope, name);
    }

    // The code that makes place had another variable of this name.
    [[nodiscard]] bool was_nearer(std::string_view name) const {
        bool nearer = false;
        for (const Edit& edit : edits_) {
            const Node around = program_.tree().at(edit.span);
            for (const Node node : subtree(around)) {
                const bool inside = edit.span.contains(node.span());
                if (!inside || node.text() != name || !node.is(Kind::identifier) || !names_.scope_at(node)) continue;
                const names::Reference reference = names_.resolve(node);
                if (!reference || reference.scope->kind == names::ScopeKind::module) return false;
                nearer = true;
            }
        }
        return nearer;
    }

    // A variable that a scope of the program did not have, although code in it reads one of that name.
    [[nodiscard]] bool is_new_in(const names::Scope& scope, std::string_view name) const {
        const auto known = names_.name(name);
        if (!known || layout_.at(scope.owner.span().begin)) return false;
        const std::uint32_t begin = layout_.before(scope.owner.span().begin);
        const auto same = std::ranges::find_if(names_.scopes(), [&](const names::Scope& each) {
            return each.kind == scope.kind && each.owner.span().begin == begin;
        });
        if (same == names_.scopes().end() || same->find(*known)) return false;
        for (const Node node : subtree(same->owner)) {
            if (node.is(Kind::identifier) && node.text() == name && names_.scope_at(node)) return true;
        }
        return false;
    }

    const values::Program& program_;
    const names::Module& names_;
    const Meanings& file_;
    const std::vector<Edit>& edits_;
    Layout layout_;
    std::optional<std::string> problem_;
};

}  // namespace

void keep_meanings(Study& study, Proposal& proposal) {
    const values::Program* program = study.analysis().program();
    if (!program || proposal.fixes.empty()) return;
    const Meanings& file = study.once<Meanings>(Node{}, [&] { return Meanings(*program); });
    if (file.plain) return;
    // Names in a text that does not parse are a guess, and tree-sitter takes long to read such a text for every fix.
    if (!program->tree().errors().empty()) {
        proposal.fixes.clear();
        if (!proposal.declined) proposal.declined = "the file does not parse, so that its names may mean anything";
        return;
    }
    std::erase_if(proposal.fixes, [&](const Fix& fix) {
        const auto reason = Reader(*program, file, fix.edits).read();
        if (reason && !proposal.declined) proposal.declined = reason;
        return reason.has_value();
    });
}

void keep_meanings(const analysis::Analysis& analysis, InMemory& rewritten) {
    if (!analysis.program() || rewritten.edits.empty()) return;
    const Meanings file(*analysis.program());
    const auto reason = file.plain ? std::nullopt : Reader(*analysis.program(), file, rewritten.edits).read();
    if (!reason) return;
    rewritten.edits.clear();
    for (Treated& each : rewritten.treated)
        if (!each.title.empty()) each.title.clear(), each.declined = *reason;
}

}  // namespace transforms
