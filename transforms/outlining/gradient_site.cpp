#include "transforms/outlining/gradient_site.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/grad_history.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"
#include "transforms/higher_order/outline.h"

#include <algorithm>
#include <array>

namespace transforms::outlining {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t most_results = 6;  // what nobody would write as one function

Node receiver_of(Node call, std::string_view method) {
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    const bool is_it = function.is(Kind::attribute) && function.child(Field::attribute).text() == method;
    return is_it ? function.child(Field::object) : Node{};
}

// `x.requires_grad_()`, `x.requires_grad_(True)`: of what.
Node switched_on(Node call) {
    const Node object = receiver_of(call, "requires_grad_");
    if (!object) return {};
    const Node first = call.child(Field::arguments).first_child();
    const auto keyword = first ? syntax::as<syntax::Keyword>(first) : std::nullopt;
    const Node value = keyword ? keyword->value() : first;
    return !first || (value.is(Kind::true_) && !first.next_sibling()) ? object : Node{};
}

// `[w.detach().requires_grad_() for w in weights]`, or of one tensor.
Node switched_in(Node value) {
    if (!value.is(Kind::list_comprehension)) return switched_on(value) ? value : Node{};
    const Node element = value.first_child();
    return switched_on(element) ? element : Node{};
}

// `data["pos"] = pos`, `parts = [pos]`: it is there under another name from then on.
bool is_kept(Node use) {
    constexpr std::array keepers{Kind::assignment,      Kind::pair,      Kind::list, Kind::tuple,
                                 Kind::expression_list, Kind::dictionary};
    return std::ranges::find(keepers, parenthesized(use).parent().kind()) != keepers.end();
}

// `x` of `x.unsqueeze(0)`, `x[None]`
Node root_of(Node value) {
    while (value.is(Kind::subscript) || value.is(Kind::attribute) || value.is(Kind::call))
        value = value.child(value.is(Kind::subscript) ? Field::value
                            : value.is(Kind::call)    ? Field::function
                                                      : Field::object);
    return value;
}

// What a name is assigned is something else, or a part of it, through which it may be used as well: `x`, `data["pos"]`.
Node whole_of(Node value) {
    const bool is_part = value.is(Kind::subscript) || value.is(Kind::attribute) || value.is(Kind::identifier);
    const Node root = is_part ? root_of(value) : Node{};
    return root.is(Kind::identifier) ? root : Node{};
}

class SiteReader {
  public:
    SiteReader(const analysis::Analysis& analysis, const Facts& facts, Node call)
        : analysis_(analysis), facts_(facts), read_{.site = {.statement = syntax::statement_of(call), .call = call}} {}

    [[nodiscard]] ReadSite read() {
        for (const auto step : {&SiteReader::read_arguments, &SiteReader::read_result, &SiteReader::read_leaves,
                                &SiteReader::read_region, &SiteReader::read_results})
            if (read_.problem.empty()) (this->*step)();
        return std::move(read_);
    }

  private:
    void refuse(std::string why) {
        if (read_.problem.empty()) read_.problem = std::move(why);
    }

    void read_arguments();
    void read_result();
    void read_grads();
    void read_leaves();
    void read_region();
    void read_results();
    void take(std::string_view name, Node value);
    [[nodiscard]] Input made_of(const names::Binding& variable) const;
    [[nodiscard]] bool is_leaf_use(Node use) const;
    [[nodiscard]] Node begin_of_region() const;
    [[nodiscard]] std::string problem_of(const Input& input, Node begin) const;
    [[nodiscard]] std::string problem_in(Node statement) const;
    [[nodiscard]] Node asked_elsewhere() const;

