#include "analysis/entry_points.h"

#include "analysis/syntax/python.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace analysis {
namespace {

using syntax::Node;

// The first line of some code.
std::string first_line(std::string_view code) {
    const std::string_view line = code.substr(0, code.find_first_of("\r\n"));
    return std::string(line) + (line.size() < code.size() ? "..." : "");
}

Place place_of(Node node, std::string text) {
    const text::Source& source = node.tree()->source();
    const Node at = node.is(syntax::Kind::function_definition) ? node.child(syntax::Field::name) : node;
    return {.path = source.path(), .at = text::line_column(source, at.span().begin), .text = std::move(text)};
}

Place site_of(const values::Entry& entry) {
    if (const values::Claim* claim = entry.claim) return {.path = claim->file, .at = claim->at, .text = claim->text};
    const bool is_function = entry.site.is(syntax::Kind::function_definition);
    return place_of(entry.site, is_function ? "the comment at it" : first_line(entry.site.text()));
}

// FNV-1a
std::uint32_t hash_of(std::string_view name) {
    std::uint32_t hash = 0x811c9dc5U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
    return hash;
}

// `models.Base`, `Base[T]` -> "Base"
std::string last_part(Node base) {
    while (base.is(syntax::Kind::subscript)) base = syntax::Subscript{base}.object();
    const auto attribute = syntax::as<syntax::Attribute>(base);
    return std::string((attribute ? attribute->name() : base).text());
}

}  // namespace

std::vector<EntryPoint> entry_points(const values::Program& program) {
    std::vector<EntryPoint> found;
    std::unordered_set<Node> told;
    for (const values::Entry& entry : program.entries()) {
        told.insert(entry.site);
        if (entry.by != values::Entered::compiled && entry.by != values::Entered::likely) continue;
        const names::Scope& scope = *entry.activation->scope;
        found.push_back({.site = site_of(entry),
                         .by = entry.by,
                         .function = place_of(scope.owner, program.names_of(scope.owner).qualified_name(scope))});
    }
    for (const Node site : program.sites())
        if (!told.contains(site))
            found.push_back({.site = place_of(site, first_line(site.text())), .by = {}, .function = {}});
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

bool Outline::may_have(std::string_view member) const { return std::ranges::binary_search(members, hash_of(member)); }

std::vector<Outline> outlines(const values::Program& program) {
    std::vector<Outline> found;
    for (const names::Scope& scope : program.names().scopes()) {
        if (scope.kind != names::ScopeKind::class_) continue;
        Outline made{.name = std::string(scope.owner.child(syntax::Field::name).text()), .bases = {}};
        for (const Node base : syntax::Class{scope.owner}.bases().children())
            if (!base.is(syntax::Kind::keyword_argument)) made.bases.push_back(last_part(base));
        for (const names::Binding& binding : scope.bindings) made.members.push_back(hash_of(binding.text));
        for (const Node node : syntax::subtree(scope.owner))
            if (const auto target = syntax::as<syntax::Attribute>(node);
                target && node.field() == syntax::Field::left && target->object().text() == "self")
                made.members.push_back(hash_of(target->name().text()));
        std::ranges::sort(made.members);
        made.members.erase(std::unique(made.members.begin(), made.members.end()), made.members.end());
        found.push_back(std::move(made));
    }
    return found;
}

}  // namespace analysis
