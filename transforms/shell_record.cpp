#include "transforms/shell_record.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/shell_part.h"
#include "transforms/text.h"

#include <algorithm>
#include <utility>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

// The names that an effect says, apart from those of its values.
void add_spoken(const EffectSite& site, std::set<std::string, std::less<>>& names) {
    for (std::uint32_t i = site.statement.index(); i < site.statement.end_index(); ++i) {
        const Node node = site.statement.tree()->node(i);
        const bool is_carried = std::ranges::any_of(
            site.carried, [&](const Carried::Value& each) { return syntax::is_within(node, each.node); });
        if (node.is(Kind::identifier) && !is_carried) names.emplace(node.text());
    }
}

// `(a, b)`, and `(a,)` of one.
std::string tuple_of(const std::vector<std::string>& parts) {
    return "(" + joined(parts, ", ") + (parts.size() == 1 ? "," : "") + ")";
}

// Lines that were indented by `from`; the first one is where it is.
std::string moved(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    while (true) {
        const std::size_t end = text.find('\n');
        result += text.substr(0, end == std::string_view::npos ? end : end + 1);
        if (end == std::string_view::npos) return result;
        text.remove_prefix(end + 1);
        if (!text.starts_with(from)) continue;
        text.remove_prefix(from.size());
        result += to;
    }
}

bool is_variable(const Part& part, std::string_view text) {
    const auto name = part.facts->program().names().name(text);
    return name && part.facts->scope().find(*name);
}

// In the order of the text, those of the function first.
void add_sites(const Shell& shell, const Part& part, Node statement, std::vector<const EffectSite*>& sites,
               std::set<std::size_t>& seen) {
    for (const EffectSite& site : part.effects)
        if (syntax::is_within(site.statement, statement)) sites.push_back(&site);
    for (const auto& [call, index] : part.helpers)
        if (syntax::is_within(call, statement) && seen.insert(index).second)
            add_sites(shell, shell.parts[index], shell.parts[index].function(), sites, seen);
}

}  // namespace

bool is_documentation(Node statement) {
    return statement.is(Kind::expression_statement) && statement.first_child().is(Kind::string);
}

bool is_straight(const Shell& shell, Node statement) {
    return !shell.returns_early && shell.parts.front().effect_at(statement);
}

std::vector<Group> groups_of(const Shell& shell) {
    const Part& root = shell.parts.front();
    std::vector<Group> groups;
    bool follows = false;  // on a group
    for (const Node statement : syntax::Function{root.function()}.body().children()) {
        if (shell.returns_early ? is_documentation(statement) : !root.acts_in(statement)) continue;
        if (is_straight(shell, statement)) {
            follows = false;
            continue;
        }
        Group next{.statements = {statement}};
        std::set<std::size_t> seen;
        add_sites(shell, root, statement, next.sites, seen);
        if (shell.returns_early && follows) {
            groups.back().statements.push_back(statement);
            for (const EffectSite* site : next.sites)
                if (std::ranges::find(groups.back().sites, site) == groups.back().sites.end())
                    groups.back().sites.push_back(site);
        } else if (follows && groups.back().sites == next.sites) {
            groups.back().statements.push_back(statement);
        } else {
            groups.push_back(std::move(next));
        }
        follows = true;
    }
    return groups;
}

Records::Records(const Shell& shell, bool numbered, Fresh fresh)
    : shell_(shell), numbered_(numbered), fresh_(std::move(fresh)) {
    for (const Part& part : shell.parts)
        for (const EffectSite& site : part.effects) add_spoken(site, spoken_);
    for (const Part& part : shell.parts)
        for (const EffectSite& site : part.effects) enter(part, site);
}

void Records::enter(const Part& part, const EffectSite& site) {
    const bool is_root = &part == &shell_.parts.front();
    Entry& entry = entries_[&site];
    entry.number = entries_.size() - 1;
    entry.part = &part;
    for (const Carried::Value& value : site.carried) {
        if ((is_root && is_kept_parameter(*part.facts, value.node)) || entry.names.contains(value.argument)) continue;
        // The variables of a helper are not those of the function.
        const bool is_taken =
            spoken_.contains(value.parameter) || (!is_root && is_variable(shell_.parts.front(), value.parameter));
        std::string name = is_taken ? fresh_(value.parameter) : value.parameter;
        entry.values.emplace_back(value.argument, name);
        entry.names.emplace(value.argument, std::move(name));
    }
}

std::string Records::put(const EffectSite& site, std::string_view list) const {
    const Entry& entry = entries_.at(&site);
    std::vector<std::string> parts;
    if (numbered_) parts.push_back(std::to_string(entry.number));
    for (const auto& [value, name] : entry.values) parts.push_back(value);
    const std::string made = parts.empty() ? "None" : numbered_ || parts.size() > 1 ? tuple_of(parts) : parts.front();
    return std::string(list) + ".append(" + made + ")";
}

std::string Records::act(const EffectSite& site, const std::string& indent, const std::string& step) const {
    const Entry& entry = entries_.at(&site);
    const Node function = entry.part->function();
    if (entry.part == &shell_.parts.front() || !names_function(*entry.part->facts, site))
        return statement_of(site, indent);
    const std::string name(syntax::Function{function}.name().text());
    const std::string line(function.tree()->source().line_ending());
    return "def " + name + "():" + line + indent + step + statement_of(site, indent + step) + line + indent + name +
           "()";
}

std::string Records::statement_of(const EffectSite& site, const std::string& indent) const {
    const Entry& entry = entries_.at(&site);
    const text::Source& source = site.statement.tree()->source();
    const text::Span span = site.statement.span();
    std::vector<Edit> changes;
    for (const Carried::Value& value : site.carried)
        if (const auto name = entry.names.find(value.argument); name != entry.names.end())
            changes.push_back(
                {{value.node.span().begin - span.begin, value.node.span().end - span.begin}, name->second});
    std::ranges::sort(changes, {}, &Edit::span);
    if (!well_formed(changes)) return {};
    const std::string_view line = source.text(source.line(source.line_at(span.begin)));
    const std::string_view from = line.substr(0, line.find_first_not_of(" \t\f"));
    return moved(transforms::apply(source.text(span), changes), from, indent);
}

std::string Records::read(std::string_view list, const std::vector<const EffectSite*>& sites, const std::string& indent,
                          const std::string& step) {
    const std::string line(sites.front()->statement.tree()->source().line_ending());
    const auto names_of = [this](const EffectSite* site) {
        std::vector<std::string> names;
        for (const auto& [value, name] : entries_.at(site).values) names.push_back(name);
        return names;
    };
    if (!numbered_) {
        const std::vector<std::string> names = names_of(sites.front());
        return indent + "for " + (names.empty() ? fresh_("_") : joined(names, ", ")) + " in " + std::string(list) +
               ":" + line + indent + step + act(*sites.front(), indent + step, step) + line;
    }
    const std::string effect = fresh_("effect"), values = fresh_("values");
    std::string text = indent + "for " + effect + ", *" + values + " in " + std::string(list) + ":" + line;
    std::string word = "if ";
    for (const EffectSite* site : sites) {
        const std::vector<std::string> names = names_of(site);
        const std::string inside = indent + step + step;
        text += indent + step + word + effect + " == " + std::to_string(entries_.at(site).number) + ":" + line;
        if (!names.empty())
            text += inside + (names.size() == 1 ? tuple_of(names) : joined(names, ", ")) + " = " + values + line;
        text += inside + act(*site, inside, step) + line;
        word = "elif ";
    }
    return text;
}

}  // namespace transforms
