#include "transforms/scalar_uses/readers.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <array>
#include <span>

namespace transforms::scalar_uses {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

using Words = std::span<const std::string_view>;

constexpr int most_variables = 2;  // that are followed, one after the other
constexpr int most_reads = 16;     // of one attribute; of more, some may tell
constexpr std::array<std::string_view, 4> make_numbers{"float", "int", "bool", "len"};
constexpr std::array<std::string_view, 5> compute{"sum", "max", "min", "abs", "round"};

bool is_among(std::string_view word, Words words) { return std::ranges::find(words, word) != words.end(); }

// `from` is the attribute that is read, of which a decayed average may be kept.
bool is_plain_read(Node node, int variables, std::string_view from);

// `self.mean = 0.9 * self.mean + 0.1 * x`: how it was rounded is forgotten.
bool is_decayed_average(syntax::Assignment assignment, std::string_view average) {
    const Node sum = syntax::unparenthesized(assignment.value());
    if (assignment.target().text() != average || operator_of(sum) != Op::add) return false;
    const auto is_decayed = [&](Node part) {
        const Node product = syntax::unparenthesized(part);
        const bool is_product = product.is(Kind::binary_operator) && operator_of(product) == Op::mul;
        return is_product &&
               (product.child(Field::left).text() == average || product.child(Field::right).text() == average);
    };
    const Node left = sum.child(Field::left), right = sum.child(Field::right);
    return (is_decayed(left) && !syntax::mentions(right, average)) ||
           (is_decayed(right) && !syntax::mentions(left, average));
}

// `self.worst = max(self.worst, err)`, which is a new tensor each time.
bool is_renewed(syntax::Assignment assignment, std::string_view place) {
    return assignment.target().text() == place && assignment.value().is(Kind::call);
}

// Each use of the name in the function, or of the module outside of functions.
bool is_plain_variable(Node name, int variables, std::string_view from) {
    if (!name.is(Kind::identifier) || variables == 0) return false;
    const Node function = syntax::function_of(name), scope = function ? function : name.tree()->root();
    return std::ranges::all_of(subtree(scope), [&](Node use) {
        const bool is_it = use.is(Kind::identifier) && use.text() == name.text() && use.field() != Field::attribute;
        return !is_it || syntax::is_target(use) || is_plain_read(use, variables - 1, from);
    });
}

bool is_plain_argument(Node call, int variables, std::string_view from) {
    const std::string_view function = syntax::Call{call}.function().text();
    return is_among(function, make_numbers) || (is_among(function, compute) && is_plain_read(call, variables, from));
}

bool is_plain_comparison(Node comparison) {
    for (const Node part : comparison.children())
        if (part.op() == Op::is || part.op() == Op::is_not || part.op() == Op::in || part.op() == Op::not_in)
            return false;
    return static_cast<bool>(syntax::tester_of(comparison));
}

bool is_plain_read(Node node, int variables, std::string_view from) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::parenthesized_expression:
        case Kind::binary_operator:
        case Kind::unary_operator:
        case Kind::expression_list:
        case Kind::tuple:
        case Kind::list:
        case Kind::dictionary: return is_plain_read(parent, variables, from);
        case Kind::pair: return node.field() == Field::value && is_plain_read(parent.parent(), variables, from);
        case Kind::subscript:  // `self.seen[name] = x`
            return node.field() == Field::value &&
                   (syntax::is_target(parent) || is_plain_read(parent, variables, from));
        case Kind::comparison_operator: return is_plain_comparison(parent);
        case Kind::argument_list: return is_plain_argument(parent.parent(), variables, from);
        case Kind::assignment:
            return is_decayed_average(syntax::Assignment{parent}, from) ||
                   is_renewed(syntax::Assignment{parent}, from) ||
                   is_plain_variable(syntax::Assignment{parent}.target(), variables, from);
        case Kind::attribute: {  // `self.recent.append(x)`, `self.recent.maxlen`; but `set(self.seen.values())`
            const Node arguments = parent.parent().is(Kind::call) ? parent.parent().parent() : Node{};
            return !arguments.is(Kind::argument_list) || is_plain_argument(arguments.parent(), variables, from);
        }
        case Kind::interpolation:
        case Kind::return_statement:
        case Kind::augmented_assignment: return true;
        default: return static_cast<bool>(syntax::tester_of(node));
    }
}

bool hands_on(Node node) {
    const Node parent = node.parent();
    return parent.is(Kind::return_statement) || parent.is(Kind::pair) || parent.is(Kind::list) ||
           parent.is(Kind::tuple) || parent.is(Kind::expression_list) || parent.is(Kind::keyword_argument);
}

}  // namespace

bool is_told_apart(Node attribute) {
    const std::string_view name = syntax::Attribute{attribute}.name().text();
    int reads = 0;
    bool is_average = false, is_handed_on = false;
    const bool is_told = std::ranges::any_of(subtree(attribute.tree()->root()), [&](Node node) {
        if (!node.is(Kind::attribute) || syntax::Attribute{node}.name().text() != name || syntax::is_target(node))
            return false;
        const auto assignment = syntax::as<syntax::Assignment>(syntax::statement_of(node).first_child());
        is_average = is_average || (assignment && is_decayed_average(*assignment, node.text()));
        is_handed_on = is_handed_on || hands_on(node);
        return ++reads > most_reads || !is_plain_read(node, most_variables, node.text());
    });
    // Whoever is handed an average has the tensor that the next one is made of.
    return is_told || (is_average && is_handed_on);
}

}  // namespace transforms::scalar_uses
