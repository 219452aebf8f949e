#include "transforms/outlining/gradient_text.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/words.h"

#include <algorithm>

namespace transforms::outlining {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// `energy`, `(energy, h)`
std::string together(const std::vector<const names::Binding*>& results) {
    std::vector<std::string> names;
    for (const names::Binding* each : results) names.emplace_back(each->text);
    return names.size() == 1 ? names.front() : "(" + edit::joined(names, ", ") + ")";
}

Region without_last(Region region) {
    Node before;
    for (Node at = region.first; at != region.last; at = at.next_sibling()) before = at;
    region.last = before;
    return region;
}

}  // namespace

// `energy_of`, where it is `energy` whose gradient is asked for.
std::string GradientText::function_name() const {
    const auto is_name = [&](Node part) {
        return part.is(Kind::identifier) && facts_.variable(part) && part.field() != Field::attribute;
    };
    const auto parts = subtree(site_.of);
    const auto found = std::ranges::find_if(parts, is_name);
    const bool is_input = found != parts.end() && std::ranges::any_of(site_.inputs, [&](const Input& each) {
                              return each.variable->text == (*found).text();
                          });
    const std::string base = found == parts.end() || is_input ? "value" : std::string((*found).text());
    return edit::unused_name(facts_.program().names(), base + "_of");
}

// What the last statement of the region assigns to the name that gradients are asked of, where nobody else reads it.
Node GradientText::folded() const {
    const Node last = site_.region && !site_.weights ? site_.region->last : Node{};
    const auto assignment = last ? syntax::as<syntax::Assignment>(last.first_child()) : std::nullopt;
    const bool is_it = assignment && assignment->target().is(Kind::identifier) && assignment->value() &&
                       !assignment->annotation() && assignment->target().text() == site_.of.text();
    const names::Binding* variable = is_it ? facts_.variable(assignment->target()) : nullptr;
    const auto is_asked = [&](Node use) { return use == site_.of || use == assignment->target(); };
    return variable && std::ranges::all_of(facts_.uses_of(*variable), is_asked) ? assignment->value() : Node{};
}

// The inputs, and what the region assigns anew: a name of the function around is another one there.
std::vector<std::string> GradientText::given() const {
    std::vector<std::string> names;
    for (const Input& each : site_.inputs) names.emplace_back(each.variable->text);
    if (!site_.region) return names;
    for (const syntax::Parameter& each : site_.region->inputs) {
        const names::Binding* variable = facts_.variable(each.name);
        if (variable && is_bound_in(*variable, *site_.region)) names.emplace_back(variable->text);
    }
    return names;
}

std::string GradientText::definition(const std::string& indentation) const {
    const std::string line(source_.line_ending()), inner = indentation + edit::step_of(source_, facts_.function());
    std::string text = "def " + name_ + "(" + edit::joined(given(), ", ") + "):" + line;
    const Node value = folded();
    const std::string asks = value ? std::string(value.text()) : asked_;
    if (site_.region) {
        std::string body = body_of(source_, *site_.region, inner);
        if (value)
            body =
                site_.region->first == site_.region->last ? "" : body_of(source_, without_last(*site_.region), inner);
        text += body;
    }
    text += inner + "return " + asks;
    if (!site_.results.empty()) text += ", " + together(site_.results);
    return text + line;
}

// `torch.func.grad(energy_of)(x)`
std::string GradientText::gradient() const {
    std::string options;
    std::vector<std::string> positions;
    for (std::size_t i = 0; i < site_.inputs.size(); ++i) positions.push_back(std::to_string(i));
    if (positions.size() > 1) options += ", argnums=(" + edit::joined(positions, ", ") + ")";
    if (!site_.results.empty()) options += ", has_aux=True";
    return torch_ + ".func.grad(" + name_ + options + ")(" + edit::joined(given(), ", ") + ")";
}

// Autograd gives a gradient without a history, unless it is asked for one.
std::string GradientText::detached(std::string gradient) const {
    if (site_.keeps_history || (facts_.without_gradients() && !syntax::with_around(site_.statement)))
        return site_.listed ? "tuple(" + gradient + ")" : gradient;
    const auto is_cut = [](Node each) { return each.parent().child(Field::attribute).text() == "detach"; };
    if (!site_.grads.empty() && std::ranges::all_of(site_.grads, is_cut)) return gradient;
    if (site_.listed) return "tuple(each.detach() for each in " + gradient + ")";
    if (site_.inputs.size() == 1) return gradient + ".detach()";
    return "(each.detach() for each in " + gradient + ")";
}

