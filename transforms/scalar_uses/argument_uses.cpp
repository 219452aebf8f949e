// A number that is handed to a call, or reads a row: what a tensor does there.
#include "analysis/effects/escape.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/scalar_uses/scalar_uses.h"

#include <algorithm>
#include <array>
#include <utility>

namespace transforms::scalar_uses {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view root = "math.sqrt", size = "abs", size_of_float = "math.fabs";
constexpr std::string_view builtin_size = "builtins.abs", filling = ".full";

// Of Python, and under their names of torch. Where Python raises an error, torch gives NaN or infinity.
struct Function {
    std::string_view name;
    bool of_positive = false;
};
constexpr std::array<Function, 11> functions{{{"cos"},
                                              {"sin"},
                                              {"tanh"},
                                              {"atan"},
                                              {"asinh"},
                                              {"erf"},
                                              {"exp"},
                                              {"expm1"},
                                              {"log", true},
                                              {"log10", true},
                                              {"log2", true}}};

// numpy gives NaN and infinity as torch does, and has these as well.
constexpr std::array<Function, 14> functions_of_numpy{{{"cos"},
                                                       {"sin"},
                                                       {"tan"},
                                                       {"tanh"},
                                                       {"exp"},
                                                       {"expm1"},
                                                       {"log"},
                                                       {"log10"},
                                                       {"log2"},
                                                       {"log1p"},
                                                       {"sqrt"},
                                                       {"abs"},
                                                       {"sign"},
                                                       {"square"}}};

// What `math.cos(x)` or `np.cos(x)` calls; null if it is none of these.
const Function* function_of(const function::Facts& facts, Node call) {
    constexpr std::string_view of_math = "math.", of_numpy = "numpy.";
    const auto name = facts.program().names().qualified(call.child(Field::function));
    const Node argument = syntax::Call{call}.arguments().first_child();
    if (!name || argument.next_sibling()) return nullptr;
    const auto in = [](const auto& known, std::string_view wanted) -> const Function* {
        const auto found = std::ranges::find(known, wanted, &Function::name);
        return found == known.end() ? nullptr : &*found;
    };
    if (name->starts_with(of_math)) return in(functions, std::string_view(*name).substr(of_math.size()));
    return name->starts_with(of_numpy) ? in(functions_of_numpy, std::string_view(*name).substr(of_numpy.size()))
                                       : nullptr;
}

bool is_called(const function::Facts& facts, Node call, std::string_view function) {
    const auto name = facts.program().names().qualified(call.child(Field::function));
    const Node argument = syntax::Call{call}.arguments().first_child();
    return name && *name == function && !argument.next_sibling();
}

// `x` of `x.mul(s)`, `torch.sub(x, s)`, `torch.where(m, x, s)`; none where a tensor may not serve as a number.
Node tensor_beside(const function::Facts& facts, Node call, Node argument) {
    constexpr std::array<std::string_view, 15> operators{"add", "sub", "mul", "div", "add_", "sub_", "mul_", "div_",
                                                         "pow", "gt",  "ge",  "lt",  "le",   "eq",   "ne"};
    const torch::Row* row = facts.row_of(call);
    std::vector<Node> all;
    for (const Node each : syntax::Call{call}.arguments().children()) all.push_back(each);
    if (!row || !row->name.starts_with("torch.")) return {};
    const std::string_view name = row->last_word();
    const Node object = call.child(Field::function).child(Field::object);
    const bool is_method = facts.value(object).is_tensor();
    Node other;
    if (row->role == torch::Role::chooses && all.size() == 3 && argument != all.front())
        other = all[1] == argument ? all[2] : all[1];
    else if (std::ranges::find(operators, name) != operators.end() && all.back() == argument &&
             all.size() == (is_method ? 1 : 2))
        other = is_method ? object : all.front();
    const bool fits = other && !other.is(Kind::keyword_argument) && facts.value(other).is_tensor();
    return fits ? other : Node{};
}

// `x` of `x.clamp(-s, s)`: PyTorch takes numbers or tensors for the bounds, and not one of each.
Node clamped_by(const function::Facts& facts, Node call, const names::Binding* held) {
    const Node function = call.child(Field::function), object = function.child(Field::object);
    if (!held || !object) return {};
    const bool is_open = facts.value(object).is(values::Kind::unknown);  // no number has the method
    const torch::Row* row =
        is_open ? facts.member_of_tensors(function.child(Field::attribute).text()) : facts.row_of(call);
    if (!row || (!is_open && !facts.value(object).is_tensor())) return {};
    if (!row->name.ends_with(".clamp") && !row->name.ends_with(".clip")) return {};
    for (const Node each : syntax::Call{call}.arguments().children()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        const Node given = keyword ? keyword->value() : each;
        const bool is_negative = given.is(Kind::unary_operator) && operator_of(given) == syntax::Op::sub;
        if (facts.variable(is_negative ? given.first_child() : given) != held) return {};
    }
    return object;
}

// `x.masked_fill(mask, s)`: a number and a tensor without dimensions do the same there, in every dtype.
bool fills(const function::Facts& facts, Node call, Node argument) {
    const torch::Row* row = facts.row_of(call);
    const Node first = syntax::Call{call}.arguments().first_child();
    const bool method = row && row->name.starts_with(torch::tensor_class);
    const Node mask = method ? first : first.next_sibling();
    return row && (row->name.ends_with(".masked_fill") || row->name.ends_with(".masked_fill_")) && mask &&
           mask.next_sibling() == argument && !argument.is(Kind::keyword_argument);
}

// `torch.ones(shape, dtype=d) * t` of `torch.full(shape, t, dtype=d)`
std::optional<std::string> filled_by_product(const function::Facts& facts, Node call, Node argument) {
    const torch::Row* row = facts.row_of(call);
    const Node function = call.child(Field::function), object = function.child(Field::object);
    const Node shape = syntax::Call{call}.arguments().first_child();
    const bool fills = row && row->name.ends_with(filling) && object && !facts.value(object).is_tensor();
    if (!fills || shape.next_sibling() != argument || shape.is(Kind::keyword_argument)) return std::nullopt;
    std::string given(shape.text());
    for (Node each = argument.next_sibling(); each; each = each.next_sibling()) {
        const auto keyword = syntax::as<syntax::Keyword>(each);
        if (!keyword || (keyword->name().text() != "dtype" && keyword->name().text() != "device")) return std::nullopt;
        given.append(", ").append(each.text());
    }
    return std::string(object.text()) + ".ones(" + given + ") * " + std::string(argument.text());
}

}  // namespace

