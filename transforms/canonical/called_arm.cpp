// An arm that calls a function of the file for what that does, as one that does it.
#include "analysis/function/argument.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/canonical/if_statement.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <array>

namespace transforms::canonical {

using edit::Replacement;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// It does something, and gives nothing; and does not mean another thing elsewhere.
bool only_acts(Node function) {
    constexpr std::array kinds{Kind::return_statement,
                               Kind::yield,
                               Kind::await,
                               Kind::global_statement,
                               Kind::nonlocal_statement,
                               Kind::function_definition,
                               Kind::class_definition,
                               Kind::lambda};
    return std::ranges::none_of(subtree(function.child(Field::body)), [&](Node node) {
        return std::ranges::find(kinds, node.kind()) != kinds.end() ||
               (node.is(Kind::identifier) && (node.text() == "super" || node.text() == "__class__"));
    });
}

// `x`, `self.scale`, `0.5`: it can stand wherever the parameter does.
bool is_plain(Node value) {
    while (value.is(Kind::attribute)) value = value.child(Field::object);
    return value.is(Kind::identifier) || value.is(Kind::integer) || value.is(Kind::float_) || value.is(Kind::true_) ||
           value.is(Kind::false_) || value.is(Kind::none);
}

// A function of the file, as statements in the place of a call of it.
class Body {
  public:
    Body(const text::Source& source, const Facts& facts, Node call, Node function)
        : source_(source), facts_(facts), callee_(facts.all().of(function)), call_(call), function_(function) {}

    // At that indentation; nothing if it would not be the same.
    std::optional<std::string> text(std::string indentation) {
        const Node first = first_statement();
        if (!first || !only_acts(function_) || !take_arguments() || !spell_names()) return std::nullopt;
        const std::string line(source_.line_ending());
        std::string made;
        for (const auto& [parameter, given] : assigned_)
            made.append(spelled(parameter)).append(" = " + given + line).append(indentation);
        const std::vector<Node> decorators = syntax::decorators_of(function_);
        if (decorators.size() > 1 || (decorators.size() == 1 && !callee_.without_gradients())) return std::nullopt;
        if (!decorators.empty()) {
            indentation += edit::step_of(source_, syntax::statement_of(call_).parent().parent());
            const bool is_called = decorators.front().is(Kind::call);
            made.append("with ").append(decorators.front().text()).append(is_called ? ":" : "():").append(line);
            made.append(indentation);
        }
        const auto rest = from(first, indentation);
        return rest ? std::optional(made + *rest) : std::nullopt;
    }

    // Of a method, which a class elsewhere may have another one for.
    [[nodiscard]] std::string assumption() const {
        const names::Scope* scope = facts_.program().names().scope_of(function_);
        const Node name = call_.child(Field::function);
        if (!scope || !scope->enclosing || scope->enclosing->kind != names::ScopeKind::class_) return "";
        return edit::quoted(name) + " is the method of `" +
               std::string(scope->enclosing->owner.child(Field::name).text()) + "`";
    }

  private:
    // What each parameter is given: in its place, or assigned to it in front.
    bool take_arguments() {
        const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function_);
        std::vector<std::pair<Node, Node>> given;
        if (function::hands_in_object(facts_, function_, call_) && !parameters.empty())
            given.emplace_back(parameters.front().name, call_.child(Field::function).child(Field::object));
        for (const Node each : syntax::Call{call_}.arguments().children()) {
            const Node name = function::parameter_of(facts_, function_, call_, each);
            if (!name) return false;
            given.emplace_back(name, syntax::value_of_argument(each));
        }
        for (const syntax::Parameter& each : parameters) {
            const auto is_it = [&](const auto& one) { return one.first == each.name; };
            const auto found = std::ranges::find_if(given, is_it);
            const Node value = found != given.end() ? found->second : each.value;
            if (each.form != syntax::Parameter::Form::plain || !value) return false;
            if (found == given.end() && (!is_plain(value) || value.is(Kind::identifier))) return false;
            give(each.name, value);
        }
        return true;
    }

    void give(Node parameter, Node value) {
        const names::Binding* variable = callee_.variable(parameter);
        const bool stays = is_plain(value) && !may_be_given_anew(value);
        if (variable && variable->is_bound_once() && (stays || is_read_first(*variable)))
            texts_.emplace_back(variable, stays ? std::string(value.text()) : edit::grouped(value));
        else
            assigned_.emplace_back(parameter, value.text());
    }

    // `self.scale`, which some method assigns: the function has what it was when it was called.
    [[nodiscard]] static bool may_be_given_anew(Node value) {
        if (!value.is(Kind::attribute)) return false;
        const std::string_view name = value.child(Field::attribute).text();
        return std::ranges::any_of(subtree(value.tree()->root()), [&](Node node) {
            if (!node.is(Kind::attribute) || !syntax::is_target(node) || node.child(Field::attribute).text() != name)
                return false;
            const Node function = syntax::enclosing(node, Kind::function_definition);
            return function.child(Field::name).text() != "__init__";
        });
    }

