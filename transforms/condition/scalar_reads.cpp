#include "transforms/condition/scalar_reads.h"

#include "analysis/effects/provenance.h"
#include "analysis/effects/slot_definitions.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

namespace transforms::condition {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view math = "math", torch_package = "torch";

Node only_tensor(const Facts& facts, Node call) {
    const Node argument = syntax::Call{call}.only_argument();
    return argument && facts.value(argument).is_tensor() ? argument : Node{};
}

// `t.item()`, `torch.is_nonzero(t)`
Node receiver_or_argument(const Facts& facts, Node call) {
    const Node function = call.child(Field::function), argument = syntax::Call{call}.arguments().first_child();
    const Node object = function.is(Kind::attribute) ? function.child(Field::object) : Node{};
    if (facts.value(object).is_tensor()) return argument ? Node{} : object;
    return only_tensor(facts, call);
}

// `x.shape`, `x.dtype`
bool tells_of_tensor(const Facts& facts, Node node) {
    const values::Value value = node.is(Kind::attribute) ? facts.value(node) : values::Value{};
    return facts.value(node.child(syntax::Field::object)).is_tensor() && !value.is_tensor() &&
           !value.is(values::Kind::unknown);
}

// `std.item() > 1e-3 and use_it`: a number of a tensor decides, and what it decides is nothing but true or false.
bool asks_numbers(const Facts& facts, Node value, Node statement) {
    const Node node = syntax::unparenthesized(value);
    if (node.is(Kind::not_operator)) return asks_numbers(facts, node.first_child(), statement);
    if (node.is(Kind::boolean_operator))
        return asks_numbers(facts, node.child(Field::left), statement) ||
               asks_numbers(facts, node.child(Field::right), statement);
    if (!node.is(Kind::comparison_operator))
        return truth_read(facts, node, statement) || asked_of_number(facts, node, statement);
    for (const Node each : node.children())
        if (facts.value(each).is(values::Kind::tensor_number)) return true;
    return false;
}

// `t` of `float(t)` and `int(t)`
Node tensor_of_number(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->role == torch::Role::number_type ? only_tensor(facts, call) : Node{};
}

}  // namespace

Node number_read(const Facts& facts, Node call, Node statement) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row) return {};
    if (row->role == torch::Role::reads_number) return receiver_or_argument(facts, call);
    const Node tensor = converted(facts, call);
    return tensor && !warns_as_number(facts, tensor, statement) ? tensor : Node{};
}

Node converted(const Facts& facts, Node call) {
    // No int is made of what is not whole already.
    return truncated(facts, call) ? Node{} : tensor_of_number(facts, call);
}

Node truncated(const Facts& facts, Node call) {
    const Node tensor = tensor_of_number(facts, call);
    const torch::Dtype dtype = tensor ? facts.value(tensor).dtype : torch::Dtype::unknown;
    const bool is_whole = dtype == torch::Dtype::integer || dtype == torch::Dtype::boolean;
    return is_whole || !tensor || facts.row_of(call)->dtype == torch::Dtype::floating ? Node{} : tensor;
}

Node truth_read(const Facts& facts, Node call, Node statement) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row) return {};
    if (row->role == torch::Role::reads_truth) return receiver_or_argument(facts, call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (row->gives == torch::Gives::converted && row->role == torch::Role::constant_type && argument &&
        !argument.next_sibling() && !argument.is(Kind::keyword_argument))
        return argument;  // of bool()
    return number_read(facts, call, statement);
}

std::optional<Moved> read_before(const Facts& facts, Node name, Node statement) {
    const auto moved = moved_to(facts, name, statement);
    return moved && asks_numbers(facts, moved->value, statement) ? moved : std::nullopt;
}

