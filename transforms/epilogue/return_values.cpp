// The values of effects as further results of what is compiled.
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/words.h"
#include "transforms/epilogue/writer.h"

#include <algorithm>
#include <map>
#include <utility>

namespace transforms::epilogue {

using syntax::Kind;
using syntax::Node;

namespace {

class Values {
  public:
    explicit Values(ShellText& text) : text_(text), facts_(*text.root.facts) {}

    std::optional<Returned> give() {
        for (const in_graph::EffectSite& site : text_.root.effects) {
            const auto lines = lines_of(text_.source, site.statement);
            if (!lines || !take(site, *lines)) return std::nullopt;
        }
        made_.result = text_.fresh("result");
        const syntax::Function& function = text_.function;
        if (function.returns()) text_.replace({function.parameters().span().end, function.returns().span().end}, "");
        end_function();
        return std::move(made_);
    }

  private:
    // A variable that keeps its value to the end: no other name is needed for it.
    bool stays(Node node) const {
        const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
        return variable && variable->is_bound_once();
    }

    // Of a variable of the program that holds the value to the end; none if there is none.
    std::string name_for(const in_graph::Carried::Value& value) {
        const std::string name(value.node.text());
        if (in_graph::is_kept_parameter(facts_, value.node)) return name;
        if (!stays(value.node) || value.argument != name) return {};
        if (std::ranges::find(made_.values, name) == made_.values.end()) give(name, name);
        return name;
    }

    void give(const std::string& name, const std::string& value) {
        made_.values.push_back(name);
        given_.push_back(value);
    }

    // Nothing but effects, which move away, stands between this one and the way out, which changes nothing
    // (reordering.cpp): what is given need not be computed before.
    bool is_last(const in_graph::EffectSite& effect) const {
        const Node last = syntax::last_statement(text_.function.body());
        if (!last.is(Kind::return_statement)) return false;
        for (Node next = effect.statement.next_sibling(); next && next != last; next = next.next_sibling())
            if (!text_.root.effect_at(next)) return false;
        return true;
    }

    // On the line of the way out.
    bool has_room(const std::string& value) const {
        const Node last = syntax::last_statement(text_.function.body());
        std::size_t width = text_.indent.size() + last.text().size() + value.size() + 2;
        for (const std::string& each : given_) width += each.size() + 2;
        return width <= edit::widest_line;
    }

    // Its lines go to the function around it, over names; what they stand for stays.
    bool take(const in_graph::EffectSite& effect, text::Span lines) {
        std::string kept;
        std::vector<edit::Edit> changes;
        std::map<std::string, std::string> names;  // by what they stand for
        for (const in_graph::Carried::Value& value : effect.carried) {
            std::string name = name_for(value);
            if (name.empty()) {
                std::string& known = names[value.argument];
                if (known.empty()) {
                    known = text_.fresh(value.node.is(Kind::identifier) ? value.parameter : "value");
                    const bool at_once = is_last(effect) && has_room(value.argument);
                    if (!at_once) kept += text_.indent + known + " = " + value.argument + text_.line;
                    give(known, at_once ? value.argument : known);
                }
                name = known;
            }
            const text::Span span = value.span;
            changes.push_back({{span.begin - lines.begin, span.end - lines.begin}, std::move(name)});
        }
        std::ranges::sort(changes, {}, &edit::Edit::span);
        if (!edit::well_formed(changes)) return false;
        made_.acts += edit::apply(text_.source.text(lines), changes);
        text_.replace(lines, std::move(kept));
        return true;
    }

    // The way out, which is the last statement if there is one, gives the values as well.
    void end_function() {
        if (made_.values.empty()) return;
        const std::string more = edit::joined(given_, ", ");
        const Node last = syntax::last_statement(text_.function.body());
        if (!last.is(Kind::return_statement)) {
            const std::uint32_t end = edit::end_of_line(text_.source, text_.function.node.span().end);
            return text_.replace({end, end}, text_.line + text_.indent + "return " + more);
        }
        const Node result = last.first_child();
        const text::Span span = result ? result.span() : last.span();
        const bool bare = result.is(Kind::expression_list);
        if (bare) text_.replace({span.begin, span.begin}, "(");
        text_.replace({span.end, span.end}, (result ? "" : " None") + std::string(bare ? ")" : "") + ", " + more);
    }

    ShellText& text_;
    const function::Facts& facts_;
    Returned made_;
    std::vector<std::string> given_;  // what stands for the values in the way out
};

}  // namespace

std::optional<Returned> give_values(ShellText& text) { return Values(text).give(); }

}  // namespace transforms::epilogue