    // Once at most, and before the function does anything: the expression can stand there.
    [[nodiscard]] bool is_read_first(const names::Binding& parameter) const {
        const std::vector<Node> uses = callee_.uses_of(parameter);
        const auto reads = std::ranges::count_if(
            uses, [](Node use) { return !syntax::is_target(use) && !use.parent().is(Kind::parameters); });
        return reads <= 1 && std::ranges::all_of(uses, [&](Node use) {
                   const Node first = first_statement();
                   return !syntax::is_within(use, syntax::Function{function_}.body()) ||
                          (syntax::is_within(use, first) && !first.is(Kind::for_statement) &&
                           !syntax::outermost_loop(use));
               });
    }

    // Behind what the function says of itself.
    [[nodiscard]] Node first_statement() const {
        const Node first = syntax::Function{function_}.body().first_child();
        const bool is_text = first.is(Kind::expression_statement) && first.first_child().is(Kind::string);
        return is_text ? first.next_sibling() : first;
    }

    // Variables of the function whose names the caller uses, too, get other ones; names of the module may not be
    // hidden.
    bool spell_names() {
        const names::Module& names = facts_.program().names();
        for (const names::Binding& each : callee_.scope().bindings) {
            if (each.captured) return false;
            const bool is_given = std::ranges::find(texts_, &each, &Text::first) != texts_.end();
            if (!is_given && (facts_.scope().find(each.name) || syntax::mentions(facts_.function(), each.text)))
                texts_.emplace_back(&each, edit::unused_name(names, std::string(each.text)));
        }
        for (const Node node : subtree(function_.child(Field::body))) {
            const auto name = node.is(Kind::identifier) ? names.name_at(node) : std::nullopt;
            if (name && !callee_.variable(node) && edit::is_hidden(facts_.scope(), *name)) return false;
        }
        return true;
    }

    [[nodiscard]] std::string spelled(Node name) const {
        const auto found = std::ranges::find(texts_, callee_.variable(name), &Text::first);
        return std::string(found == texts_.end() ? name.text() : found->second);
    }

    // The statement and those behind it.
    [[nodiscard]] std::optional<std::string> from(Node first, std::string_view indentation) const {
        const Node block = first.parent();
        const auto own = edit::indentation(source_, first.span());
        if (!own) return std::nullopt;
        std::vector<Replacement> replaced;
        for (const Node node : subtree(block)) {
            const bool is_keyword = node.parent().is(Kind::keyword_argument) && node.field() == Field::name;
            if (node.is(Kind::identifier) && !is_keyword && callee_.variable(node) && spelled(node) != node.text())
                replaced.push_back({node.span(), spelled(node)});
        }
        for (std::uint32_t line = source_.line_at(first.span().begin) + 1;
             line < source_.line_count() && source_.line(line).begin < block.span().end; ++line) {
            const text::Span all = source_.line(line);
            if (edit::is_in_string(block.tree()->at(all.begin))) return std::nullopt;
            if (source_.text(all).starts_with(*own))
                replaced.push_back(
                    {{all.begin, all.begin + static_cast<std::uint32_t>(own->size())}, std::string(indentation)});
        }
        std::erase_if(replaced, [&](const Replacement& each) { return each.span.begin < first.span().begin; });
        std::ranges::sort(replaced, {}, [](const Replacement& each) { return each.span.begin; });
        std::string made;
        std::uint32_t at = first.span().begin;
        for (const Replacement& each : replaced) {
            made.append(source_.text({at, each.span.begin})).append(each.text);
            at = each.span.end;
        }
        return made.append(source_.text({at, block.span().end}));
    }

    using Text = std::pair<const names::Binding*, std::string>;
    const text::Source& source_;
    const Facts& facts_;
    const Facts& callee_;
    Node call_, function_;
    std::vector<Text> texts_;
    std::vector<std::pair<Node, std::string>> assigned_;
};

}  // namespace

std::optional<Spelling> called_arm(const text::Source& source, const Facts& facts, Node asked) {
    const auto branch = branch_around(asked);
    if (!branch) return std::nullopt;
    Spelling made;
    for (const Node arm : arms_of(*branch))
        for (const Node statement : arm.children()) {
            const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
            const Node function = call.is(Kind::call) ? function::only_callee(facts, call) : Node{};
            const auto indentation = function ? edit::indentation(source, statement.span()) : std::nullopt;
            if (!indentation || function == facts.function()) continue;
            Body body(source, facts, call, function);
            auto text = body.text(std::string(*indentation));
            if (!text) continue;
            made.edits.push_back({statement.span(), std::move(*text)});
            if (std::string said = body.assumption(); !said.empty()) made.assumes.push_back(std::move(said));
        }
    return made.edits.empty() ? std::nullopt : std::optional(std::move(made));
}

}  // namespace transforms::canonical
