#include "transforms/shell.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/shell_around.h"
#include "transforms/shell_record.h"
#include "transforms/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

// The lines of a statement, if nothing else stands on them but a comment.
std::optional<text::Span> lines_of(const text::Source& source, Node statement) {
    if (!indentation(source, statement.span())) return std::nullopt;
    const text::Span first = source.line(source.line_at(statement.span().begin));
    const text::Span last = source.line(source.line_at(statement.span().end));
    const std::string_view behind = source.text().substr(statement.span().end, last.end - statement.span().end);
    const std::size_t mark = behind.find_first_not_of(" \t\r\n");
    if (mark != std::string_view::npos && behind[mark] != '#') return std::nullopt;
    const std::size_t next = source.text().find('\n', last.end);
    return text::Span{first.begin, next == std::string_view::npos ? last.end : static_cast<std::uint32_t>(next + 1)};
}

// Control does not come to what follows.
bool leaves(Node statement) {
    if (statement.is(Kind::return_statement) || statement.is(Kind::raise_statement)) return true;
    if (!statement.is(Kind::if_statement)) return false;
    const auto block_leaves = [](Node block) {
        const Node last = syntax::last_statement(block);
        return last && leaves(last);
    };
    const auto alternatives = syntax::If{statement}.alternatives();
    return block_leaves(syntax::If{statement}.body()) && !alternatives.empty() &&
           alternatives.back().is(Kind::else_clause) &&
           std::ranges::all_of(alternatives, [&](Node each) { return block_leaves(each.child(Kind::block)); });
}

class Split {
  public:
    explicit Split(const Shell& shell)
        : shell_(shell), root_(shell.parts.front()), names_(root_.facts->program().names()),
          source_(root_.facts->program().tree().source()), line_(source_.line_ending()), function_{root_.function()},
          is_method_(shell.compiled.form != Compiled::Form::function) {}

    std::vector<Edit> edits() {
        const auto indent = indentation(source_, function_.body().first_child().span());
        const auto outer_indent = indentation(source_, definition().span());
        if (!indent || !outer_indent || !indent->starts_with(*outer_indent)) return {};
        indent_ = *indent;
        outer_indent_ = *outer_indent;
        for (const Part& part : shell_.parts) twins_.push_back(fresh(name_for_graph(part)));
        if (!take_all()) return {};
        result_ = fresh("result");
        if (!move_documentation()) return {};
        replace(function_.name().span(), twins_.front());
        if (function_.returns()) replace({function_.parameters().span().end, function_.returns().span().end}, "");
        end_function();
        std::ranges::sort(edits_, {}, &Edit::span);
        return well_formed(edits_) ? edits_ : std::vector<Edit>{};
    }

  private:
    // A second one at the same place comes behind the first.
    void replace(text::Span span, std::string text) {
        const auto same = std::ranges::find(edits_, span, &Edit::span);
        if (same != edits_.end()) return void(same->text += text);
        edits_.push_back({span, std::move(text)});
    }

    Node definition() const {
        const Node parent = function_.node.parent();
        return parent.is(Kind::decorated_definition) ? parent : function_.node;
    }

    std::string fresh(std::string name) {
        const std::string stem = name;
        for (int i = 2; names_.name(name) || used_.contains(name); ++i) name = stem + "_" + std::to_string(i);
        used_.insert(name);
        return name;
    }

    // `_sample_graph`; in a class with a name that no class derived from it can give to something else.
    std::string name_for_graph(const Part& part) const {
        std::string_view name = syntax::Function{part.function()}.name().text();
        name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
        name = name.substr(0, name.find_last_not_of('_') + 1);
        return (&part == &root_ && is_method_ ? "__" : "_") + std::string(name) + "_graph";
    }

    bool take_all() {
        std::vector<Group> groups = groups_of(shell_);
        for (Group& group : groups) group.list = fresh("effects");
        if (!groups.empty()) list_ = groups.front().list;
        const bool numbered = std::ranges::any_of(groups, [](const Group& each) { return each.sites.size() > 1; });
        Records records(shell_, numbered, [this](std::string name) { return fresh(std::move(name)); });
        return act(records, groups) && write_twins(records);
    }

    // What stands around: statement by statement.
    bool act(Records& records, const std::vector<Group>& groups) {
        auto group = groups.begin();
        for (const Node statement : function_.body().children()) {
            if (group != groups.end() && group->statements.front() == statement) {
                if (!record(records, *group++)) return false;
            } else if (is_straight(shell_, statement)) {
                const auto lines = lines_of(source_, statement);
                if (!lines || !take(*root_.effect_at(statement), *lines)) return false;
            }
        }
        return true;
    }

    bool record(Records& records, const Group& group) {
        const text::Span first = group.statements.front().span();
        const auto indent = indentation(source_, first);
        if (!indent) return false;
        const std::uint32_t begin = first.begin - static_cast<std::uint32_t>(indent->size());
        replace({begin, begin}, indent_ + group.list + " = []" + line_);
        for (const Node statement : group.statements)
            if (!put(records, root_, statement, group.list, edits_)) return false;
        outputs_.push_back(group.list);
        acts_ += records.read(group.list, group.sites, indent_, indent_.substr(outer_indent_.size()));
        return true;
    }