std::string_view function_in_torch(const function::Facts& facts, Node call) {
    if (is_called(facts, call, root)) return "sqrt";
    if (is_called(facts, call, size_of_float)) return size;
    const Function* known = function_of(facts, call);
    return known ? known->name : std::string_view();
}

// `max(std, 1e-5)` gives the one or the other, of a tensor as well; which of them, where they are equal or one is NaN,
// depends on their order, and on the sign of a zero.
void NumberUses::check_argument(Node call, Node argument) {
    if (condition::question_to_number(facts_, call)) return check_truth(call);
    if (const Node other = tensor_beside(facts_, call, argument)) return meets(call, other);
    if (const Node other = clamped_by(facts_, call, may_round_ ? held_ : nullptr)) return meets(call, other);
    if (fills(facts_, call, argument) || is_rolled(call, argument)) return;
    if (const auto made = may_round_ && held_ && numbers_ == Numbers::floating
                              ? filled_by_product(facts_, call, argument)
                              : std::nullopt)
        return respell({.node = call, .variable = held_, .made = *made, .serves_numbers = true});
    if (is_called(facts_, call, root)) return check_root(call);
    if (is_called(facts_, call, size_of_float)) {
        respell({.node = call, .variable = held_, .function = size});
        return check(call);
    }
    if (const Function* function = may_round_ ? function_of(facts_, call) : nullptr) {
        if (function->of_positive && !is_positive(argument))
            proof_.assume(edit::quoted(argument) + " is positive", edit::quoted(argument) + " may not be positive");
        widen();
        is_summed(call);
        respell({.node = call, .variable = held_, .function = function->name});  // `torch.cos(x)`
        return check(call);
    }
    const torch::Row* row = facts_.row_of(call);
    if (row && row->name == builtin_size && !is_whole(numbers_)) return check(call);
    if (!operations::is_extreme(row) || !may_limit(call, argument)) return observed(argument);
    const bool may_be_nan = tells_nan(call, argument);
    const std::string selected = may_be_nan ? selected_limit(call, argument) : "";
    if (may_be_nan && selected.empty()) is_no_nan(call, argument);
    if (sums_up_ || beside_number_) return check(call);  // `max(count, 1)` takes the tensor as well
    auto made = may_round_ && held_ ? limited(call, argument, take_spelling(argument)) : std::nullopt;
    if (!selected.empty()) made = selected;
    if (made) respell({.node = call, .variable = held_, .function = selected.empty() ? "" : "where", .made = *made});
    const bool is_tensor =
        made || (may_round_ && argument == read_);  // where the read is written anew, so is the limit
    const bool before = std::exchange(limited_, limited_ || !is_tensor);
    check(call);
    limited_ = before;
}

// `x.clamp(min=-s, max=s)`
void NumberUses::check_keyword(Node keyword, Node value) {
    const Node call = keyword.parent().parent();
    const Node other = call.is(Kind::call) ? clamped_by(facts_, call, may_round_ ? held_ : nullptr) : Node{};
    return other ? meets(call, other) : branches_on(value);
}

// `0.4 / s.clamp(min=1e-3)` of `0.4 / max(s, 1e-3)`, for what is written around it.
std::string NumberUses::take_spelling(Node node) {
    std::vector<edit::Replacement> spelled;
    const auto is_inside = [&](const Respelled& each) {
        return each.is_made_here() && syntax::is_within(each.node, node);
    };
    for (const Respelled& each : respelled_)
        if (is_inside(each)) spelled.push_back({each.node.span(), each.made}), taken_.push_back(each.node);
    std::erase_if(respelled_, is_inside);
    return edit::on_one_line(node, std::move(spelled));
}

}  // namespace transforms::scalar_uses
