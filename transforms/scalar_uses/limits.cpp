// `max(n, 1)`, `min(scale, 0.5)`, `self.worst = max(self.worst, err)`: limits of a number that stays a tensor.
#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/scalar_uses/scalar_uses.h"

namespace transforms::scalar_uses {

using function::number_of;
using syntax::Kind;
using syntax::Node;

namespace {

bool is_star(Node argument) { return argument.is(Kind::list_splat) || argument.is(Kind::dictionary_splat); }

}  // namespace

std::optional<std::string> limited(Node call, Node number, const std::string& made) {
    const std::string_view function = syntax::Call{call}.function().text();
    if (function != "max" && function != "min") return std::nullopt;
    const std::string_view word = function == "max" ? "min" : "max";
    std::string text = made;
    for (const Node each : syntax::Call{call}.arguments().children())
        if (each != number)
            text = edit::with_method(text, ".clamp(" + std::string(word) + "=" + std::string(each.text()) + ")");
    return text;
}

// A number beside which the tensor serves for its own, of which a literal one has to be exact.
bool NumberUses::is_limit(Node limit) {
    if (limit.is(Kind::keyword_argument) || is_star(limit)) return false;
    const values::Value value = facts_.value(limit);
    const auto number = number_of(value);
    if (!number) return may_round_ && (value.is(values::Kind::tensor_number) || function::is_number(value));
    const bool is_fixed = may_round_ && is_whole(numbers_);
    const bool is_taken = is_fixed || (assumes() && numbers_ == Numbers::any) || takes(limit);
    if (!is_taken || (*number == 0 && !assumes())) return false;
    check_small(limit);
    return true;
}

// The others are numbers. Of zeros, the one that comes first is given, which what assumes does not ask for.
bool NumberUses::may_limit(Node call, Node argument) {
    const Node arguments = syntax::Call{call}.arguments();
    if (syntax::Call{call}.only_argument() || (arguments.first_child() != argument && !may_round_)) return false;
    for (const Node limit : arguments.children())
        if (limit != argument && !is_limit(limit)) return false;
    return true;
}

// `min(0.9, n)` gives 0.9 for a NaN, which no whole number is, nor what is made of one.
bool NumberUses::tells_nan(Node call, Node argument) const {
    const Node arguments = syntax::Call{call}.arguments();
    if (arguments.first_child() != argument && !(may_round_ && is_whole(numbers_))) return true;
    for (const Node limit : arguments.children())
        if (limit != argument && facts_.value(limit).is(values::Kind::tensor_number)) return true;
    return false;
}

namespace {

// `self.worst` of `self.worst = max(self.worst, err)`: what is kept from call to call, in a place of its own.
Node kept_limit(Node call) {
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    if (!assignment || assignment->target().is(Kind::identifier)) return {};
    for (const Node limit : syntax::Call{call}.arguments().children())
        if (limit.text() == assignment->target().text()) return limit;
    return {};
}

}  // namespace

// `(err > self.worst, err, self.worst)` of that: what a comparison with NaN gives, Python's does, too.
std::string NumberUses::selected_limit(Node call, Node argument) const {
    const Node first = syntax::Call{call}.arguments().first_child(), second = first.next_sibling();
    const bool is_held = held_ && may_round_ && !sums_up_ && argument.is(Kind::identifier);
    if (!is_held || !kept_limit(call) || second.next_sibling()) return {};
    const std::string_view relation = syntax::Call{call}.function().text() == "max" ? " > " : " < ";
    const std::string one(first.text()), other(second.text());
    return "(" + other + std::string(relation) + one + ", " + other + ", " + one + ")";
}

// One NaN would stay for good in what is kept from call to call: a person decides.
void NumberUses::is_no_nan(Node call, Node argument) {
    const Node first = syntax::Call{call}.arguments().first_child();
    const std::string name = edit::quoted(argument == first ? call : argument);
    proof_.assume(name + " is not NaN", name + " may be NaN");
    doubtful_ = doubtful_ || kept_limit(call);
}

}  // namespace transforms::scalar_uses
