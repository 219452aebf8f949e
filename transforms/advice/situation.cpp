#include "transforms/advice/situation.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"

#include <algorithm>
#include <array>

namespace transforms::advice {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

using Words = std::span<const std::string_view>;

bool is_among(std::string_view word, Words words) { return std::ranges::find(words, word) != words.end(); }

// `error` of `self.log.error(...)`
std::string_view called_name(Node call) {
    const Node function = call.child(Field::function);
    return function.is(Kind::attribute) ? syntax::Attribute{function}.name().text() : function.text();
}

// The block of an `elif` or `else`.
Node last_block(Node clause) {
    Node block = clause.first_child();
    while (block && block.next_sibling()) block = block.next_sibling();
    return block;
}

// A statement that tells somebody that something is wrong, or asks how to.
bool tells(Node statement) {
    constexpr std::array<std::string_view, 9> speakers{"print", "warn", "warning",  "info",     "debug",
                                                       "error", "log",  "critical", "exception"};
    if (statement.is(Kind::raise_statement)) return true;
    if (const auto branch = syntax::as<syntax::If>(statement)) {
        const auto otherwise = [](Node each) { return only_tells(last_block(each)); };
        return only_tells(branch->body()) && std::ranges::all_of(branch->alternatives(), otherwise);
    }
    const Node call = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
    return call.is(Kind::call) && is_among(called_name(call), speakers);
}

// The argument of a call in which the node lies, and the call; none behind another statement or function.
Node call_around(Node node) {
    for (Node at = node; at && !syntax::is_statement(at.kind()); at = at.parent())
        if (at.parent().is(Kind::argument_list)) return at.parent().parent();
    return {};
}

bool is_shown(Node use) {
    for (Node at = use; at && !syntax::is_statement(at.kind()); at = at.parent())
        if (at.is(Kind::interpolation)) return true;
    return tells(syntax::statement_of(use));
}

// Whoever takes a number there makes a tensor, or a loop, of that size.
bool takes_size(const Facts& facts, Node call) {
    constexpr std::array<std::string_view, 22> makers{"zeros",   "ones",      "empty",    "full",  "rand",    "randn",
                                                      "randint", "arange",    "linspace", "view",  "reshape", "expand",
                                                      "repeat",  "new_zeros", "new_ones", "split", "chunk",   "narrow",
                                                      "pad",     "topk",      "one_hot",  "slice"};
    const torch::Row* row = facts.row_of(call);
    return (row && row->role == torch::Role::range) || is_among(called_name(call), makers);
}

// What the number is compared in, and with what: all that a branch asks.
Node condition_around(Node use) {
    Node at = use;
    while (at.parent().is(Kind::comparison_operator) || at.parent().is(Kind::binary_operator) ||
           at.parent().is(Kind::parenthesized_expression) || at.parent().is(Kind::unary_operator))
        at = at.parent();
    return syntax::tester_of(at) ? at : Node{};
}

Situation use_of(const Facts& facts, Node use) {
    if (const Node condition = condition_around(use)) return branch_at(condition).situation;
    if (syntax::statement_of(use).is(Kind::raise_statement)) return Situation::checked;
    if (is_shown(use)) return Situation::shown;
    for (Node at = use; !syntax::is_statement(at.kind()); at = at.parent()) {
        const Node parent = at.parent();
        if (parent.is(Kind::slice)) return Situation::sized;
        if (parent.is(Kind::subscript) && at.field() != Field::value) return Situation::indexed;
        if (parent.is(Kind::for_statement) && at.field() == Field::right) return Situation::looped;
        if (const Node call = call_around(at); call && takes_size(facts, call)) return Situation::sized;
    }
    return syntax::statement_of(use).is(Kind::return_statement) ? Situation::listed : Situation::computed;
}

// How the number that an expression gives is used, through the variable that holds it.
Situation use_of_number(const Facts& facts, Node whole) {
    const auto assignment = syntax::as<syntax::Assignment>(syntax::statement_of(whole).first_child());
    const names::Binding* variable = assignment ? facts.variable(assignment->target()) : nullptr;
    const Situation here = use_of(facts, whole);
    if (here != Situation::computed || !variable) return here;
    Situation found = Situation::computed;
    for (const Node use : facts.uses_of(*variable)) {
        if (syntax::is_target(use)) continue;
        found = use_of(facts, use);
        if (found != Situation::computed && found != Situation::shown) break;
    }
    return found;
}

}  // namespace

bool only_tells(Node block) {
    for (const Node statement : block.children())
        if (!tells(statement)) return false;
    return static_cast<bool>(block.first_child());
}

