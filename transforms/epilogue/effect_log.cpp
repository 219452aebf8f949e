#include "transforms/epilogue/effect_log.h"

#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"
#include "transforms/epilogue/function_effects.h"

#include <algorithm>
#include <utility>

namespace transforms::epilogue {

using edit::Edit;
using in_graph::EffectSite;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The names that an effect says, apart from those of its values.
void add_spoken(const EffectSite& site, std::set<std::string, std::less<>>& names) {
    for (const Node node : subtree(site.statement)) {
        const bool is_carried = std::ranges::any_of(
            site.carried, [&](const in_graph::Carried::Value& each) { return syntax::is_within(node, each.node); });
        if (node.is(Kind::identifier) && !is_carried) names.emplace(node.text());
    }
}

// `(a, b)`, and `(a,)` of one.
std::string tuple_of(const std::vector<std::string>& parts) {
    return "(" + edit::joined(parts, ", ") + (parts.size() == 1 ? "," : "") + ")";
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

// In the order in which they act, as far as the text tells.
void add_sites(const Shell& shell, const Part& part, Node code, std::vector<const EffectSite*>& sites) {
    std::vector<std::pair<Node, std::size_t>> helpers = part.helpers;
    std::ranges::sort(helpers, {}, [](const auto& call) { return call.first.index(); });
    auto helper = helpers.begin();
    const auto add_helpers_up_to = [&](std::uint32_t end) {
        for (; helper != helpers.end() && helper->first.index() < end; ++helper) {
            const Part& called = shell.parts[helper->second];
            const bool is_known = std::ranges::any_of(
                sites, [&](const EffectSite* site) { return syntax::is_within(site->statement, called.function()); });
            if (!is_known) add_sites(shell, called, called.function(), sites);
        }
    };
    for (const EffectSite& site : part.effects) {
        add_helpers_up_to(site.statement.index());
        sites.push_back(&site);
    }
    add_helpers_up_to(code.end_index());
}

}  // namespace

Records::Records(ShellText& text) : text_(text), list_(text.fresh("effects")) {
    add_sites(text.shell, text.root, text.root.function(), sites_);
    for (const EffectSite* site : sites_) add_spoken(*site, spoken_);
    for (const Part& part : text.shell.parts)
        for (const EffectSite& site : part.effects) enter(part, site);
}

void Records::enter(const Part& part, const EffectSite& site) {
    const bool is_root = &part == &text_.root;
    Entry& entry = entries_[&site];
    entry.number = std::ranges::find(sites_, &site) - sites_.begin() + (text_.shell.begins ? 1 : 0);
    entry.part = &part;
    for (const in_graph::Carried::Value& value : site.carried) {
        if ((is_root && in_graph::is_kept_parameter(*part.facts, value.node)) || entry.names.contains(value.argument))
            continue;
        // The variables of a helper are not those of the function.
        const bool is_taken =
            spoken_.contains(value.parameter) || (!is_root && is_variable(text_.root, value.parameter));
        std::string name = is_taken ? text_.fresh(value.parameter) : value.parameter;
        entry.values.emplace_back(value.argument, name);
        entry.names.emplace(value.argument, std::move(name));
    }
}

std::string Records::put(const EffectSite& site) const {
    const Entry& entry = entries_.at(&site);
    std::vector<std::string> parts;
    if (is_numbered()) parts.push_back(std::to_string(entry.number));
    for (const auto& [value, name] : entry.values) parts.push_back(value);
    const std::string made = parts.empty()                       ? "None"
                             : is_numbered() || parts.size() > 1 ? tuple_of(parts)
                                                                 : parts.front();
    return list_ + ".append(" + made + ")";
}

std::string Records::act(const EffectSite& site, const std::string& indent, const std::string& step) const {
    const Entry& entry = entries_.at(&site);
    const Node function = entry.part->function();
    if (entry.part == &text_.root || !names_function(*entry.part->facts, site)) return statement_of(site, indent);
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
    for (const in_graph::Carried::Value& value : site.carried)
        if (const auto name = entry.names.find(value.argument); name != entry.names.end())
            changes.push_back({{value.span.begin - span.begin, value.span.end - span.begin}, name->second});
    std::ranges::sort(changes, {}, &Edit::span);
    if (!edit::well_formed(changes)) return {};
    const std::string_view line = source.text(source.line(source.line_at(span.begin)));
    const std::string_view from = line.substr(0, line.find_first_not_of(" \t\f"));
    return moved(edit::apply(source.text(span), changes), from, indent);
}

std::string Records::read() {
    const std::string &line = text_.line, &step = text_.step, indent = text_.indent + step;
    const auto names_of = [this](const EffectSite* site) {
        std::vector<std::string> names;
        for (const auto& [value, name] : entries_.at(site).values) names.push_back(name);
        return names;
    };
    if (!is_numbered()) {
        const std::vector<std::string> names = names_of(sites_.front());
        return indent + "for " + (names.empty() ? text_.fresh("_") : edit::joined(names, ", ")) + " in " + list_ + ":" +
               line + indent + step + act(*sites_.front(), indent + step, step) + line;
    }
    const std::string effect = text_.fresh("effect"), values = text_.fresh("values");
    std::string text = indent + "for " + effect + ", *" + values + " in " + list_ + ":" + line;
    std::string word = "if ";
    for (const EffectSite* site : sites_) {
        const std::vector<std::string> names = names_of(site);
        const std::string inside = indent + step + step;
        text += indent + step + word + effect + " == " + std::to_string(entries_.at(site).number) + ":" + line;
        if (!names.empty())
            text += inside + (names.size() == 1 ? tuple_of(names) : edit::joined(names, ", ")) + " = " + values + line;
        text += inside + act(*site, inside, step) + line;
        word = "elif ";
    }
    return text;
}

// In the function or a helper.
bool Records::put_all(const Part& part, std::vector<Edit>& edits) const {
    for (const EffectSite& site : part.effects) edits.push_back({site.statement.span(), put(site)});
    for (const auto& [call, index] : part.helpers) {
        const Node arguments = syntax::Call{call}.arguments();
        if (!arguments.is(Kind::argument_list)) return false;
        const Node callee = syntax::Call{call}.function(), object = callee.child(Field::object);
        std::string twin = (object ? std::string(object.text()) + "." : "") + twins_.at(index);
        const std::uint32_t open = arguments.span().begin + 1;
        edits.push_back({{open, open}, list_ + (arguments.children().empty() ? "" : ", ")});
        if (object) {  // which may be of a class that has another such method
            twin.insert(0, "(");
            const std::string self(object.text()), class_(class_of(part.function()).child(Field::name).text());
            const std::string name = "." + std::string(callee.child(Field::attribute).text());
            const std::uint32_t end = call.span().end;
            edits.push_back({{end, end},
                             " if type(" + self + ")" + name + " is " + class_ + name + " else " +
                                 edit::on_one_line(call, {}) + ")"});
        }
        edits.push_back({callee.span(), std::move(twin)});
    }
    return true;
}

// In front of all parameters, or behind `self`.
Edit Records::parameter(const Part& part) const {
    const Node parameters = part.function().child(Field::parameters);
    if (class_of(part.function())) {
        const std::uint32_t behind = parameters.first_child().span().end;
        return {{behind, behind}, ", " + list_};
    }
    const std::uint32_t open = parameters.span().begin + 1;
    return {{open, open}, list_ + (parameters.children().empty() ? "" : ", ")};
}

// Behind each helper, one that puts its effects into the list. Others call the helper as it is.
bool Records::write_twin(const Part& part, const std::string& name) {
    const syntax::Function function{part.function()};
    const text::Span span = part.function().span();
    std::vector<Edit> edits{{function.name().span(), name}, parameter(part)};
    const Node first = function.body().first_child();
    if (const auto lines = lines_of(text_.source, first); is_documentation(first) && lines)
        edits.push_back({*lines, ""});
    if (!put_all(part, edits)) return false;
    for (Edit& edit : edits) edit.span = {edit.span.begin - span.begin, edit.span.end - span.begin};
    std::ranges::sort(edits, {}, &Edit::span);
    if (!edit::well_formed(edits) || edits.back().span.end > span.end - span.begin) return false;
    const std::uint32_t end = edit::end_of_line(text_.source, span.end);
    const auto indent = edit::indentation(text_.source, span);
    if (!indent) return false;
    const std::string line = text_.line + text_.line + (indent->empty() ? text_.line : std::string(*indent));
    text_.replace({end, end}, line + edit::apply(text_.source.text(span), edits));
    return true;
}

// In front of the first statement.
bool Records::write_beginning() {
    Node first = text_.function.body().first_child();
    if (is_documentation(first)) first = first.next_sibling();
    const auto indent = edit::indentation(text_.source, first.span());
    if (!indent) return false;
    const std::uint32_t begin = first.span().begin - static_cast<std::uint32_t>(indent->size());
    text_.replace({begin, begin}, text_.indent + list_ + ".append((0,))  # begun" + text_.line);
    return true;
}

std::optional<Recorded> Records::record() {
    for (const Part& part : text_.shell.parts)
        twins_.push_back(twins_.empty() ? text_.graph : text_.fresh_for_graph(part));
    std::vector<Edit> edits;
    if (!put_all(text_.root, edits)) return std::nullopt;
    for (Edit& edit : edits) text_.replace(edit.span, std::move(edit.text));
    for (std::size_t i = 1; i < twins_.size(); ++i)
        if (!write_twin(text_.shell.parts[i], twins_[i])) return std::nullopt;
    Edit parameter = this->parameter(text_.root);
    text_.replace(parameter.span, std::move(parameter.text));
    if (text_.shell.begins && !write_beginning()) return std::nullopt;
    return Recorded{.list = list_, .acts = read()};
}

std::optional<Recorded> record_values(ShellText& text) { return Records(text).record(); }

}  // namespace transforms::epilogue