std::optional<std::string> question_to_number(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    // `np.isnan` asks a number the same.
    const std::string_view asked = !row ? "" : row->python.empty() ? row->name : row->python;
    const std::size_t dot = asked.rfind('.');
    if (dot == std::string_view::npos || asked.substr(0, dot) != math || !syntax::Call{call}.only_argument())
        return std::nullopt;
    const std::string_view name = asked.substr(dot + 1);
    const torch::Row* twin =
        torch::find(std::string(torch_package).append(".").append(name), torch::Knowledge{facts.program().release()});
    const bool is_same = twin && twin->traits.pointwise && twin->traits.total && twin->dtype == torch::Dtype::boolean;
    return is_same ? std::optional(std::string(name)) : std::nullopt;
}

std::optional<AskedOfNumber> asked_of_number(const Facts& facts, Node call, Node statement) {
    const auto question = question_to_number(facts, call);
    if (!question) return std::nullopt;
    const Node argument = syntax::Call{call}.only_argument(), read = number_read(facts, argument, statement);
    const Node whole = facts.value(argument).is_tensor() ? argument : converted(facts, argument);
    const bool takes_arrays = facts.row_of(call)->name.substr(0, math.size()) != math;
    if (!read && (!whole || takes_arrays)) return std::nullopt;
    return AskedOfNumber{.name = *question, .tensor = read ? read : whole, .converts = !read};
}

// The largest of whole numbers is one, and no gradient of zero stays zero through it.
bool is_average(const Facts& facts, Node tensor) {
    const Node node = syntax::unparenthesized(tensor);
    if (const names::Binding* variable = facts.variable(node)) {
        const auto made = facts.definition(*variable, syntax::statement_of(node));
        return made && made->statement && is_average(facts, made->value);
    }
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    return row && row->shape == torch::Shape::reduce && !row->traits.pointwise && row->fields.empty() &&
           (row->dtype == torch::Dtype::real || (row->dtype == torch::Dtype::same_dtype && row->traits.transparent));
}

bool warns_as_number(const Facts& facts, Node tensor, Node statement) {
    return !facts.without_gradients() && !effects::roots_of(facts, tensor, statement).differentiable.empty();
}

// `k > 1`, `mask is None`, `x.dtype == torch.float16`
static bool is_harmless_comparison(const Facts& facts, Node comparison, Node statement) {
    bool numbers = true, identity = true, equality = true;
    for (const Node each : comparison.children()) {
        if (!is_harmless(facts, each, statement)) return false;
        const Op op = each == comparison.first_child() ? Op::is : each.op();
        numbers = numbers && function::is_number(facts.value(each));
        identity = identity && (op == Op::is || op == Op::is_not);
        equality = equality && tells_of_tensor(facts, each) && (op == Op::is || op == Op::equal || op == Op::not_equal);
    }
    return numbers || identity || equality;
}

bool is_harmless(const Facts& facts, Node known, Node statement) {
    const Node node = syntax::unparenthesized(known);
    if (node.is(Kind::not_operator)) return is_harmless(facts, node.first_child(), statement);
    if (node.is(Kind::boolean_operator))
        return is_harmless(facts, node.child(syntax::Field::left), statement) &&
               is_harmless(facts, node.child(syntax::Field::right), statement);
    if (node.is(Kind::identifier)) {
        const names::Binding* variable = facts.variable(node);
        return variable && facts.must_defined().before(statement, variable->text);
    }
    const bool is_read = node.is(Kind::call) || node.is(Kind::subscript) ||
                         (node.is(Kind::attribute) && effects::runs_code(facts, node));
    if (node.is(Kind::none) || (!is_read && facts.value(node).is(values::Kind::literal))) return true;
    if (tells_of_tensor(facts, node)) return is_harmless(facts, node.child(syntax::Field::object), statement);
    if (node.is(Kind::attribute) && effects::is_plain_attribute(facts, node))
        return is_harmless(facts, node.child(syntax::Field::object), statement);
    return node.is(Kind::comparison_operator) && is_harmless_comparison(facts, node, statement);
}

}  // namespace transforms::condition
