#include "analysis/syntax/reader.h"

namespace syntax {

// A block reaches to the comments behind it that are indented as far.
Reader::Id Reader::suite() {
    take(Word::colon);
    if (!is_at(Word::newline)) {
        const Id made = drafts_.make(Kind::block, {tokens_[at_].begin, tokens_[at_].begin});
        simple_statements(made);
        end_at(made, tokens_[at_ - 1]);
        return made;
    }
    take();
    take(Word::indent);
    const Depth depth(*this);
    const Id made = drafts_.make(Kind::block, {tokens_[at_].begin, tokens_[at_].begin});
    do statement(made);
    while (!is_at(Word::dedent) && !is_at(Word::end));
    close(made, Word::dedent);
    return made;
}

Reader::Id Reader::if_statement() {
    const auto clause = [this](Kind kind) {
        const Id made = begin(kind, take());
        drafts_.add(made, expression(), Field::condition);
        drafts_.add(made, suite(), Field::consequence);
        return made;
    };
    const Id made = clause(Kind::if_statement);
    while (is_at(Word::elif)) drafts_.add(made, clause(Kind::elif_clause), Field::alternative);
    if (is_at(Word::else_)) drafts_.add(made, else_clause(), Field::alternative);
    return made;
}

Reader::Id Reader::else_clause() {
    const Id made = begin(Kind::else_clause, take());
    drafts_.add(made, suite(), Field::body);
    return made;
}

// Behind `for`.
Reader::Id Reader::loop(Id made) {
    drafts_.add(made, target_list(), Field::left);
    take(Word::in);
    drafts_.add(made, expressions(), Field::right);
    drafts_.add(made, suite(), Field::body);
    if (is_at(Word::else_)) drafts_.add(made, else_clause(), Field::alternative);
    return made;
}

Reader::Id Reader::while_statement() {
    const Id made = begin(Kind::while_statement, take());
    drafts_.add(made, expression(), Field::condition);
    drafts_.add(made, suite(), Field::body);
    if (is_at(Word::else_)) drafts_.add(made, else_clause(), Field::alternative);
    return made;
}

Reader::Id Reader::try_statement() {
    const Id made = begin(Kind::try_statement, take());
    drafts_.add(made, suite(), Field::body);
    if (!is_at(Word::except) && !is_at(Word::finally)) throw Unread{};
    while (is_at(Word::except)) {
        const Id handler = begin(Kind::except_clause, take());
        if (!is_at(Word::colon)) drafts_.add(handler, with_alias(expression()), Field::value);
        drafts_.add(handler, suite());
        drafts_.add(made, handler);
    }
    if (is_at(Word::else_)) drafts_.add(made, else_clause());
    if (!is_at(Word::finally)) return made;
    const Id last = begin(Kind::finally_clause, take());
    drafts_.add(last, suite());
    drafts_.add(made, last);
    return made;
}

// `value as target`.
Reader::Id Reader::with_alias(Id value) {
    if (!take_if(Word::as_)) return value;
    const Id made = begin(Kind::as_pattern, value);
    drafts_.add(made, begin(Kind::as_pattern_target, primary()), Field::alias);
    return made;
}

// Behind `with`. What a parenthesis here means is seen at its end only.
Reader::Id Reader::with_statement(Id made) {
    if (is_at(Word::left_parenthesis)) throw Unread{};
    const Id clause = drafts_.make(Kind::with_clause, {tokens_[at_].begin, tokens_[at_].begin});
    do drafts_.add(clause, begin(Kind::with_item, with_alias(expression()), Field::value));
    while (take_if(Word::comma));
    drafts_.add(made, clause);
    drafts_.add(made, suite(), Field::body);
    return made;
}

Reader::Id Reader::async_statement() {
    const Token& async = take();
    const auto open = [&](Kind kind) {
        const Id made = begin(kind, async, Op::async_);
        take();
        return made;
    };
    switch (word()) {
        case Word::def: return function(open(Kind::function_definition));
        case Word::for_: return loop(open(Kind::for_statement));
        case Word::with: return with_statement(open(Kind::with_statement));
        default: throw Unread{};
    }
}

Reader::Id Reader::decorated() {
    const Id made = drafts_.make(Kind::decorated_definition, {tokens_[at_].begin, tokens_[at_].begin});
    while (is_at(Word::at)) {
        const Id decorator = begin(Kind::decorator, take());
        drafts_.add(decorator, expression());
        close(decorator, Word::newline);
        drafts_.add(made, decorator);
    }
    const bool plain = is_at(Word::def);
    if (!plain && !is_at(Word::class_) && !is_at(Word::async_)) throw Unread{};
    const Id definition = plain                 ? function(begin(Kind::function_definition, take()))
                          : is_at(Word::class_) ? class_definition()
                                                : async_statement();
    if (kind_of(definition) != Kind::function_definition && kind_of(definition) != Kind::class_definition)
        throw Unread{};
    drafts_.add(made, definition, Field::definition);
    return made;
}

// Behind `def`.
Reader::Id Reader::function(Id made) {
    drafts_.add(made, leaf(Kind::identifier, Word::name), Field::name);
    const Id list = begin(Kind::parameters, take(Word::left_parenthesis));
    parameters(list, Word::right_parenthesis);
    close(list, Word::right_parenthesis);
    drafts_.add(made, list, Field::parameters);
    if (take_if(Word::arrow)) drafts_.add(made, type(), Field::return_type);
    drafts_.add(made, suite(), Field::body);
    return made;
}

Reader::Id Reader::class_definition() {
    const Id made = begin(Kind::class_definition, take());
    drafts_.add(made, leaf(Kind::identifier, Word::name), Field::name);
    if (is_at(Word::left_parenthesis)) {
        const Id bases = argument_list();
        if (kind_of(bases) != Kind::argument_list) throw Unread{};
        drafts_[bases].kind = Kind::bases;
        drafts_.add(made, bases, Field::superclasses);
    }
    drafts_.add(made, suite(), Field::body);
    return made;
}

}  // namespace syntax
