#include "analysis/syntax/reader.h"

namespace syntax {

// What was read as an expression, and turns out to be assigned to.
Reader::Id Reader::pattern(Id expression) {
    const auto all = [&] {
        for (Id child = drafts_[expression].first_child; child != 0; child = drafts_[child].next_sibling)
            static_cast<void>(pattern(child));
    };
    switch (kind_of(expression)) {
        case Kind::identifier:
        case Kind::attribute:
        case Kind::subscript: return expression;
        case Kind::list_splat: drafts_[expression].kind = Kind::list_splat_pattern; break;
        case Kind::list: drafts_[expression].kind = Kind::list_pattern; break;
        case Kind::expression_list: drafts_[expression].kind = Kind::pattern_list; break;
        case Kind::tuple:
        case Kind::parenthesized_expression: drafts_[expression].kind = Kind::tuple_pattern; break;
        default: throw Unread{};
    }
    all();
    return expression;
}

// Of a `for`: what `in` ends.
Reader::Id Reader::target_list() {
    const auto target = [this] {
        if (!is_at(Word::star)) return pattern(primary());
        const Id made = begin(Kind::list_splat_pattern, take());
        const Id rest = primary();
        const Kind kind = kind_of(rest);
        if (kind != Kind::identifier && kind != Kind::attribute && kind != Kind::subscript) throw Unread{};
        drafts_.add(made, rest);
        return made;
    };
    const Id first = target();
    if (!is_at(Word::comma)) return first;
    const Id made = begin(Kind::pattern_list, first);
    while (is_at(Word::comma)) {
        end_at(made, take());
        if (is_at(Word::in)) break;
        drafts_.add(made, target());
    }
    return made;
}

// An annotation. `Name[...]` has a shape of its own there, and so has what is joined to it with `|`.
Reader::Id Reader::type() {
    const auto is_generic = [this] { return is_at(Word::name) && word(1) == Word::left_bracket; };
    if (!is_generic()) return begin(Kind::type, expression());
    Id made = begin(Kind::type, generic_type());
    while (take_if(Word::bar)) {
        const Id either = begin(Kind::union_type, made);
        drafts_.add(either, begin(Kind::type, is_generic() ? generic_type() : expression()));
        made = begin(Kind::type, either);
    }
    switch (word()) {
        case Word::comma:
        case Word::assign:
        case Word::colon:
        case Word::newline:
        case Word::semicolon:
        case Word::right_bracket:
        case Word::right_parenthesis: return made;
        default: throw Unread{};
    }
}

Reader::Id Reader::generic_type() {
    const Depth depth(*this);
    const Id made = begin(Kind::generic_type, leaf(Kind::identifier, Word::name));
    const Id list = begin(Kind::type_parameter, take());
    do drafts_.add(list, type());
    while (take_if(Word::comma) && !is_at(Word::right_bracket));
    close(list, Word::right_bracket);
    drafts_.add(made, list);
    return made;
}

void Reader::parameters(Id list, Word bracket) {
    while (!is_at(bracket)) {
        drafts_.add(list, parameter(bracket == Word::right_parenthesis));
        if (!is_at(Word::comma)) break;
        end_at(list, take());
    }
}

// Those of a lambda have no types.
Reader::Id Reader::parameter(bool typed) {
    if (is_at(Word::slash)) return begin(Kind::positional_separator, take());
    const bool is_splat = is_at(Word::star) || is_at(Word::double_star);
    if (is_at(Word::star) && word(1) != Word::name) return begin(Kind::keyword_separator, take());
    Id name = 0;
    if (is_splat) {
        const Kind kind = is_at(Word::star) ? Kind::list_splat_pattern : Kind::dictionary_splat_pattern;
        name = begin(kind, take());
        drafts_.add(name, leaf(Kind::identifier, Word::name));
    } else {
        name = leaf(Kind::identifier, Word::name);
    }
    const bool has_type = typed && take_if(Word::colon);
    const Id annotation = has_type ? type() : 0;
    const bool has_default = !is_splat && take_if(Word::assign);
    if (!has_type && !has_default) return name;
    const Kind kind = !has_default ? Kind::typed_parameter
                      : has_type   ? Kind::typed_default_parameter
                                   : Kind::default_parameter;
    const Id made = begin(kind, name, has_default ? Field::name : Field::none);
    if (has_type) drafts_.add(made, annotation, Field::type);
    if (has_default) drafts_.add(made, expression(), Field::value);
    return made;
}

}  // namespace syntax
