#include "transforms/if_conversion/prove/symfloat_operands.h"

#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <map>
#include <set>

namespace transforms::if_conversion {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr torch::Release mending{2, 15};
constexpr std::string_view keeps_old =
    " may be a number that changes from call to call, and the compiler may keep an old one";

// The call that is given the expression as an argument, perhaps by its name, or none.
Node call_given(Node expression) {
    const Node holder =
        expression.parent().is(Kind::keyword_argument) ? expression.parent().parent() : expression.parent();
    return holder.is(Kind::argument_list) && holder.parent().is(Kind::call) ? holder.parent() : Node{};
}

// `-limit` and `limit - 1.0` of `limit`: the number that Python makes of it.
Node whole_number(const Facts& facts, Node node) {
    const auto is_part = [&](Node whole) {
        return whole.is(Kind::unary_operator) || whole.is(Kind::parenthesized_expression) ||
               (whole.is(Kind::binary_operator) && function::is_number(facts.value(whole)));
    };
    while (is_part(node.parent())) node = node.parent();
    return node;
}

// Of `y.clamp_(0)`, that of `y.clamp(0)`.
const torch::Row* operator_row(const Facts& facts, Node call) {
    const torch::Row* row = call ? facts.row_of(call) : nullptr;
    return row && row->traits.in_place ? facts.pure_twin(call) : row;
}

// The operator takes it for a number, not for a tensor, and does not only compute with it.
bool is_number_operand(const Facts& facts, Node whole) {
    const Node call = call_given(whole);
    const torch::Row* row = operator_row(facts, call);
    if (!row || row->gives != torch::Gives::tensor) return false;
    // `dropout(y)` has the shape of y, so that is a tensor.
    const bool is_shape = call.child(Field::arguments).first_child() == whole &&
                          !facts.value(call.child(Field::function).child(Field::object)).is_tensor() &&
                          (row->shape == torch::Shape::same || row->shape == torch::Shape::same_size);
    return !is_shape && !operations::arithmetic_of(call, row);
}

// It may be a float, and another one in the next call; an attribute, of the next module.
bool may_change(const Facts& facts, Node node) {
    const values::Value value = facts.value(node);
    const bool is_float = (value.is(values::Kind::number) && value.dtype != torch::Dtype::integer) ||
                          (value.is(values::Kind::constant) && value.dtype == torch::Dtype::floating);
    if (node.is(Kind::attribute)) return is_float && facts.value(node.child(Field::object)).is(values::Kind::object);
    const names::Binding* variable = facts.variable(node);
    if (!variable) return false;
    const bool is_parameter = variable->occurrences.front().kind == names::BindingKind::parameter;
    return is_float || (is_parameter && value.is(values::Kind::unknown));
}

// What is done with a float.
enum class Use : std::uint8_t {
    asks,      // Python decides something by it
    computes,  // with tensors
    operand,   // an operator is given it as a number
    leaves,    // Python has it afterwards: it is returned, or kept
};

Use use_of(const Facts& facts, Node number) {
    const Node whole = whole_number(facts, number), parent = whole.parent();
    if (const Node call = call_given(whole)) {
        if (is_number_operand(facts, whole)) return Use::operand;
        if (function::is_number(facts.value(call))) return use_of(facts, call);  // `math.sqrt(s)`
        return Use::computes;
    }
    switch (parent.kind()) {
        case Kind::comparison_operator:
            for (const Node each : parent.children())
                if (!function::is_number(facts.value(each))) return Use::computes;
            return Use::asks;
        case Kind::conditional_expression: return use_of(facts, parent);
        case Kind::binary_operator:
        case Kind::augmented_assignment: return Use::computes;
        case Kind::assignment:
            return facts.variable(syntax::Assignment{parent}.target()) ? Use::asks : Use::leaves;  // and then that
        case Kind::boolean_operator:
        case Kind::not_operator:
        case Kind::if_statement:
        case Kind::assert_statement: return Use::asks;
        default: return Use::leaves;
    }
}

// A float by what it is at first: a parameter, or an attribute of objects of a class.
using Name = std::pair<const void*, std::string_view>;

Name name_of(const Facts& facts, Node node) {
    if (!node.is(Kind::attribute)) return {nullptr, node.text()};
    return {facts.value(node.child(Field::object)).object().class_, node.child(Field::attribute).text()};
}

// `s` and `self.k` of `t`, behind `t = s * self.k`.
void add_sources(const Facts& facts, Node node, std::set<Name>& sources, int depth = 0) {
    constexpr int most = 8;
    const names::Binding* variable = facts.variable(node);
    const auto definition = variable ? facts.definition(*variable, syntax::statement_of(node)) : std::nullopt;
    if (!variable || !definition || !definition->statement || depth > most)
        return void(sources.insert(name_of(facts, node)));
    for (const Node part : subtree(definition->value))
        if (may_change(facts, part)) add_sources(facts, part, sources, depth + 1);
}

struct Uses {
    bool here = false, computes = false, leaves = false;
    std::vector<Node> operands;  // the floats
};

bool is_stored(Node node) {
    const auto assignment = syntax::as<syntax::Assignment>(node.parent());
    return (assignment && assignment->target() == node) || node.parent().is(Kind::parameters) ||
           node.field() == Field::name;
}

// The class that the function is a method of, or the function.
Node whole_class(Node function) {
    for (Node node = function.parent(); node; node = node.parent())
        if (node.is(Kind::class_definition)) return node;
    return function;
}

// Attributes count in the whole class as far as it is compiled: other methods may be a part of the graph.
std::map<Name, Uses> uses_of_floats(const Facts& facts) {
    std::map<Name, Uses> all;
    const Node function = facts.function(), owner = whole_class(function);
    for (const Node node : subtree(owner)) {
        const bool here = syntax::is_within(node, function);
        if (!(node.is(Kind::attribute) || (here && node.is(Kind::identifier))) || is_stored(node)) continue;
        if (node.parent().is(Kind::attribute) || !may_change(facts, node)) continue;
        if (enclosing(node, Kind::raise_statement)) continue;
        std::set<Name> sources;
        add_sources(facts, node, sources);
        const Use use = use_of(facts, node);
        for (const Name& each : sources) {
            all[each].here |= here;
            all[each].computes |= use == Use::computes;
            all[each].leaves |= use == Use::leaves && !facts.value(node).is(values::Kind::unknown);
            if (use == Use::operand) all[each].operands.push_back(node);
        }
    }
    return all;
}

// The tensor that gives the dtype and the device: what the call works on.
Node worked_on(const Facts& facts, Node call) {
    const Node object = call.child(Field::function).child(Field::object);
    return object && facts.value(object).is_tensor() ? object : syntax::Call{call}.arguments().first_child();
}

bool is_renamed(const Case& c, Node expression) {
    for (const Node node : subtree(expression))
        if (std::ranges::any_of(c.at.renamed,
                                [&](const Renamed& each) { return c.facts.variable(node) == each.variable; }))
            return true;
    return false;
}

// Writes all numbers that the call is given as tensors; false if that cannot be.
bool lift(Case& c, Node call) {
    const torch::Row* row = operator_row(c.facts, call);
    const Node tensor = worked_on(c.facts, call);
    const bool in_arm = std::ranges::any_of(c.at.targets, [&](const Target& target) {
        return std::ranges::any_of(target.values, [&](Node value) {
            return value && !value.is(Kind::augmented_assignment) && syntax::is_within(call, value);
        });
    });
    const bool called =
        std::ranges::any_of(c.at.calls, [&](const Called& each) { return each.body.overlaps(call.span()); });
    if (!row || !row->traits.lifts || !in_arm || called || !c.forms.place(tensor) || is_renamed(c, tensor))
        return false;
    const std::string zero = std::string(tensor.text()) + ".new_zeros(())";
    for (const Node argument : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(argument);
        const Node given = keyword ? keyword->value() : argument;
        if (given == tensor || given.is(Kind::none) || c.forms.of(given).is_tensor()) continue;
        if (is_renamed(c, given)) return false;
        const bool negated = given.is(Kind::unary_operator) && operator_of(given) == Op::sub;
        const std::string text = negated ? " - " + edit::grouped(edit::on_one_line(given.first_child(), {}))
                                         : " + " + edit::grouped(edit::on_one_line(given, {}));
        c.lifted.push_back({given.span(), zero + text});
    }
    return true;
}

// What is tested to be a tensor is no number.
bool is_tested_tensor(Case& c, Node node) {
    const names::Binding* variable = c.facts.variable(node);
    if (!variable) return false;
    const auto here = c.facts.definition(*variable, c.at.statement);
    const auto there = c.facts.definition(*variable, syntax::statement_of(node));
    return here && there && here->value == there->value && c.forms.of(node).is_tensor();
}

// Of an attribute that nothing but `__init__` gives a value: modules that share their code may have other values. It
// may be assumed that they have not.
bool is_assumed_fixed(Case& c, Node node) {
    if (!node.is(Kind::attribute) || c.proof.answer() != proof::Answer::assume) return false;
    const std::string_view name = node.child(Field::attribute).text();
    const bool is_given_anew = std::ranges::any_of(subtree(node.tree()->root()), [&](Node each) {
        const bool is_it = each.is(Kind::attribute) && each.child(Field::attribute).text() == name;
        const Node function = is_it && syntax::is_target(each) ? syntax::function_of(each) : Node{};
        return function &&
               !(function.is(Kind::function_definition) && syntax::Function{function}.name().text() == "__init__");
    });
    if (is_given_anew) return false;
    c.proof.assume(edit::quoted(node) + " has one value in all modules", edit::quoted(node) + std::string(keeps_old));
    return true;
}

}  // namespace

void no_changing_floats(Case& c) {
    std::vector<Node> done;
    for (const auto& [name, uses] : uses_of_floats(c.facts)) {
        if (!uses.here || !uses.computes) continue;
        if (uses.leaves) return c.proof.refuse("`" + std::string(name.second) + "`" + std::string(keeps_old));
        for (const Node node : uses.operands) {
            const Node call = call_given(whole_number(c.facts, node));
            if (std::ranges::find(done, call) != done.end() || is_tested_tensor(c, node)) continue;
            const bool mended = c.facts.program().release() >= mending && operator_row(c.facts, call)->traits.lifts;
            if (!mended && !lift(c, call) && !is_assumed_fixed(c, node))
                return c.proof.refuse(edit::quoted(node) + std::string(keeps_old));
            done.push_back(call);
        }
    }
}

}  // namespace transforms::if_conversion
