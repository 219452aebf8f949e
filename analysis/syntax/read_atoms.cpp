#include "analysis/syntax/reader.h"

namespace syntax {
namespace {

// Whether a comprehension may begin with it: `(yield a for a in b)` and `f(a=b for b in c)` are errors.
constexpr bool is_repeatable(Kind kind) {
    return kind != Kind::yield && kind != Kind::keyword_argument && kind != Kind::dictionary_splat;
}

}  // namespace

Reader::Id Reader::primary() {
    Id read = atom();
    for (;;) {
        switch (word()) {
            case Word::dot:
                read = begin(Kind::attribute, read, Field::object);
                take();
                drafts_.add(read, leaf(Kind::identifier, Word::name), Field::attribute);
                break;
            case Word::left_parenthesis: read = call(read); break;
            case Word::left_bracket: read = subscript(read); break;
            default: return read;
        }
    }
}

Reader::Id Reader::atom() {
    switch (word()) {
        case Word::name: return begin(Kind::identifier, take());
        case Word::integer: return begin(Kind::integer, take());
        case Word::float_: return begin(Kind::float_, take());
        case Word::string:
        case Word::f_string: return strings();
        case Word::true_: return begin(Kind::true_, take());
        case Word::false_: return begin(Kind::false_, take());
        case Word::none: return begin(Kind::none, take());
        case Word::ellipsis: return begin(Kind::ellipsis, take());
        case Word::left_parenthesis: return in_parentheses();
        case Word::left_bracket: return in_brackets();
        case Word::left_brace: return in_braces();
        default: throw Unread{};
    }
}

Reader::Id Reader::strings() {
    const auto next = [this] {
        return is_at(Word::f_string) ? f_string(take()) : begin(Kind::string, take(Word::string));
    };
    const Id first = next();
    if (!is_at(Word::string) && !is_at(Word::f_string)) return first;
    const Id made = begin(Kind::concatenated_string, first);
    while (is_at(Word::string) || is_at(Word::f_string)) drafts_.add(made, next());
    return made;
}

Reader::Id Reader::in_parentheses() {
    const Id made = begin(Kind::tuple, take());
    if (!is_at(Word::right_parenthesis)) {
        const Id first = is_at(Word::yield) ? yield() : element();
        drafts_.add(made, first);
        if (is_at(Word::for_) || is_at(Word::async_)) {
            if (!is_repeatable(kind_of(first))) throw Unread{};
            drafts_[made].kind = Kind::generator_expression;
            drafts_[first].field = Field::body;
            clauses(made);
        } else if (is_at(Word::comma)) {
            elements(made, Word::right_parenthesis);
        } else if (kind_of(first) == Kind::list_splat) {
            throw Unread{};
        } else {
            drafts_[made].kind = Kind::parenthesized_expression;
        }
    }
    close(made, Word::right_parenthesis);
    return made;
}

Reader::Id Reader::in_brackets() {
    const Id made = begin(Kind::list, take());
    if (!is_at(Word::right_bracket)) {
        const Id first = element();
        drafts_.add(made, first);
        if (is_at(Word::for_) || is_at(Word::async_)) {
            drafts_[made].kind = Kind::list_comprehension;
            drafts_[first].field = Field::body;
            clauses(made);
        } else {
            elements(made, Word::right_bracket);
        }
    }
    close(made, Word::right_bracket);
    return made;
}

// What follows the first one.
void Reader::elements(Id parent, Word bracket) {
    while (take_if(Word::comma) && !is_at(bracket)) drafts_.add(parent, is_at(Word::yield) ? yield() : element());
}

Reader::Id Reader::in_braces() {
    const Id made = begin(Kind::dictionary, take());
    if (!is_at(Word::right_brace)) {
        const Id first = entry();
        drafts_.add(made, first);
        const bool maps = kind_of(first) == Kind::pair || kind_of(first) == Kind::dictionary_splat;
        if (!maps) drafts_[made].kind = Kind::set;
        if (is_at(Word::for_) || is_at(Word::async_)) {
            if (!is_repeatable(kind_of(first))) throw Unread{};
            drafts_[made].kind = maps ? Kind::dictionary_comprehension : Kind::set_comprehension;
            drafts_[first].field = Field::body;
            clauses(made);
        }
        while (take_if(Word::comma) && !is_at(Word::right_brace)) {
            const Id next = entry();
            if (maps != (kind_of(next) == Kind::pair || kind_of(next) == Kind::dictionary_splat)) throw Unread{};
            drafts_.add(made, next);
        }
    }
    close(made, Word::right_brace);
    return made;
}

// Of a dictionary or a set.
Reader::Id Reader::entry() {
    if (is_at(Word::double_star)) return double_splat();
    const Id key = element();
    if (!take_if(Word::colon)) return key;
    const Id made = begin(Kind::pair, key, Field::key);
    drafts_.add(made, expression(), Field::value);
    return made;
}

void Reader::clauses(Id comprehension) {
    for (;;) {
        if (is_at(Word::if_)) {
            const Id made = begin(Kind::if_clause, take());
            drafts_.add(made, expression(false));
            drafts_.add(comprehension, made);
        } else if (is_at(Word::for_) || is_at(Word::async_)) {
            const Op op = is_at(Word::async_) ? Op::async_ : Op::none;
            const Id made = begin(Kind::for_in_clause, take(), op);
            if (op == Op::async_) take(Word::for_);
            drafts_.add(made, target_list(), Field::left);
            take(Word::in);
            drafts_.add(made, expression(false), Field::right);
            drafts_.add(comprehension, made);
        } else {
            return;
        }
    }
}

Reader::Id Reader::call(Id function) {
    const Id made = begin(Kind::call, function, Field::function);
    drafts_.add(made, argument_list(), Field::arguments);
    return made;
}

// `f(x for x in xs)` has a generator in the place of the list.
Reader::Id Reader::argument_list() {
    const Id made = begin(Kind::argument_list, take());
    while (!is_at(Word::right_parenthesis)) {
        const Id next = argument();
        drafts_.add(made, next);
        if (is_at(Word::for_) || is_at(Word::async_)) {
            if (drafts_[made].first_child != next || !is_repeatable(kind_of(next))) throw Unread{};
            drafts_[made].kind = Kind::generator_expression;
            drafts_[next].field = Field::body;
            clauses(made);
            break;
        }
        if (!take_if(Word::comma)) break;
    }
    close(made, Word::right_parenthesis);
    return made;
}

Reader::Id Reader::argument() {
    if (is_at(Word::double_star)) return double_splat();
    if (!is_at(Word::name) || word(1) != Word::assign) return element();
    const Id made = begin(Kind::keyword_argument, leaf(Kind::identifier, Word::name), Field::name);
    take();
    drafts_.add(made, expression(), Field::value);
    return made;
}

Reader::Id Reader::subscript(Id value) {
    const Id made = begin(Kind::subscript, value, Field::value);
    take();
    do drafts_.add(made, slice(), Field::subscript);
    while (take_if(Word::comma) && !is_at(Word::right_bracket));
    close(made, Word::right_bracket);
    return made;
}

// Or an index.
Reader::Id Reader::slice() {
    const auto part_follows = [this] {
        return !is_at(Word::colon) && !is_at(Word::comma) && !is_at(Word::right_bracket);
    };
    const Id first = part_follows() ? element() : 0;
    if (!is_at(Word::colon)) {
        if (first == 0) throw Unread{};
        return first;
    }
    const Id made = first == 0 ? begin(Kind::slice, tokens_[at_]) : begin(Kind::slice, first, Field::left);
    for (const Field part : {Field::right, Field::value}) {
        if (!is_at(Word::colon)) break;
        end_at(made, take());
        if (part_follows()) drafts_.add(made, expression(), part);
    }
    return made;
}

}  // namespace syntax