    const analysis::Analysis& analysis_;
    const Facts& facts_;
    ReadSite read_;
};

// `x = x.clone().detach()`, and perhaps `if x.dim() < 3: x = x.unsqueeze(0)` behind it.
Input SiteReader::made_of(const names::Binding& variable) const {
    const Node call = read_.site.call;
    if (const auto made = facts_.definition(variable, read_.site.statement))
        return {&variable, made->statement, made->statement && effects::is_detached(facts_, made->value)};
    Node since;
    for (const names::Occurrence& each : variable.occurrences) {
        const auto assignment = syntax::as<syntax::Assignment>(each.node.parent());
        if (each.kind == names::BindingKind::parameter || each.node.index() > call.index() ||
            !effects::binds(variable, each.node))
            continue;
        if (!assignment || assignment->target() != each.node || !assignment->value()) return {};
        const Node statement = syntax::statement_of(each.node);
        const bool is_certain = syntax::is_within(call, statement.parent());
        if (is_certain && effects::is_detached(facts_, assignment->value()))
            since = statement;
        else if (!since || root_of(assignment->value()).text() != variable.text)
            return {};
    }
    return since ? Input{&variable, since, true} : Input{};
}

void SiteReader::take(std::string_view name, Node value) {
    GradientSite& site = read_.site;
    const bool is_off = value.is(Kind::false_) || value.is(Kind::none);
    if (name == "gradient") name = "grad_outputs";  // of `backward()`
    if (name == "outputs" || name == "inputs") {
        std::vector<Node> elements = syntax::elements_of(value);
        if (name == "outputs" && elements.size() == 1) return void(site.of = elements.front());
        site.listed = elements.size() == 1 && facts_.value(value).is(values::Kind::sequence) && elements[0] == value;
        if (name == "outputs") return refuse("gradients of several tensors are asked for at once");
        for (const Node each : elements) {
            const names::Binding* variable = each.is(Kind::identifier) ? facts_.variable(each) : nullptr;
            if (!variable || variable->captured) return refuse(quoted(each) + " is no variable of this function alone");
            site.inputs.push_back(made_of(*variable));
            if (!site.inputs.back().variable)
                return refuse("`" + std::string(variable->text) + "` may be one of several tensors");
        }
    } else if (name == "grad_outputs") {
        const std::vector<Node> elements = syntax::elements_of(value);
        if (elements.size() != 1) return refuse("gradients of several tensors are asked for at once");
        if (!is_off) site.weights = elements.front();
    } else if (name == "create_graph") {
        if (!is_off) site.keeps_history = value;
    } else if (name != "retain_graph" && !is_off) {
        refuse(quoted(site.call) + " takes `" + std::string(name) + "`, which `torch.func` does not know");
    }
}

void SiteReader::read_arguments() {
    constexpr std::array<std::string_view, 5> order{"outputs", "inputs", "grad_outputs", "retain_graph",
                                                    "create_graph"};
    std::size_t position = 0;
    if (goes_back(read_.site.call)) {
        read_.site.of = receiver_of(read_.site.call, "backward");
        position = 2;
    }
    for (const Node each : read_.site.call.child(Field::arguments).children()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        if (each.is(Kind::list_splat) || each.is(Kind::dictionary_splat) || (!keyword && position == order.size()))
            return refuse(quoted(each) + " may be any argument");
        take(keyword ? keyword->name().text() : order[position++], keyword ? keyword->value() : each);
    }
    if (!read_.site.of || read_.site.inputs.empty()) refuse("it is not seen what gradients are asked of");
}

// `...[0]`, `(force,) = ...`, or as many names as there are inputs.
void SiteReader::read_result() {
    GradientSite& site = read_.site;
    const Node around = site.call.parent();
    site.taken = site.call;
    if (goes_back(site.call)) return read_grads();
    if (site.listed && !around.is(Kind::subscript)) return;
    if (around.is(Kind::subscript) && around.child(Field::value) == site.call && site.inputs.size() == 1) {
        const std::vector<Node> indices = syntax::Subscript{around}.indices();
        if (indices.size() == 1 && indices.front().text() == "0") return void(site.taken = around);
    }
    const auto assignment = syntax::as<syntax::Assignment>(around);
    const bool is_value = assignment && assignment->value() == site.call && around.parent() == site.statement;
    const std::vector<Node> names = is_value ? syntax::elements_of(assignment->target()) : std::vector<Node>{};
    const bool unpacks = is_value && !assignment->target().is(Kind::identifier) && names.size() == site.inputs.size();
    if (!unpacks) return refuse("what becomes of " + quoted(site.call) + " is not seen to be its elements");
    if (names.size() == 1) site.unpacked = assignment->target();
}

// `x.grad` behind `loss.backward(inputs=[x])`.
void SiteReader::read_grads() {
    GradientSite& site = read_.site;
    const names::Binding& input = *site.inputs.front().variable;
    if (site.inputs.size() > 1 || site.listed || site.call.parent() != site.statement)
        return refuse("gradients of several tensors are asked for at once");
    const auto made = facts_.definition(input, site.statement);
    for (const Node use : facts_.uses_of(input)) {
        if (use.parent().child(Field::attribute).text() != "grad") continue;
        const auto here = facts_.definition(input, syntax::statement_of(use));
        const bool is_it = made && here && made->value == here->value && use.index() > site.call.index();
        if (!is_it || syntax::is_target(use.parent())) return refuse(quoted(use.parent()) + " may be another gradient");
        site.grads.push_back(use.parent());
    }
}

bool SiteReader::is_leaf_use(Node use) const {
    return std::ranges::any_of(read_.site.leaves,
                               [&](const Leaf& each) { return syntax::is_within(use, each.statement); });
}

void SiteReader::read_leaves() {
    GradientSite& site = read_.site;
    for (const Input& input : site.inputs) {
        const Node assignment = input.made ? input.made.first_child() : Node{};
        if (const Node switched = input.made ? switched_in(assignment.child(Field::right)) : Node{})
            site.leaves.push_back({input.made, switched});
        for (const Node use : facts_.uses_of(*input.variable)) {
            const Node statement = syntax::statement_of(use), whole = use.parent().parent();
            const auto set = syntax::as<syntax::Assignment>(whole);
            const bool sets = set && set->target() == use.parent() && set->value().is(Kind::true_) &&
                              use.parent().child(Field::attribute).text() == "requires_grad";
            const bool switches = switched_on(whole) == use && whole.parent() == statement;
            if ((sets || switches) && statement.is(Kind::expression_statement) && use.index() < site.call.index())
                site.leaves.push_back({statement, {}});
        }
    }
    const auto is_leaf = [&](const Input& input) {
        return !input.is_new || std::ranges::any_of(site.leaves, [&](const Leaf& each) {
            return syntax::mentions(each.statement, input.variable->text);
        });
    };
    if (const auto found = std::ranges::find_if_not(site.inputs, is_leaf); found != site.inputs.end())
        return refuse("`" + std::string(found->variable->text) + "` is not seen to be a leaf");
    for (const Leaf& each : site.leaves)
        if (!syntax::is_within(site.statement, each.statement.parent()))
            return refuse(quoted(each.statement) + " may not run");
}

// The first statement beside the call that computes with an input.
Node SiteReader::begin_of_region() const {
    for (const Node at : read_.site.statement.parent().children()) {
        if (at == read_.site.statement) break;
        const auto uses = [&](const Input& input) {
            return std::ranges::any_of(facts_.uses_of(*input.variable), [&](Node use) {
                return syntax::is_within(use, at) && !is_leaf_use(use) && !effects::binds(*input.variable, use);
            });
        };
        const auto is_behind = [&](const Leaf& each) { return each.statement.index() < at.index(); };
        if (std::ranges::any_of(read_.site.inputs, uses) && std::ranges::all_of(read_.site.leaves, is_behind))
            return at;
    }
    return read_.site.statement;
}

std::string SiteReader::problem_in(Node statement) const {
    if (!may_be_outlined(facts_, statement)) return quoted(statement) + " may not stand in another function";
    for (const rules::Finding& each : findings_in(analysis_, facts_.function()))
        if (!each.code.starts_with("GM7") && statement.span().begin <= each.span.begin &&
            each.span.end <= statement.span().end)
            return quoted(statement) + " breaks the graph itself";
    return higher_order::problem_as_function(facts_, statement, "function");
}

// Nothing but the region computes with the input what gradients are asked of.
std::string SiteReader::problem_of(const Input& input, Node begin) const {
    const GradientSite& site = read_.site;
    const std::string name = "`" + std::string(input.variable->text) + "`";
    const auto is_in = [&](Node use) { return begin.index() <= use.index() && use.index() < site.call.end_index(); };
    const auto computes = [&](Node use) {
        return is_in(use) && (!syntax::is_within(use, site.call) || syntax::is_within(use, site.of));
    };
    const std::vector<Node>& uses = facts_.uses_of(*input.variable);
    if (std::ranges::none_of(uses, computes))
        return "it is not seen how " + quoted(site.of) + " is computed of " + name;
    const Node whole = input.made ? whole_of(input.made.first_child().child(Field::right)) : Node{};
    if (whole && facts_.variable(whole) && std::ranges::any_of(facts_.uses_of(*facts_.variable(whole)), is_in))
        return name + " may be used through " + quoted(whole);
    for (const Node use : uses) {
        const bool binds = effects::binds(*input.variable, use);
        if (binds && is_in(use)) return name + " is assigned anew";
        const bool is_of_it = !input.made || use.index() >= input.made.end_index();
        if (use.index() >= begin.index() || binds || is_leaf_use(use) || !is_of_it) continue;
        // What is made of the tensor before it is a leaf is not connected with it, if it wants no gradient yet.
        const bool is_before_leaf =
            input.is_new && !is_kept(use) && std::ranges::any_of(site.leaves, [&](const Leaf& each) {
                return !each.switched && use.index() < each.statement.index();
            });
        if (!is_before_leaf) return name + " is used in front of what is computed of it";
    }
    return {};
}

// `u_xx = torch.autograd.grad(u_x, x)`: what is a leaf, or is computed of it, is needed as such elsewhere.
Node SiteReader::asked_elsewhere() const {
    const Node call = read_.site.call;
    for (const Node node : subtree(facts_.function())) {
        const torch::Row* row = node.is(Kind::call) && node != call ? facts_.row_of(node) : nullptr;
        if (!row || row->role != torch::Role::asks_gradients) continue;
        const auto is_asked = [&](const Input& each) { return mentions(facts_, node, *each.variable); };
        if (std::ranges::any_of(read_.site.inputs, is_asked)) return node;
    }
    return {};
}

void SiteReader::read_region() {
    GradientSite& site = read_.site;
    if (const Node other = asked_elsewhere()) return refuse(quoted(other) + " needs it to be a leaf as well");
    const Node begin = begin_of_region();
    for (const Input& input : site.inputs)
        if (std::string found = problem_of(input, begin); !found.empty()) return refuse(std::move(found));
    Node last;
    for (Node at = begin; at != site.statement; last = at, at = at.next_sibling())
        if (std::string found = problem_in(at); !found.empty()) return refuse(std::move(found));
    if (!last) return;
    site.region = completed(facts_, {.first = begin, .last = last});
    if (!site.region) refuse("what goes in and out of what computes " + quoted(site.of) + " is not certain");
}

void SiteReader::read_results() {
    GradientSite& site = read_.site;
    if (!site.region) return;
    for (const names::Binding* each : site.region->outputs) {
        const bool is_read = std::ranges::any_of(facts_.uses_of(*each), [&](Node use) {
            return use.index() >= site.statement.index() && !syntax::is_within(use, site.call) &&
                   !effects::binds(*each, use);
        });
        if (is_read) site.results.push_back(each);
    }
    if (site.results.size() > most_results) refuse("too much goes out of what computes " + quoted(site.of));
}

}  // namespace

bool goes_back(Node call) { return static_cast<bool>(receiver_of(call, "backward")); }

std::vector<ReadSite> gradient_sites(const analysis::Analysis& analysis, const Facts& facts) {
    std::vector<ReadSite> sites;
    for (const Node node : subtree(facts.function())) {
        if (!node.is(Kind::call) || syntax::function_of(node) != facts.function()) continue;
        const torch::Row* row = facts.row_of(node);
        const bool asks_for_inputs = goes_back(node) && node.text().find("inputs") != std::string::npos;
        if (row && row->role == torch::Role::asks_gradients && (row->name.ends_with(".grad") || asks_for_inputs))
            sites.push_back(SiteReader(analysis, facts, node).read());
    }
    return sites;
}

}  // namespace transforms::outlining
