#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <compare>

// Operators: what dtype, rank and metadata a tensor result has, and what is left of Python numbers.

namespace values {
namespace {

using syntax::Op;
using torch::Dtype;

bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

bool is_number(Value value) {
    switch (value.kind) {
        case Kind::literal:
        case Kind::constant:
        case Kind::number:
        case Kind::shape_number:
        case Kind::tensor_number: return true;
        default: return false;
    }
}

template <class T>
std::optional<T> as_literal(Value value) {
    if (!value.is(Kind::literal)) return std::nullopt;
    const auto& held = value.literal().value;
    if (const T* exact = std::get_if<T>(&held)) return *exact;
    if constexpr (std::is_same_v<T, double>)
        if (const auto* integer = std::get_if<std::int64_t>(&held)) return static_cast<double>(*integer);
    return std::nullopt;
}

// Of two Python numbers: `n / 2` is a float, `n ** k` may be one, and two bools make an int.
Dtype category_of_result(Op op, Value left, Value right) {
    const Dtype both = promoted(category(left), category(right));
    if (both != Dtype::integer && both != Dtype::boolean) return both;
    if (op == Op::div) return Dtype::floating;
    if (op == Op::pow) {
        const auto exponent = as_literal<std::int64_t>(right);
        return exponent && *exponent >= 0 ? Dtype::integer : Dtype::unknown;
    }
    return is_bitwise(op) ? both : Dtype::integer;
}

std::optional<std::int64_t> fold(Op op, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (op) {
        case Op::add: return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Op::sub: return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case Op::mul: return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        default: return std::nullopt;
    }
}

std::optional<bool> ordered(Op op, std::partial_ordering order) {
    switch (op) {
        case Op::less: return order < 0;
        case Op::less_equal: return order <= 0;
        case Op::greater: return order > 0;
        case Op::greater_equal: return order >= 0;
        case Op::equal: return order == 0;
        case Op::not_equal: return order != 0;
        default: return std::nullopt;
    }
}

std::optional<bool> compare_literals(Op op, Value left, Value right) {
    const auto a = as_literal<double>(left), b = as_literal<double>(right);
    if (a && b) return ordered(op, *a <=> *b);
    const auto s = as_literal<std::string_view>(left), t = as_literal<std::string_view>(right);
    if (s && t) return ordered(op, *s <=> *t);
    const auto p = as_literal<bool>(left), q = as_literal<bool>(right);
    if (p && q) return ordered(op, static_cast<int>(*p) <=> static_cast<int>(*q));
    return std::nullopt;
}

// What numbers alone made stays known through any operator.
Known both_known(Value left, Value right) {
    const auto made = [](Value value) { return is_static(value) || value.known == Known::made; };
    return made(left) && made(right) ? Known::made : Known::no;
}

}  // namespace

Value Frame::arithmetic(Op op, Value left, Value right) {
    if (left.is_tensor() || right.is_tensor()) return tensor_arithmetic(op, left, right);
    if (left.is(Kind::array) || right.is(Kind::array)) return {.kind = Kind::array, .known = both_known(left, right)};
    if (left.is(Kind::sequence) && right.is(Kind::sequence) && op == Op::add) return concatenated(left, right);
    if (left.is(Kind::sequence) && op == Op::mul)
        return store_.sequence_of(left.sequence().form, store_.element(left.sequence()));
    if (const auto a = as_literal<std::int64_t>(left), b = as_literal<std::int64_t>(right); a && b)
        if (const auto folded = fold(op, *a, *b)) return store_.literal(*folded);
    // `tracing |= is_fake(x)`
    if (const auto known = as_literal<bool>(left);
        known && (*known ? op == Op::bit_or : op == Op::bit_and) && !right.is(Kind::sequence))
        return left;
    if (!is_number(left) || !is_number(right)) {
        const bool masks =
            (is_bitwise(op) || op == Op::mul) && category(left) == Dtype::boolean && category(right) == Dtype::boolean;
        return {.dtype = masks ? Dtype::boolean : Dtype::unknown};
    }
    for (const Kind kind : {Kind::tensor_number, Kind::shape_number, Kind::number})
        if (left.is(kind) || right.is(kind))
            return {.kind = kind, .varies = left.varies || right.varies, .dtype = category_of_result(op, left, right)};
    return {.kind = Kind::constant, .dtype = category_of_result(op, left, right)};
}

Value Frame::tensor_arithmetic(Op op, Value left, Value right) {
    Value result{.kind = Kind::tensor,
                 .likely = left.likely || right.likely,
                 .origin = Origin::fresh,
                 .known = both_known(left, right)};
    const Value tensor = left.is_tensor() ? left : right;
    const Value other = left.is_tensor() ? right : left;
    result.dtype = promoted(category(left), category(right));
    if (op == Op::div && result.dtype != Dtype::complex)
        result.dtype = result.dtype == Dtype::unknown ? Dtype::unknown : Dtype::floating;
    // `seen & (x > 0)`: nobody counts bits of the truth of a comparison.
    if (is_bitwise(op) && tensor.dtype == Dtype::boolean && category(other) == Dtype::unknown)
        result.dtype = Dtype::boolean, result.likely = true;
    if (op == Op::matmul) return result;
    if (other.is_tensor()) {
        if (left.rank >= 0 && right.rank >= 0) result.rank = std::max(left.rank, right.rank);
        if (op != Op::div) result.meta = store_.derive(Store::Derivation::broadcast, left.meta, right.meta);
        return result;
    }
    if (!is_number(other)) return result;  // a tensor subclass, a list...: of any shape
    result.rank = tensor.rank;
    const Dtype number = category(other);
    if (is_bitwise(op)) {
        if (number == Dtype::boolean || (number == Dtype::integer && tensor.dtype == Dtype::integer))
            result.meta = tensor.meta;
        return result;
    }
    // A Python number changes the dtype of a tensor only if it is of a higher category.
    if (tensor.dtype == Dtype::floating || tensor.dtype == Dtype::complex) {
        if (number == Dtype::boolean || number == Dtype::integer || number == Dtype::floating)
            result.meta = tensor.meta;
    } else if (number == Dtype::integer && op != Op::div) {
        result.meta =
            tensor.dtype == Dtype::integer ? tensor.meta : store_.derive(Store::Derivation::with_int, tensor.meta);
    } else if (number == Dtype::floating || (number == Dtype::integer && op == Op::div)) {
        result.meta = store_.derive(Store::Derivation::with_float, tensor.meta);
    }
    return result;
}

Value Frame::concatenated(Value left, Value right) {
    const Sequence& a = left.sequence();
    const Sequence& b = right.sequence();
    if (a.exact && b.exact) {
        std::vector<Value> items = a.items;
        items.insert(items.end(), b.items.begin(), b.items.end());
        return store_.sequence(a.form, std::move(items));
    }
    Value element = never();
    for (const Value item : a.items) element = store_.join(element, item);
    for (const Value item : b.items) element = store_.join(element, item);
    return store_.sequence_of(a.form, element);
}

Value Frame::negated(Op op, Value operand) {
    if (op == Op::sub) {
        if (const auto integer = as_literal<std::int64_t>(operand); integer && *integer != INT64_MIN)
            return store_.literal(-*integer);
        if (const auto real = as_literal<double>(operand)) return store_.literal(-*real);
    }
    const bool counts = is_number(operand) && category(operand) == Dtype::boolean;  // `-flag`
    if (operand.is(Kind::literal))
        return {.kind = Kind::constant, .dtype = counts ? Dtype::integer : category(operand)};
    if (counts) operand.dtype = Dtype::integer;
    return operand;
}

Value Frame::compare(State& state, syntax::Node node) {
    const syntax::Node first = node.first_child();
    Value left = evaluate(state, first);
    Value result = unknown();
    for (syntax::Node operand = first.next_sibling(); operand; operand = operand.next_sibling()) {
        const Value right = evaluate(state, operand);
        result = comparison(operand, operand.op(), left, right);
        // `a < b < c` asks for the truth of `a < b`.
        if (operand.next_sibling()) ask_truth(operand, result, Branch::Form::chain);
        left = right;
    }
    return result;
}

Value Frame::comparison(syntax::Node node, Op op, Value left, Value right) {
    if (op == Op::is || op == Op::is_not) return identity(op, left, right);
    const bool membership = op == Op::in || op == Op::not_in;
    if (membership) {
        // `t in container` compares with its items, and Dynamo knows that a number is no tensor; dict lookups go by
        // hash.
        if (right.is_tensor()) {
            ask_truth(node, right, Branch::Form::containment);
            return constant();
        }
        operate(node.parent(), right, "__contains__", {.positional = {left}, .keywords = {}});
        if (right.is(Kind::sequence) && left.is_tensor())
            ask_truth(node, tensor_arithmetic(op, left, left), Branch::Form::membership);
        return constant();
    }
    if (op == Op::equal && left.is(Kind::foreign))
        operate(node.parent(), left, "__eq__", {.positional = {right}, .keywords = {}});
    if ((op == Op::equal || op == Op::not_equal) && (left.is(Kind::none) || right.is(Kind::none)))
        return identity(op, left, right);
    if (left.is_tensor() || right.is_tensor()) {
        Value result = tensor_arithmetic(Op::add, left, right);
        result.dtype = Dtype::boolean;
        const Value tensor = left.is_tensor() ? left : right;
        const Meta shape = left.is_tensor() && right.is_tensor()
                               ? store_.derive(Store::Derivation::broadcast, left.meta, right.meta)
                               : tensor.meta;
        result.meta = store_.derive(Store::Derivation::boolean, shape);
        // A comparison with None asks for identity: False, no mask.
        if (op == Op::equal || op == Op::not_equal) result.maybe_none = left.maybe_none || right.maybe_none;
        return result;
    }
    if (left.is(Kind::array) || right.is(Kind::array)) return {.kind = Kind::array, .dtype = Dtype::boolean};
    if (const auto known = compare_literals(op, left, right)) return store_.literal(*known);
    // Of tensors, if they are some, it is a mask.
    if (left.is(Kind::unknown) || right.is(Kind::unknown)) return {.dtype = Dtype::boolean};
    if (left.is(Kind::tensor_number) || right.is(Kind::tensor_number))
        return {.kind = Kind::tensor_number, .dtype = Dtype::boolean};
    return constant();
}

// `is`, and `==` with None: of what is certainly None or certainly not.
Value Frame::identity(Op op, Value left, Value right) {
    const bool positive = op == Op::is || op == Op::equal;
    if (!left.is(Kind::none) && !right.is(Kind::none)) return constant();
    const Value other = left.is(Kind::none) ? right : left;
    if (other.is(Kind::none)) return store_.literal(positive);
    const bool vague = other.maybe_none || other.is(Kind::unknown) || other.is(Kind::constant) || other.is(Kind::api);
    return vague ? constant() : store_.literal(!positive);
}

}  // namespace values
