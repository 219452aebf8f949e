#include "analysis/values/interpret/frame.h"

#include <algorithm>
#include <compare>

// Operators: what dtype, rank and metadata a tensor result has, and what is left of Python numbers.

namespace values {
namespace {

using syntax::Op;
using torch::Dtype;

// The row of an operator that Dynamo does not trace of them; the message quotes the code.
constexpr std::string_view of_drawn_numbers = "random.drawn.*";

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

// An int or float.
std::optional<double> as_real(Value value) {
    if (const auto* integer = literal_of<std::int64_t>(value)) return static_cast<double>(*integer);
    const auto* real = literal_of<double>(value);
    return real ? std::optional(*real) : std::nullopt;
}

// Of two Python numbers: `n / 2` is a float, `n ** k` may be one, and two bools make an int.
Dtype category_of_result(Op op, Value left, Value right) {
    const Dtype both = promoted(category(left), category(right));
    if (both != Dtype::integer && both != Dtype::boolean) return both;
    if (op == Op::div) return Dtype::floating;
    if (op == Op::pow) {
        const auto* exponent = literal_of<std::int64_t>(right);
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
    const auto a = as_real(left), b = as_real(right);
    if (a && b) return ordered(op, *a <=> *b);
    const auto *s = literal_of<std::string_view>(left), *t = literal_of<std::string_view>(right);
    if (s && t) return ordered(op, *s <=> *t);
    const auto *p = literal_of<bool>(left), *q = literal_of<bool>(right);
    if (p && q) return ordered(op, static_cast<int>(*p) <=> static_cast<int>(*q));
    return std::nullopt;
}

// What numbers alone made stays known through any operator.
Known both_known(Value left, Value right) {
    const auto made = [](Value value) { return is_static(value) || value.known == Known::made; };
    return made(left) && made(right) ? Known::made : Known::no;
}

// Of what are no tensors, no arrays and no sequences.
Value of_numbers(Op op, Value left, Value right) {
    if (!is_number(left) || !is_number(right)) {
        const bool masks =
            (is_bitwise(op) || op == Op::mul) && category(left) == Dtype::boolean && category(right) == Dtype::boolean;
        // `n * x.item()`, of which nothing else is known: a symbol where all is one graph.
        const bool is_read = left.is(Kind::tensor_number) || right.is(Kind::tensor_number);
        return {.dtype = masks ? Dtype::boolean : Dtype::unknown,
                .unbacked = is_read || left.unbacked || right.unbacked};
    }
    const Dtype dtype = category_of_result(op, left, right);
    for (const Kind kind : {Kind::tensor_number, Kind::shape_number, Kind::number})
        if (left.is(kind) || right.is(kind))
            return {.kind = kind,
                    .varies = left.varies || right.varies,
                    .dtype = dtype,
                    .unbacked = left.unbacked || right.unbacked};
    return {.kind = Kind::constant, .dtype = dtype, .unbacked = left.unbacked || right.unbacked};
}

// Of the dtypes of `left op right`, one of which is a tensor.
Dtype dtype_of_result(Op op, Value left, Value right) {
    const Dtype both = promoted(category(left), category(right));
    return op == Op::div && both != Dtype::complex && both != Dtype::unknown ? Dtype::floating : both;
}

// The class of `tensor op number`. A Python number changes the dtype of a tensor only if it is of a higher category.
Meta meta_with_number(Store& store, Op op, Value tensor, Dtype number) {
    const bool is_bool = number == Dtype::boolean, is_integer = number == Dtype::integer;
    if (is_bitwise(op)) return is_bool || (is_integer && tensor.dtype == Dtype::integer) ? tensor.meta : 0;
    const bool is_real = is_integer || number == Dtype::floating;
    if (tensor.dtype == Dtype::floating || tensor.dtype == Dtype::complex) return is_bool || is_real ? tensor.meta : 0;
    if (!is_real) return 0;
    if (!is_integer || op == Op::div) return store.derive(Store::Derivation::with_float, tensor.meta);
    return tensor.dtype == Dtype::integer ? tensor.meta : store.derive(Store::Derivation::with_int, tensor.meta);
}

}  // namespace

Value Frame::arithmetic(Op op, Value left, Value right) {
    if (left.is_tensor() || right.is_tensor()) return tensor_arithmetic(op, left, right);
    if (left.is(Kind::array) || right.is(Kind::array)) return array_arithmetic(op, left, right);
    if (left.is(Kind::sequence) && right.is(Kind::sequence) && op == Op::add) return concatenated(left, right);
    if (left.is(Kind::sequence) && op == Op::mul)
        return store_.sequence_of(left.sequence().form, store_.element(left.sequence()));
    if (const auto* a = literal_of<std::int64_t>(left), *b = literal_of<std::int64_t>(right); a && b)
        if (const auto folded = fold(op, *a, *b)) return store_.literal(*folded);
    // `tracing |= is_fake(x)`
    if (const bool* known = literal_of<bool>(left);
        known && op == (*known ? Op::bit_or : Op::bit_and) && !right.is(Kind::sequence))
        return left;
    return of_numbers(op, left, right);
}

// Dynamo keeps a number that Python draws in a tensor, and traces what is done with it and tensors: nothing else, as
// `2 * random.uniform(a, b)`. Behind the break it is a number.
Value Frame::operation(syntax::Node node, Op op, Value left, Value right) {
    const auto is_one = [&](Value value) { return is_drawn(value) || is_number(value); };
    if ((!is_drawn(left) && !is_drawn(right)) || !is_one(left) || !is_one(right)) return arithmetic(op, left, right);
    emit(Call{.node = node,
              .callee = unknown(),
              .row = torch::find(of_drawn_numbers, interpreter_.options().torch),
              .arguments = {.positional = {left, right}, .keywords = {}}});
    return {.kind = Kind::number, .dtype = category_of_result(op, left, right)};
}

// Of arrays only what indexes something has to be known: a mask, or a number without dimensions.
Value Frame::array_arithmetic(Op op, Value left, Value right) {
    const Value array = left.is(Kind::array) ? left : right;
    const Value other = left.is(Kind::array) ? right : left;
    if (other.is(Kind::unknown)) return unknown();  // of a tensor it is one: `embeds *= np.sqrt(size)`
    Value result{.kind = Kind::array, .likely = left.likely || right.likely, .known = both_known(left, right)};
    const Dtype both = promoted(category(left), category(right));
    if (is_bitwise(op) || (both == Dtype::integer && op != Op::div && op != Op::pow)) result.dtype = both;
    if (is_number(other) || (other.is(Kind::array) && other.rank == 0)) result.rank = array.rank;
    return result;
}

Value Frame::tensor_arithmetic(Op op, Value left, Value right) {
    Value result{.kind = Kind::tensor,
                 .likely = left.likely || right.likely,
                 .origin = Origin::fresh,
                 .known = both_known(left, right),
                 .unbacked = left.unbacked || right.unbacked};
    const Value tensor = left.is_tensor() ? left : right;
    const Value other = left.is_tensor() ? right : left;
    result.dtype = dtype_of_result(op, left, right);
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
    result.meta = meta_with_number(store_, op, tensor, category(other));
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
        if (const auto* integer = literal_of<std::int64_t>(operand); integer && *integer != INT64_MIN)
            return store_.literal(-*integer);
        if (const auto real = as_real(operand)) return store_.literal(-*real);
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
    if (op == Op::in || op == Op::not_in) return membership(node, op, left, right);
    const bool equates = op == Op::equal || op == Op::not_equal;
    if (const auto made = by_operator(node.parent(), op, left, right, false)) return *made;
    if (op == Op::equal && left.is(Kind::foreign))
        operate(node.parent(), left, "__eq__", {.positional = {right}, .keywords = {}});
    if (equates && (left.is(Kind::none) || right.is(Kind::none))) return identity(op, left, right);
    // A tensor is no text, and the answer is False; an array is compared element by element.
    const bool with_text = literal_of<std::string_view>(left) || literal_of<std::string_view>(right);
    if (equates && with_text && (left.is_tensor() || right.is_tensor()))
        return left.likely || right.likely ? constant() : store_.literal(op == Op::not_equal);
    if (left.is_tensor() || right.is_tensor()) {
        Value mask = compared(left, right);
        // A comparison with None asks for identity: False, no mask.
        if (equates) mask.maybe_none = left.maybe_none || right.maybe_none;
        return mask;
    }
    if (left.is(Kind::array) || right.is(Kind::array)) {
        const int rank = array_arithmetic(op, left, right).rank;
        return {.kind = Kind::array,
                .likely = left.likely || right.likely,
                .dtype = Dtype::boolean,
                .rank = static_cast<std::int8_t>(rank)};
    }
    if (const auto known = compare_literals(op, left, right)) return store_.literal(*known);
    // Of tensors, if they are some, it is a mask.
    if (left.is(Kind::unknown) || right.is(Kind::unknown))
        return {.dtype = Dtype::boolean, .unbacked = left.unbacked || right.unbacked};
    if (left.is(Kind::tensor_number) || right.is(Kind::tensor_number))
        return {.kind = Kind::tensor_number, .dtype = Dtype::boolean};
    return {.kind = Kind::constant, .unbacked = left.unbacked || right.unbacked};
}

// `t in container` compares with its items, and Dynamo knows that a number is no tensor; dicts and sets go by hash.
Value Frame::membership(syntax::Node node, Op op, Value left, Value right) {
    if (right.has_data()) {
        ask_truth(node, right, Branch::Form::containment);
        return constant();
    }
    operate(node.parent(), right, "__contains__", {.positional = {left}, .keywords = {}});
    if (!special(node.parent(), right, "__contains__", {.positional = {left}, .keywords = {}}))
        (void)iterator_of(node.parent(), right);
    const bool goes_by_hash = right.is(Kind::sequence) && right.sequence().form == Sequence::Form::set;
    if (right.is(Kind::sequence) && !goes_by_hash && left.has_data()) {
        const Value item = left.is_tensor() ? tensor_arithmetic(op, left, left) : array_arithmetic(op, left, left);
        ask_truth(node, item, Branch::Form::membership);
    }
    return constant();
}

// The mask that a comparison with a tensor gives.
Value Frame::compared(Value left, Value right) {
    Value mask = tensor_arithmetic(Op::add, left, right);
    mask.dtype = Dtype::boolean;
    const Meta shape = left.is_tensor() && right.is_tensor()
                           ? store_.derive(Store::Derivation::broadcast, left.meta, right.meta)
                       : left.is_tensor() ? left.meta
                                          : right.meta;
    mask.meta = store_.derive(Store::Derivation::boolean, shape);
    return mask;
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
