#include "transforms/scalars/item_site.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"

#include <algorithm>
#include <array>
#include <utility>

namespace transforms::scalars {

using scalar_uses::Numbers;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// Of Python, and of torch: exactly the same of numbers in double precision.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> functions{{
    {"math.sqrt", "sqrt"},
    {"math.fabs", "abs"},
}};

// The variable that gets what the call gives, alone or as one of several.
Node assigned_of(Node call) {
    const Node holder = call.parent().is(Kind::assignment) ? call : call.parent();
    const auto assignment = syntax::as<syntax::Assignment>(holder.parent());
    if (!assignment || !assignment->node.parent().is(Kind::expression_statement)) return {};
    const std::vector<Node> names = syntax::elements_of(assignment->target()), values = syntax::elements_of(holder);
    const auto plain = [](Node each) { return each.is(Kind::identifier); };
    const auto starred = [](Node each) { return each.is(Kind::list_splat); };
    const bool pairs = holder != call && !holder.is(Kind::set) && names.size() == values.size() && values.size() > 1 &&
                       std::ranges::all_of(names, plain) && std::ranges::none_of(values, starred);
    if (holder == call) return plain(assignment->target()) ? assignment->target() : Node{};
    return pairs ? names[static_cast<std::size_t>(std::ranges::find(values, call) - values.begin())] : Node{};
}

// `float(x.mean().item())` around what is read; or the read itself.
Node converted(const function::Facts& facts, Node read) {
    const Node call = read.parent().is(Kind::argument_list) ? read.parent().parent() : Node{};
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    const bool converts = row && row->role == torch::Role::number_type && read == syntax::Call{call}.only_argument() &&
                          (row->dtype == torch::Dtype::floating || row->dtype == torch::Dtype::integer);
    return converts ? call : read;
}

}  // namespace

std::string KeptSite::back() const {
    const std::string name(variable.text());
    if (function.empty() && type.empty()) return name + ".item()";
    return (function.empty() ? type : "float") + "(" + name + ")";
}

Node holder_of(Node tensor) {
    Node node = syntax::unparenthesized(tensor);
    while (node.is(Kind::call) && !syntax::Call{node}.arguments().first_child()) {
        const auto method = syntax::as<syntax::Attribute>(syntax::Call{node}.function());
        if (!method || (method->name().text() != "detach" && method->name().text() != "cpu")) break;
        node = syntax::unparenthesized(method->object());
    }
    return node;
}

Node tensor_of_array(const function::Facts& facts, Node array) {
    const Node method = array.is(Kind::call) ? syntax::Call{array}.function() : Node{};
    const Node object = method.child(Field::object);
    const bool is_view = object && method.child(Field::attribute).text() == "numpy" && facts.value(object).is_tensor();
    return is_view ? object : array;
}

// `t.cpu().numpy().item()`
static bool reads_array(const function::Facts& facts, Node call) {
    const auto method = syntax::as<syntax::Attribute>(syntax::Call{call}.function());
    return method && method->name().text() == "item" && tensor_of_array(facts, method->object()) != method->object();
}

std::optional<KeptSite> kept_site_of(const function::Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    if (!call) return std::nullopt;
    const torch::Row* row = facts.row_of(call);
    const bool reads = (row && row->role == torch::Role::reads_number) || reads_array(facts, call);
    const Node whole = reads ? converted(facts, call) : call;
    const Node assigned = assigned_of(whole);
    const Node argument = syntax::Call{call}.arguments().first_child();
    const bool one = argument && !argument.next_sibling();
    KeptSite site{.statement = syntax::statement_of(call), .variable = assigned, .call = whole, .tensor = {}};
    const bool plain =
        site.statement.is(Kind::expression_statement) || (!assigned && site.statement.is(Kind::return_statement));
    if (!row || !plain) return std::nullopt;
    if (reads && !argument) {
        site.tensor = call.child(Field::function).child(Field::object);
        site.read = whole != call;
        if (site.read) site.type = whole.child(Field::function).text();
    } else if (row->role == torch::Role::number_type && one &&
               (row->dtype == torch::Dtype::floating || row->dtype == torch::Dtype::integer)) {
        site.tensor = argument;
        site.type = call.child(Field::function).text();
    } else if (row->gives == torch::Gives::converted && row->role == torch::Role::constant_type && one &&
               !argument.is(Kind::keyword_argument)) {
        site.tensor = argument;
        site.type = call.child(Field::function).text();
        site.truth = true;
    } else if (const auto name = facts.program().names().qualified(call.child(Field::function));
               name && one && facts.value(argument).is_tensor()) {
        const auto found = std::ranges::find(functions, *name, [](const auto& each) { return each.first; });
        if (found == functions.end()) return std::nullopt;
        site.tensor = argument;
        site.function = found->second;
    }
    // numpy's arrays have an `item`, too, and no `detach`.
    if (site.tensor) site.tensor = tensor_of_array(facts, site.tensor);
    if (!site.tensor || facts.value(site.tensor).is(values::Kind::array)) return std::nullopt;
    return site;
}

std::vector<KeptSite> kept_sites_of(const function::Facts& facts, Node operand) {
    const auto first = kept_site_of(facts, operand);
    if (!first) return {};
    const Node holder = first->call.parent();
    if (!first->variable || holder.is(Kind::assignment)) return {*first};
    std::vector<KeptSite> all;
    for (const Node each : syntax::elements_of(holder))
        if (auto site = each.is(Kind::call) ? kept_site_of(facts, each) : std::nullopt; site && site->call == each)
            all.push_back(std::move(*site));
    return all;
}

bool holds_whole_numbers(const function::Facts& facts, const KeptSite& site) {
    const torch::Dtype dtype = facts.value(site.tensor).dtype;
    const bool is_added_up = site.call.parent().is(Kind::generator_expression);
    return dtype == torch::Dtype::integer || (dtype == torch::Dtype::boolean && is_added_up);
}

Numbers numbers_of(const function::Facts& facts, const KeptSite& site, metadata::Forms& forms) {
    const torch::Row* number = site.type.empty() ? nullptr : facts.row_of(site.call);
    const Numbers whole = forms.of(site.tensor).dtype == operations::count_dtype ? Numbers::count : Numbers::whole;
    if (number && number->dtype == torch::Dtype::integer) return whole;
    const torch::Dtype dtype = facts.value(site.tensor).dtype;
    if (holds_whole_numbers(facts, site) && site.type.empty()) return whole;
    const bool floating = site.warns() || condition::is_average(facts, site.tensor) || forms.of(site.tensor).floating ||
                          dtype == torch::Dtype::floating;
    return floating ? Numbers::floating : Numbers::any;
}

}  // namespace transforms::scalars
