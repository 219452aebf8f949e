#include "analysis/syntax/reader.h"

#include <array>

namespace syntax {
namespace {

struct Operator {
    int precedence = 0;  // as tree-sitter-python has it; 0: none
    Op op = Op::none;
};

constexpr int of_signs = 20;
constexpr int of_powers = 21;

constexpr Operator binary_operator(Word word) {
    switch (word) {
        case Word::bar: return {14, Op::bit_or};
        case Word::ampersand: return {15, Op::bit_and};
        case Word::caret: return {16, Op::bit_xor};
        case Word::shift_left: return {17, Op::shift_left};
        case Word::shift_right: return {17, Op::shift_right};
        case Word::plus: return {18, Op::add};
        case Word::minus: return {18, Op::sub};
        case Word::star: return {19, Op::mul};
        case Word::at: return {19, Op::matmul};
        case Word::slash: return {19, Op::div};
        case Word::percent: return {19, Op::mod};
        case Word::double_slash: return {19, Op::floor_div};
        case Word::double_star: return {of_powers, Op::pow};
        default: return {};
    }
}

constexpr Op comparison_operator(Word word) {
    switch (word) {
        case Word::less: return Op::less;
        case Word::less_equal: return Op::less_equal;
        case Word::greater: return Op::greater;
        case Word::greater_equal: return Op::greater_equal;
        case Word::equal: return Op::equal;
        case Word::not_equal: return Op::not_equal;
        case Word::in: return Op::in;
        case Word::is: return Op::is;
        case Word::not_: return Op::not_in;
        default: return Op::none;
    }
}

// What may stand behind the last expression of a list, with or without a comma in between.
constexpr bool ends_expressions(Word word) {
    switch (word) {
        case Word::newline:
        case Word::semicolon:
        case Word::assign:
        case Word::augmented:
        case Word::colon:
        case Word::right_parenthesis:
        case Word::right_bracket:
        case Word::right_brace:
        case Word::end: return true;
        default: return false;
    }
}

}  // namespace

Reader::Id Reader::expressions() {
    const Id first = element();
    if (!is_at(Word::comma)) return first;
    const Id made = begin(Kind::expression_list, first);
    while (is_at(Word::comma)) {
        end_at(made, take());
        if (ends_expressions(word())) break;
        drafts_.add(made, element());
    }
    return made;
}

Reader::Id Reader::element() { return is_at(Word::star) ? splat() : expression(); }

// `*a`. What `*a + b` is, grammars do not agree on, nor what `*1()` is.
Reader::Id Reader::splat() {
    const Id made = begin(Kind::list_splat, take());
    const Id operand = expression();
    Id called = operand;
    while (kind_of(called) == Kind::call) called = drafts_[called].first_child;
    switch (kind_of(called)) {
        case Kind::identifier:
        case Kind::attribute:
        case Kind::subscript:
        case Kind::list:
        case Kind::tuple:
        case Kind::parenthesized_expression:
        case Kind::list_comprehension:
        case Kind::generator_expression: break;
        default: throw Unread{};
    }
    drafts_.add(made, operand);
    return made;
}

Reader::Id Reader::double_splat() {
    const Id made = begin(Kind::dictionary_splat, take());
    drafts_.add(made, expression());
    return made;
}

Reader::Id Reader::yield() {
    const Id made = begin(Kind::yield, take());
    if (take_if(Word::from))
        drafts_.add(made, expression());
    else if (!ends_expressions(word()))
        drafts_.add(made, expressions());
    return made;
}

// Without `conditional` an `if` behind it is not its own, as in `[x for x in xs if x]`.
Reader::Id Reader::expression(bool conditional) {
    const Depth depth(*this);
    if (is_at(Word::lambda)) return lambda(conditional);
    if (is_at(Word::name) && word(1) == Word::walrus) {
        const Id made = begin(Kind::named_expression, leaf(Kind::identifier, Word::name), Field::name);
        take();
        drafts_.add(made, expression(), Field::value);
        return made;
    }
    const Id then = disjunction();
    if (!conditional || !take_if(Word::if_)) return then;
    const Id made = begin(Kind::conditional_expression, then);
    drafts_.add(made, disjunction());
    take(Word::else_);
    drafts_.add(made, expression());
    return made;
}

Reader::Id Reader::lambda(bool conditional) {
    const Id made = begin(Kind::lambda, take());
    if (!is_at(Word::colon)) {
        const Id list = drafts_.make(Kind::lambda_parameters, {tokens_[at_].begin, tokens_[at_].begin});
        parameters(list, Word::colon);
        drafts_.add(made, list, Field::parameters);
    }
    take(Word::colon);
    drafts_.add(made, expression(conditional), Field::body);
    return made;
}

Reader::Id Reader::disjunction() { return boolean(Word::or_, Op::logical_or, &Reader::conjunction); }

Reader::Id Reader::conjunction() { return boolean(Word::and_, Op::logical_and, &Reader::negation); }

Reader::Id Reader::boolean(Word wanted, Op op, Id (Reader::*operand)()) {
    Id left = (this->*operand)();
    while (take_if(wanted)) {
        left = begin(Kind::boolean_operator, left, Field::left);
        drafts_[left].op = op;
        drafts_.add(left, (this->*operand)(), Field::right);
    }
    return left;
}

Reader::Id Reader::negation() {
    if (!is_at(Word::not_)) return comparison();
    const Depth depth(*this);
    const Id made = begin(Kind::not_operator, take());
    drafts_.add(made, negation(), Field::argument);
    return made;
}

// Each operand but the first carries the operator before it.
Reader::Id Reader::comparison() {
    const Id first = binary(0);
    Id made = 0;
    for (Op op = comparison_operator(word()); op != Op::none; op = comparison_operator(word())) {
        if (op == Op::not_in && word(1) != Word::in) throw Unread{};
        take();
        if (op == Op::not_in) take();
        if (op == Op::is && take_if(Word::not_)) op = Op::is_not;
        if (made == 0) made = begin(Kind::comparison_operator, first);
        const Id operand = binary(0);
        drafts_[operand].op = op;
        drafts_.add(made, operand);
    }
    return made == 0 ? first : made;
}

// Operators that bind closer than `above`.
Reader::Id Reader::binary(int above) {
    Id left = unary();
    for (;;) {
        const auto [precedence, op] = binary_operator(word());
        if (precedence <= above) return left;
        take();
        left = begin(Kind::binary_operator, left, Field::left);
        drafts_[left].op = op;
        const bool to_the_right = precedence == of_powers;
        drafts_.add(left, binary(to_the_right ? precedence - 1 : precedence), Field::right);
    }
}

Reader::Id Reader::unary() {
    const Op op = is_at(Word::minus)   ? Op::sub
                  : is_at(Word::plus)  ? Op::add
                  : is_at(Word::tilde) ? Op::invert
                                       : Op::none;
    if (op == Op::none && !is_at(Word::await)) return primary();
    const Depth depth(*this);
    const Id made = begin(op == Op::none ? Kind::await : Kind::unary_operator, take(), op);
    drafts_.add(made, binary(of_signs), op == Op::none ? Field::none : Field::argument);
    return made;
}

}  // namespace syntax
