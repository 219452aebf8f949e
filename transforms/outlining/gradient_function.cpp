#include "transforms/outlining/gradient_function.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/grad_history.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/outlining/gradient_site.h"
#include "transforms/outlining/outer_writes.h"

#include <algorithm>

namespace transforms::outlining {

using edit::Edit;
using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool receiver_goes_back(Node call) { return call.child(Field::function).child(Field::attribute).text() == "backward"; }

// What an operand or a receiver is written as.
std::string grouped(Node node) {
    const bool is_simple = node.is(Kind::identifier) || node.is(Kind::call) || node.is(Kind::attribute) ||
                           node.is(Kind::subscript) || node.is(Kind::parenthesized_expression);
    return is_simple ? std::string(node.text()) : "(" + std::string(node.text()) + ")";
}

bool is_bound_in(const Region& region, const names::Binding& variable) {
    return std::ranges::any_of(variable.occurrences, [&](const names::Occurrence& each) {
        return holds(region, each.node) && each.kind != names::BindingKind::parameter;
    });
}

bool reads_region(const Facts& facts, const GradientSite& site, Node expression) {
    return std::ranges::any_of(subtree(expression), [&](Node part) {
        const names::Binding* variable = part.is(Kind::identifier) ? facts.variable(part) : nullptr;
        return variable && site.region && is_bound_in(*site.region, *variable);
    });
}

Region without_last(Region region) {
    Node before;
    for (Node at = region.first; at != region.last; at = at.next_sibling()) before = at;
    region.last = before;
    return region;
}

class Writer {
  public:
    Writer(const Facts& facts, const GradientSite& site, std::string torch)
        : facts_(facts), site_(site), torch_(std::move(torch)), source_(facts.program().tree().source()),
          name_(function_name()) {}

    [[nodiscard]] Proposal proposal();

  private:
    [[nodiscard]] std::string function_name() const;
    [[nodiscard]] Node folded() const;
    [[nodiscard]] std::vector<std::string> given() const;
    void assume_history();
    void assume_calls();
    [[nodiscard]] std::string asked();
    [[nodiscard]] std::string definition(const std::string& indentation);
    [[nodiscard]] std::string gradient() const;
    [[nodiscard]] std::string detached(std::string gradient) const;
    [[nodiscard]] std::optional<std::vector<Edit>> leaves() const;
    [[nodiscard]] std::pair<std::string, std::string> spelled(const std::string& indentation);
    [[nodiscard]] std::string blank_in_front() const;
    [[nodiscard]] std::string gradient_name() const;
    [[nodiscard]] std::optional<std::vector<Edit>> edits();

