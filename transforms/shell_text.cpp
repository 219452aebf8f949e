#include "transforms/shell.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
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

class Split {
  public:
    Split(const Facts& facts, const Shell& shell)
        : facts_(facts), shell_(shell), source_(facts.program().tree().source()), line_(source_.line_ending()) {}

    std::vector<Edit> edits() {
        const syntax::Function function{shell_.function};
        const Node last = shell_.result.parent();
        const auto end = lines_of(source_, last);
        inner_ = fresh("_" + std::string(function.name().text()) + "_graph");
        if (!end || !take_all()) return {};
        indent_ = std::string(*indentation(source_, last.span()));
        result_ = fresh("result");
        if (!move_documentation(function.body().first_child())) return {};
        replace(function.name().span(), inner_);
        if (function.returns()) replace({function.parameters().span().end, function.returns().span().end}, "");
        const bool bare = shell_.result.is(Kind::expression_list) && !outputs_.empty();
        if (bare) replace({shell_.result.span().begin, shell_.result.span().begin}, "(");
        // From the end of the expression to that of its line: there may be a comment.
        const text::Span rest{shell_.result.span().end, end->end - trailing(*end)};
        replace(rest, (bare ? ")" : "") + outputs() +
                          std::string(source_.text().substr(rest.begin, rest.end - rest.begin)) + outer());
        std::ranges::sort(edits_, {}, &Edit::span);
        return well_formed(edits_) ? edits_ : std::vector<Edit>{};
    }

  private:
    void replace(text::Span span, std::string text) { edits_.push_back({span, std::move(text)}); }

    std::string fresh(std::string name) {
        const std::string stem = name;
        for (int i = 2; facts_.program().names().name(name) || used_.contains(name); ++i)
            name = stem + "_" + std::to_string(i);
        used_.insert(name);
        return name;
    }

    // How many characters of the line's end.
    std::uint32_t trailing(text::Span line) const {
        const std::string_view text = source_.text().substr(line.begin, line.end - line.begin);
        const std::size_t last = text.find_last_not_of("\r\n");
        return static_cast<std::uint32_t>(text.size() - (last == std::string_view::npos ? 0 : last + 1));
    }

    // A variable that keeps its value to the end: no other name is needed for it.
    bool stays(Node node) const {
        const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
        return variable && variable->occurrences.size() == 1 && !variable->rebound_inside;
    }

    // Of a variable of the program that holds the value to the end; none if there is none.
    std::string name_for(const Carried::Value& value) {
        if (!stays(value.node)) return {};
        const std::string name(value.node.text());
        if (facts_.variable(value.node)->occurrences.front().kind == names::BindingKind::parameter) return name;
        if (value.argument != name) return {};
        if (std::ranges::find(outputs_, name) == outputs_.end()) outputs_.push_back(name);
        return name;
    }

    bool take_all() {
        return std::ranges::all_of(shell_.effects, [this](const EffectSite& effect) {
            const auto lines = lines_of(source_, effect.statement);
            return lines && take(effect, *lines);
        });
    }

    // Its lines go to the function around it, over names; what they stand for stays.
    bool take(const EffectSite& effect, text::Span lines) {
        const std::string indent(*indentation(source_, effect.statement.span()));
        std::string kept;
        std::vector<Edit> changes;
        std::map<std::string, std::string> names;  // by what they stand for
        for (const Carried::Value& value : effect.carried) {
            std::string name = name_for(value);
            if (name.empty()) {
                std::string& known = names[value.argument];
                if (known.empty()) {
                    known = fresh(value.parameter);
                    kept += indent + known + " = " + value.argument + line_;
                    outputs_.push_back(known);
                }
                name = known;
            }
            const text::Span span = value.node.span();
            changes.push_back({{span.begin - lines.begin, span.end - lines.begin}, std::move(name)});
        }
        std::ranges::sort(changes, {}, &Edit::span);
        if (!well_formed(changes)) return false;
        acts_ += transforms::apply(source_.text().substr(lines.begin, lines.end - lines.begin), changes);
        replace(lines, std::move(kept));
        return true;
    }

    bool move_documentation(Node first) {
        if (!first.is(Kind::expression_statement) || !first.first_child().is(Kind::string)) return true;
        const auto lines = lines_of(source_, first);
        if (!lines) return false;
        documentation_ = source_.text().substr(lines->begin, lines->end - lines->begin);
        replace(*lines, "");
        return true;
    }

    std::string outputs() const {
        std::string text;
        for (const std::string& name : outputs_) text += ", " + name;
        return text;
    }

    std::string outer() const {
        const syntax::Function function{shell_.function};
        const Node header = function.returns() ? function.returns() : function.parameters();
        std::string text = line_ + line_ + line_;
        text += source_.text().substr(shell_.function.span().begin, header.span().end - shell_.function.span().begin);
        text += ":" + line_ + documentation_ + indent_ + result_ + outputs() + " = " + inner_ + "(";
        std::string separator;
        for (const syntax::Parameter& each : syntax::parameters_of(shell_.function)) {
            text += separator + (each.keyword_only ? std::string(each.name.text()) + "=" : "");
            text += each.name.text();
            separator = ", ";
        }
        return text + ")" + line_ + acts_ + indent_ + "return " + result_;
    }

    const Facts& facts_;
    const Shell& shell_;
    const text::Source& source_;
    std::string line_, indent_, inner_, result_, documentation_, acts_;
    std::set<std::string> used_;
    std::vector<std::string> outputs_;  // what is compiled gives these besides the result
    std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> split(const Facts& facts, const Shell& shell) { return Split(facts, shell).edits(); }

}  // namespace transforms