Seen branch_at(Node operand) {
    const Node statement = syntax::statement_of(operand);
    if (statement.is(Kind::assert_statement)) return {Situation::asserted, quoted(statement.first_child())};
    Node tester = syntax::tester_of(operand);
    while (tester.is(Kind::not_operator)) tester = syntax::tester_of(tester);
    const std::string condition = quoted(operand);
    if (tester.is(Kind::while_statement)) return {Situation::repeated, condition};
    const bool only_checks =
        (tester.is(Kind::if_statement) || tester.is(Kind::elif_clause)) && only_tells(syntax::If{tester}.body());
    return {only_checks ? Situation::checked : Situation::decided, condition};
}

Seen number_at(const Facts& facts, Node operand) {
    const Node call = syntax::enclosing(operand, Kind::call);
    const Node whole = call ? call : operand;
    const std::string what = quoted(whole);
    constexpr std::array<std::string_view, 4> lists{"tolist", "numpy", "list", "tuple"};
    if (call && takes_size(facts, call)) return {Situation::sized, "what is asked of the data in " + quoted(call)};
    if (const Node condition = condition_around(whole)) return branch_at(condition);
    const Situation use = use_of_number(facts, whole);
    if (call && is_among(called_name(call), lists) && use != Situation::looped) return {Situation::listed, what};
    return {use, what};
}

Seen shape_at(const Facts& facts, Node operand) {
    const Node subscript = syntax::enclosing(operand, Kind::subscript), call = syntax::enclosing(operand, Kind::call);
    const torch::Row* row = call ? facts.row_of(call) : nullptr;
    const bool by_call = row && row->rule == "GM301" && (!subscript || !syntax::is_within(subscript, call));
    if (subscript && !by_call && operand != subscript.child(Field::value))
        return {Situation::selected, quoted(subscript.child(Field::value)), quoted(operand)};
    const std::string what = quoted(call ? call : operand);
    if (!row) return {Situation::other, what};
    if (row->role == torch::Role::selects) {
        const Node object = call.child(Field::function).child(Field::object);
        const bool is_method = row->name.starts_with(torch::tensor_class);
        return {Situation::selected, quoted(is_method ? object : syntax::Call{call}.arguments().first_child())};
    }
    if (row->role == torch::Role::counts) return {Situation::counted, what};
    if (row->name.find("unique") != std::string_view::npos) return {Situation::distinct, what};
    const bool places = row->role == torch::Role::nonzero || row->name.ends_with("where");
    return {places ? Situation::placed : Situation::other, what};
}

// Of an operator, the call of which the result meets something: `random.uniform(a, b)` of `2 * random.uniform(a, b)`.
Node called_at(Node operand) {
    const bool is_operator =
        operand.is(Kind::binary_operator) || operand.is(Kind::unary_operator) || operand.is(Kind::augmented_assignment);
    if (!is_operator) return operand.is(Kind::call) ? operand : syntax::enclosing(operand, Kind::call);
    for (const Node node : subtree(operand))
        if (node.is(Kind::call)) return node;
    return {};
}

Seen call_at(const Facts& facts, Node operand) {
    struct Kin {
        std::string_view prefix;
        Situation situation;
    };
    constexpr std::array kin{
        Kin{"time.", Situation::timed},         Kin{"datetime.", Situation::timed}, Kin{"random.", Situation::drawn},
        Kin{"numpy.random.", Situation::drawn}, Kin{"numpy.", Situation::in_numpy}, Kin{"os.", Situation::asked},
        Kin{"importlib.", Situation::asked},    Kin{"inspect.", Situation::asked},  Kin{"platform.", Situation::asked},
        Kin{"sys.", Situation::asked},          Kin{"pathlib.", Situation::asked},  Kin{"shutil.", Situation::asked},
        Kin{"builtins.open", Situation::asked}};
    const Node call = called_at(operand);
    const torch::Row* row = call ? facts.row_of(call) : nullptr;
    const std::string what = quoted(call ? call : operand);
    const auto of_kin = [&](const Kin& each) { return row && row->name.starts_with(each.prefix); };
    const auto* found = std::ranges::find_if(kin, of_kin);
    return {found == kin.end() ? Situation::called : found->situation, what};
}

Seen change_at(Node operand) {
    const bool counts = syntax::is_target(operand);
    return {counts ? Situation::numbered : Situation::other, quoted(operand)};
}

Seen gradient_at(Node operand) {
    const Node call = syntax::enclosing(operand, Kind::call);
    const std::string_view name = call ? called_name(call) : std::string_view();
    constexpr std::array<std::string_view, 2> marks{"requires_grad_", "retain_grad"};
    if (is_among(name, marks) || operand.text().ends_with("requires_grad"))
        return {Situation::marked, quoted(call ? call : operand)};
    return {Situation::backward, quoted(call ? call : operand)};
}

}  // namespace transforms::advice