    const Facts& facts_;
    const GradientSite& site_;
    std::string torch_;
    const text::Source& source_;
    std::string name_;
    std::vector<std::string> assumed_{};
    std::string problem_{};
};

// `energy_of`, where it is `energy` whose gradient is asked for.
std::string Writer::function_name() const {
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
Node Writer::folded() const {
    const Node last = site_.region ? site_.region->last : Node{};
    const auto assignment = last ? syntax::as<syntax::Assignment>(last.first_child()) : std::nullopt;
    const bool is_it = assignment && assignment->target().is(Kind::identifier) && assignment->value() &&
                       !assignment->annotation() && assignment->target().text() == site_.of.text();
    const names::Binding* variable = is_it ? facts_.variable(assignment->target()) : nullptr;
    const auto is_asked = [&](Node use) { return use == site_.of || use == assignment->target(); };
    return variable && std::ranges::all_of(facts_.uses_of(*variable), is_asked) ? assignment->value() : Node{};
}

// The inputs, and what the region assigns anew: a name of the function around is another one there.
std::vector<std::string> Writer::given() const {
    std::vector<std::string> names;
    for (const Input& each : site_.inputs) names.emplace_back(each.variable->text);
    if (!site_.region) return names;
    for (const syntax::Parameter& each : site_.region->inputs) {
        const names::Binding* variable = facts_.variable(each.name);
        if (variable && is_bound_in(*site_.region, *variable)) names.emplace_back(variable->text);
    }
    return names;
}

// A tensor is a leaf for others as well, unless it is new and nobody else gets what was made of it.
void Writer::assume_history() {
    for (const Input& input : site_.inputs) {
        const auto is_behind = [&](Node use) {
            return use.index() >= site_.call.end_index() &&
                   std::ranges::find(site_.grads, use.parent()) == site_.grads.end();
        };
        const bool is_seen = !site_.results.empty() || std::ranges::any_of(facts_.uses_of(*input.variable), is_behind);
        if (!input.is_new || is_seen)
            assumed_.push_back("no other gradient is asked for in `" + std::string(input.variable->text) + "`");
    }
    if (site_.keeps_history && !site_.keeps_history.is(Kind::true_))
        assumed_.push_back("nobody minds that the gradient keeps its history");
}

// `torch.func` raises an error where a tensor from outside, as the buffer of a module, is written to.
void Writer::assume_calls() {
    OuterWrites writes(facts_.all());
    const Node first = site_.region ? site_.region->first : site_.statement;
    for (Node at = first; at != site_.statement; at = at.next_sibling()) writes.look(facts_, at);
    writes.look(facts_, site_.of);
    if (writes.store) problem_ = quoted(writes.store) + " writes to what is there outside of the function";
    const std::string verb = writes.open.size() == 1 ? " writes" : " write";
    if (!writes.open.empty()) assumed_.push_back(edit::joined(writes.open, " and ") + verb + " to no buffer");
}

// What the function returns: a tensor without dimensions.
std::string Writer::asked() {
    const std::string of = grouped(site_.of);
    if (!site_.weights) {
        const values::Value value = facts_.value(site_.of);
        const torch::Row* row = site_.of.is(Kind::call) ? facts_.row_of(site_.of) : nullptr;
        const bool sums = row && site_.of.child(Field::arguments).children().empty() &&
                          (row->name.ends_with(".sum") || row->name.ends_with(".mean"));
        if (value.rank != 0 && !sums) assumed_.push_back(quoted(site_.of) + " has no dimensions");
        return std::string(site_.of.text());
    }
    const torch::Row* row = site_.weights.is(Kind::call) ? facts_.row_of(site_.weights) : nullptr;
    const Node like = row && row->name.ends_with(".ones_like") ? syntax::Call{site_.weights}.only_argument() : Node{};
    if (like && like.text() == site_.of.text()) return of + ".sum()";
    const bool varies = reads_region(facts_, site_, site_.weights) && !effects::is_detached(facts_, site_.weights);
    if (varies && site_.keeps_history) problem_ = quoted(site_.weights) + " depends on what gradients are asked for";
    return "(" + of + " * " + grouped(site_.weights) + (varies ? ".detach()" : "") + ").sum()";
}

std::string Writer::definition(const std::string& indentation) {
    const std::string line(source_.line_ending()), inner = indentation + edit::step_of(source_, facts_.function());
    std::vector<std::string> results;
    for (const names::Binding* each : site_.results) results.emplace_back(each->text);
    std::string text = "def " + name_ + "(" + edit::joined(given(), ", ") + "):" + line;
    std::string asks = asked();
    const Node value = site_.weights ? Node{} : folded();
    if (value) asks = std::string(value.text());
    if (site_.region) {
        std::string body = body_of(source_, *site_.region, inner);
        if (value)
            body =
                site_.region->first == site_.region->last ? "" : body_of(source_, without_last(*site_.region), inner);
        text += body;
    }
    text += inner + "return " + asks;
    if (results.size() == 1) text += ", " + results.front();
    if (results.size() > 1) text += ", (" + edit::joined(results, ", ") + ")";
    return text + line;
}

// `torch.func.grad(energy_of)(x)`
std::string Writer::gradient() const {
    std::string options;
    std::vector<std::string> positions;
    for (std::size_t i = 0; i < site_.inputs.size(); ++i) positions.push_back(std::to_string(i));
    if (positions.size() > 1) options += ", argnums=(" + edit::joined(positions, ", ") + ")";
    if (!site_.results.empty()) options += ", has_aux=True";
    return torch_ + ".func.grad(" + name_ + options + ")(" + edit::joined(given(), ", ") + ")";
}

// Autograd gives a gradient without a history, unless it is asked for one.
std::string Writer::detached(std::string gradient) const {
    if (site_.keeps_history || (facts_.without_gradients() && !syntax::with_around(site_.statement)))
        return site_.listed ? "tuple(" + gradient + ")" : gradient;
    const auto is_cut = [](Node each) { return each.parent().child(Field::attribute).text() == "detach"; };
    if (!site_.grads.empty() && std::ranges::all_of(site_.grads, is_cut)) return gradient;
    if (site_.listed) return "tuple(each.detach() for each in " + gradient + ")";
    if (site_.inputs.size() == 1) return gradient + ".detach()";
    return "(each.detach() for each in " + gradient + ")";
}

std::optional<std::vector<Edit>> Writer::leaves() const {
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
std::pair<std::string, std::string> Writer::spelled(const std::string& indentation) {
    const std::string line(source_.line_ending());
    const Node value = site_.weights ? Node{} : folded();
    const bool is_short = !site_.region || (value && site_.region->first == site_.region->last);
    if (site_.results.empty() && is_short) {
        const std::string asks = asked();
        const std::string body = value ? std::string(value.text()) : asks;
        std::string text = gradient();
        text.replace(text.find(name_), name_.size(), "lambda " + edit::joined(given(), ", ") + ": " + body);
        const std::size_t rest = indentation.size() + site_.statement.text().size() - site_.taken.text().size();
        if (detached(text).size() + rest <= edit::longest_line && body.find(line) == std::string::npos)
            return {"", std::move(text)};
    }
    std::string text = blank_in_front() + indentation + definition(indentation) + line + indentation;
    if (site_.results.empty()) return {std::move(text), gradient()};
    std::vector<std::string> names;
    for (const names::Binding* each : site_.results) names.emplace_back(each->text);
    const std::string results = names.size() == 1 ? names.front() : "(" + edit::joined(names, ", ") + ")";
    text += gradient_name() + ", " + results + " = " + gradient() + line + indentation;
    return {std::move(text), gradient_name()};
}

// As around any function, unless it comes to be the first statement of its block, or there is one.
std::string Writer::blank_in_front() const {
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
std::string Writer::gradient_name() const {
    const auto assignment = syntax::as<syntax::Assignment>(site_.taken.parent());
    if (assignment && assignment->target().is(Kind::identifier) && assignment->value() == site_.taken)
        return std::string(assignment->target().text());
    if (site_.unpacked) return std::string(syntax::elements_of(site_.unpacked).front().text());
    return edit::unused_name(facts_.program().names(), "gradient");
}

std::optional<std::vector<Edit>> Writer::edits() {
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
    if (receiver_goes_back(site_.call)) {
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

Proposal Writer::proposal() {
    for (const names::Binding* each : site_.results)
        for (const Node use : facts_.uses_of(*each)) {
            const values::Value value = facts_.value(use);
            if (use.index() < site_.call.index() || effects::binds(*each, use) || value.is_tensor()) continue;
            if (!value.is(values::Kind::unknown)) return declined(quoted(use) + " is no tensor");
            const std::string is_one = "`" + std::string(each->text) + "` is a tensor";
            if (std::ranges::find(assumed_, is_one) == assumed_.end()) assumed_.push_back(is_one);
        }
    assumed_.emplace_back("the last digits do not matter");  // `torch.func` takes some operations apart
    assume_history();
    assume_calls();
    auto made = edits();
    if (!problem_.empty()) return declined(problem_);
    if (!made || !edit::well_formed(*made)) return declined("a statement shares its line with another one");
    Fix fix{.rewrite = "func-grad",
            .title = "compute the gradient by `" + torch_ + ".func.grad`",
            .safety = assumed_.size() > max_assumptions ? Safety::suggestion : Safety::unsafe,
            .assumes = proof::listed(assumed_),
            .edits = std::move(*made)};
    fix.title += " (assumes that " + fix.assumes + ")";
    return offered(std::move(fix));
}

struct Sites {
    std::vector<ReadSite> all{};
};

bool is_about(const ReadSite& read, Node statement) {
    return read.site.statement == statement ||
           std::ranges::any_of(read.site.leaves, [&](const Leaf& each) { return each.statement == statement; });
}

}  // namespace

Proposal propose_gradient_function(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const Sites& sites =
        study.once<Sites>(facts.function(), [&] { return Sites{gradient_sites(study.analysis(), facts)}; });
    const Node statement = syntax::statement_of(operand);
    const auto found = std::ranges::find_if(sites.all, [&](const ReadSite& each) { return is_about(each, statement); });
    if (found == sites.all.end()) return {};
    if (!found->problem.empty()) return declined(found->problem);
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return declined(edit::no_torch_name);
    return Writer(facts, found->site, std::string(*torch)).proposal();
}

}  // namespace transforms::outlining