    // In the function or a helper.
    bool put(const Records& records, const Part& part, Node statement, const std::string& list,
             std::vector<Edit>& edits) const {
        for (const EffectSite& site : part.effects)
            if (syntax::is_within(site.statement, statement))
                edits.push_back({site.statement.span(), records.put(site, list)});
        for (const auto& [call, index] : part.helpers) {
            if (!syntax::is_within(call, statement)) continue;
            const Node arguments = syntax::Call{call}.arguments();
            if (!arguments.is(Kind::argument_list)) return false;
            edits.push_back({syntax::Call{call}.function().span(), twins_[index]});
            const std::uint32_t open = arguments.span().begin + 1;
            edits.push_back({{open, open}, list + (arguments.children().empty() ? "" : ", ")});
        }
        return true;
    }

    // Behind each helper, one that puts its effects into a list. Others call the helper as it is.
    bool write_twins(const Records& records) {
        for (std::size_t i = 1; i < shell_.parts.size(); ++i) {
            const Part& part = shell_.parts[i];
            const syntax::Function function{part.function()};
            const text::Span span = part.function().span();
            std::vector<Edit> edits{{function.name().span(), twins_[i]}};
            const std::uint32_t open = function.parameters().span().begin + 1;
            const bool has_parameters = !function.parameters().children().empty();
            edits.push_back({{open, open}, list_ + (has_parameters ? ", " : "")});
            const Node first = function.body().first_child();
            if (const auto lines = lines_of(source_, first); is_documentation(first) && lines)
                edits.push_back({*lines, ""});
            if (!put(records, part, part.function(), list_, edits)) return false;
            for (Edit& edit : edits) edit.span = {edit.span.begin - span.begin, edit.span.end - span.begin};
            std::ranges::sort(edits, {}, &Edit::span);
            if (!well_formed(edits) || edits.back().span.end > span.end - span.begin) return false;
            const std::uint32_t end = end_of_line(source_, span.end);
            replace({end, end}, line_ + line_ + line_ + transforms::apply(source_.text(span), edits));
        }
        return true;
    }

    // A variable that keeps its value to the end: no other name is needed for it.
    bool stays(Node node) const {
        const names::Binding* variable = node.is(Kind::identifier) ? root_.facts->variable(node) : nullptr;
        return variable && variable->is_bound_once();
    }

    // Of a variable of the program that holds the value to the end; none if there is none.
    std::string name_for(const Carried::Value& value) {
        const std::string name(value.node.text());
        if (is_kept_parameter(*root_.facts, value.node)) return name;
        if (!stays(value.node) || value.argument != name) return {};
        if (std::ranges::find(outputs_, name) == outputs_.end()) outputs_.push_back(name);
        return name;
    }

    // Its lines go to the function around it, over names; what they stand for stays.
    bool take(const EffectSite& effect, text::Span lines) {
        std::string kept;
        std::vector<Edit> changes;
        std::map<std::string, std::string> names;  // by what they stand for
        for (const Carried::Value& value : effect.carried) {
            std::string name = name_for(value);
            if (name.empty()) {
                std::string& known = names[value.argument];
                if (known.empty()) {
                    known = fresh(value.node.is(Kind::identifier) ? value.parameter : "value");
                    kept += indent_ + known + " = " + value.argument + line_;
                    outputs_.push_back(known);
                }
                name = known;
            }
            const text::Span span = value.node.span();
            changes.push_back({{span.begin - lines.begin, span.end - lines.begin}, std::move(name)});
        }
        std::ranges::sort(changes, {}, &Edit::span);
        if (!well_formed(changes)) return false;
        acts_ += transforms::apply(source_.text(lines), changes);
        replace(lines, std::move(kept));
        return true;
    }

    bool move_documentation() {
        const Node first = function_.body().first_child();
        if (!is_documentation(first)) return true;
        const auto lines = lines_of(source_, first);
        if (!lines) return false;
        documentation_ = source_.text(*lines);
        replace(*lines, "");
        return true;
    }

    // Each way out gives the values as well; then comes the function around.
    void end_function() {
        const std::vector<Node> found = syntax::returns_of(function_.node);
        const std::string more = outputs_.empty() ? "" : ", " + joined(outputs_, ", ");
        for (const Node statement : found) {
            const Node result = statement.first_child();
            const text::Span span = result ? result.span() : statement.span();
            const bool bare = result.is(Kind::expression_list) && !outputs_.empty();
            if (bare) replace({span.begin, span.begin}, "(");
            replace({span.end, span.end},
                    (result || outputs_.empty() ? "" : " None") + std::string(bare ? ")" : "") + more);
        }
        const std::uint32_t end = end_of_line(source_, function_.node.span().end);
        if (!leaves(syntax::last_statement(function_.body())) && !outputs_.empty())
            replace({end, end}, line_ + indent_ + "return " + (found.empty() ? joined(outputs_, ", ") : "None" + more));
        replace({end, end}, function_around(shell_, {.compiled = twins_.front(),
                                                     .result = found.empty() ? "" : result_,
                                                     .values = outputs_,
                                                     .documentation = documentation_,
                                                     .acts = acts_,
                                                     .indent = outer_indent_,
                                                     .inside = indent_}));
    }

    const Shell& shell_;
    const Part& root_;
    const names::Module& names_;
    const text::Source& source_;
    std::string line_;
    syntax::Function function_;
    bool is_method_;
    std::string indent_, outer_indent_, result_, documentation_, acts_;
    std::string list_;                // the parameter of helpers
    std::vector<std::string> twins_;  // the names of what is compiled of the function, and of each helper
    std::set<std::string> used_;
    std::vector<std::string> outputs_;  // what is compiled gives these besides the result
    std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> split(const Shell& shell) { return Split(shell).edits(); }

}  // namespace transforms