std::optional<std::vector<Edit>> GradientText::leaves() const {
    std::vector<Edit> made;
    for (const Leaf& each : site_.leaves) {
        const auto assignment = syntax::as<syntax::Assignment>(each.switched.parent());
        const Node object = each.switched ? each.switched.child(Field::function).child(Field::object) : Node{};
        if (object && !(assignment && assignment->target().text() == object.text())) {
            made.push_back({{object.span().end, each.switched.span().end}, ""});
            continue;
        }
        const auto span = edit::removable(source_, each.statement);
        if (!span) return std::nullopt;
        made.push_back({*span, ""});
    }
    return made;
}

// What stands in front of the statement that asks, and what it asks by then.
std::pair<std::string, std::string> GradientText::spelled(const std::string& indentation) const {
    const std::string line(source_.line_ending());
    const Node value = folded();
    const bool is_short = !site_.region || (value && site_.region->first == site_.region->last);
    if (site_.results.empty() && is_short) {
        const std::string body = value ? std::string(value.text()) : asked_;
        std::string text = gradient();
        text.replace(text.find(name_), name_.size(), "lambda " + edit::joined(given(), ", ") + ": " + body);
        const std::size_t rest = indentation.size() + site_.statement.text().size() - site_.taken.text().size();
        if (detached(text).size() + rest <= edit::longest_line && body.find(line) == std::string::npos)
            return {"", std::move(text)};
    }
    std::string text = blank_in_front() + indentation + definition(indentation) + line + indentation;
    if (site_.results.empty()) return {std::move(text), gradient()};
    text += gradient_name() + ", " + together(site_.results) + " = " + gradient() + line + indentation;
    return {std::move(text), gradient_name()};
}

// As around any function, unless it comes to be the first statement of its block, or there is one.
std::string GradientText::blank_in_front() const {
    const Node first = site_.region ? site_.region->first : site_.statement;
    const auto goes = [&](Node statement) {
        return std::ranges::any_of(site_.leaves,
                                   [&](const Leaf& each) { return each.statement == statement && !each.switched; });
    };
    Node at = first.parent().first_child();
    while (at != first && goes(at)) at = at.next_sibling();
    const std::uint32_t line = source_.line_at(first.span().begin);
    if (at == first || line == 0) return "";
    const bool is_blank = source_.text(source_.line(line - 1)).find_first_not_of(" \t\r\n\f") == std::string_view::npos;
    return is_blank ? "" : std::string(source_.line_ending());
}

// `force` of `force = torch.autograd.grad(energy, x)[0]`, else a name of its own.
std::string GradientText::gradient_name() const {
    const auto assignment = syntax::as<syntax::Assignment>(site_.taken.parent());
    if (assignment && assignment->target().is(Kind::identifier) && assignment->value() == site_.taken)
        return std::string(assignment->target().text());
    if (site_.unpacked) return std::string(syntax::elements_of(site_.unpacked).front().text());
    return edit::unused_name(facts_.program().names(), "gradient");
}

std::optional<std::vector<Edit>> GradientText::edits() const {
    auto made = leaves();
    const auto layout = edit::indentation(source_, site_.statement.span());
    if (!made || !layout) return std::nullopt;
    auto [front, value] = spelled(std::string(*layout));
    const Node first = site_.region ? site_.region->first : site_.statement;
    if (!edit::indentation(source_, first.span())) return std::nullopt;
    const std::uint32_t begin =
        front.empty() ? first.span().begin : source_.line(source_.line_at(first.span().begin)).begin;
    const std::string name = gradient_name(), given = detached(value);
    std::uint32_t end = site_.statement.span().begin;
    if (goes_back(site_.call)) {
        made->push_back({site_.call.span(), value == name && given == name ? name : name + " = " + given});
    } else if (value == name && given == name && site_.taken.parent().parent() == site_.statement && !site_.unpacked) {
        end = site_.statement.span().end;  // `force = force`
        front.resize(front.find_last_not_of(" \t\r\n") + 1);
    } else {
        if (site_.unpacked)
            made->push_back({site_.unpacked.span(), std::string(syntax::elements_of(site_.unpacked).front().text())});
        made->push_back({site_.taken.span(), given});
    }
    made->push_back({{begin, end}, std::move(front)});
    for (const Node each : site_.grads) made->push_back({each.span(), name});
    std::ranges::sort(*made, {}, [](const Edit& each) { return each.span.begin; });
    return made;
}

}  // namespace transforms::outlining
