#include "analysis/syntax/reader.h"

namespace syntax {

bool Reader::read(std::string_view text, Tree& tree) {
    try {
        Drafts drafts(text.size() / 7 + 16);
        Reader reader(text, tokens_of(text), drafts);
        const Id module = drafts.make(Kind::module, {0, static_cast<std::uint32_t>(text.size())});
        while (!reader.is_at(Word::end)) reader.statement(module);
        return drafts.write(module, tree);
    } catch (const Unread&) {
        return false;
    }
}

const Token& Reader::take(Word wanted) {
    if (word() != wanted) throw Unread{};
    return take();
}

bool Reader::take_if(Word wanted) {
    const bool there = word() == wanted;
    if (there) ++at_;
    return there;
}

Reader::Id Reader::leaf(Kind kind, Word wanted) { return begin(kind, take(wanted)); }

Reader::Id Reader::begin(Kind kind, Id first, Field field) {
    const Id made = drafts_.make(kind, {drafts_[first].begin, drafts_[first].end});
    drafts_.add(made, first, field);
    return made;
}

void Reader::statement(Id parent) {
    switch (word()) {
        case Word::if_: return drafts_.add(parent, if_statement());
        case Word::for_: return drafts_.add(parent, loop(begin(Kind::for_statement, take())));
        case Word::while_: return drafts_.add(parent, while_statement());
        case Word::try_: return drafts_.add(parent, try_statement());
        case Word::with: return drafts_.add(parent, with_statement(begin(Kind::with_statement, take())));
        case Word::def: return drafts_.add(parent, function(begin(Kind::function_definition, take())));
        case Word::class_: return drafts_.add(parent, class_definition());
        case Word::at: return drafts_.add(parent, decorated());
        case Word::async_: return drafts_.add(parent, async_statement());
        default: return simple_statements(parent);
    }
}

void Reader::simple_statements(Id parent) {
    do drafts_.add(parent, simple_statement());
    while (take_if(Word::semicolon) && !is_at(Word::newline));
    take(Word::newline);
}

Reader::Id Reader::simple_statement() {
    switch (word()) {
        case Word::return_: return with_expressions(Kind::return_statement);
        case Word::del: return with_expressions(Kind::delete_statement);
        case Word::raise: return raise_statement();
        case Word::import: return import_statement();
        case Word::from: return import_from();
        case Word::assert_: return listed(Kind::assert_statement);
        case Word::global: return listed(Kind::global_statement);
        case Word::nonlocal: return listed(Kind::nonlocal_statement);
        case Word::pass: return leaf(Kind::pass_statement, Word::pass);
        case Word::break_: return leaf(Kind::break_statement, Word::break_);
        case Word::continue_: return leaf(Kind::continue_statement, Word::continue_);
        default: return expression_statement();
    }
}

// `print x` and `exec x` are Python 2; `match x:` and `type X = ...` begin with what may be a name, too.
bool Reader::may_be_statement_of_its_own() const {
    if (!is_at(Word::name)) return false;
    const std::string_view name = spelled(tokens_[at_]);
    if (name == "print" || name == "exec") return word(1) != Word::left_parenthesis && word(1) != Word::assign;
    if (name != "match" && name != "type") return false;
    return word(1) != Word::assign && word(1) != Word::dot && word(1) != Word::comma && word(1) != Word::colon;
}

Reader::Id Reader::expression_statement() {
    if (may_be_statement_of_its_own()) throw Unread{};
    const bool prints = is_at(Word::name) && spelled(tokens_[at_]) == "print";
    if (is_at(Word::yield)) return begin(Kind::expression_statement, yield());
    const Id read = expressions();
    if (is_at(Word::assign) || is_at(Word::colon) || is_at(Word::augmented))
        return begin(Kind::expression_statement, assignment(read));
    if (prints && kind_of(read) != Kind::call) throw Unread{};
    if (kind_of(read) != Kind::expression_list) return begin(Kind::expression_statement, read);
    drafts_[read].kind = Kind::expression_statement;
    return read;
}

Reader::Id Reader::assignment(Id left) {
    if (is_at(Word::augmented)) {
        const Id made = begin(Kind::augmented_assignment, pattern(left), Field::left);
        drafts_[made].op = op_spelled(spelled(take()));
        drafts_.add(made, is_at(Word::yield) ? yield() : expressions(), Field::right);
        return made;
    }
    const Id made = begin(Kind::assignment, pattern(left), Field::left);
    if (take_if(Word::colon)) {
        if (kind_of(left) == Kind::pattern_list) throw Unread{};
        drafts_.add(made, type(), Field::type);
        if (!is_at(Word::assign)) return made;
    }
    take(Word::assign);
    Id right = is_at(Word::yield) ? yield() : expressions();
    if (is_at(Word::assign)) right = assignment(right);
    drafts_.add(made, right, Field::right);
    return made;
}

Reader::Id Reader::with_expressions(Kind kind) {
    const Id made = begin(kind, take());
    const bool is_bare = kind == Kind::return_statement && (is_at(Word::newline) || is_at(Word::semicolon));
    if (!is_bare) drafts_.add(made, expressions());
    return made;
}

Reader::Id Reader::raise_statement() {
    const Id made = begin(Kind::raise_statement, take());
    if (is_at(Word::newline) || is_at(Word::semicolon)) return made;
    drafts_.add(made, expression());
    if (take_if(Word::from)) drafts_.add(made, expression(), Field::cause);
    return made;
}

Reader::Id Reader::listed(Kind kind) {
    const Id made = begin(kind, take());
    do drafts_.add(made, kind == Kind::assert_statement ? expression() : leaf(Kind::identifier, Word::name));
    while (take_if(Word::comma));
    return made;
}

Reader::Id Reader::dotted_name() {
    const Id made = begin(Kind::dotted_name, leaf(Kind::identifier, Word::name));
    while (take_if(Word::dot)) drafts_.add(made, leaf(Kind::identifier, Word::name));
    return made;
}

Reader::Id Reader::import_statement() {
    const Id made = begin(Kind::import_statement, take());
    import_names(made);
    return made;
}

Reader::Id Reader::import_from() {
    const Id made = begin(Kind::import_from_statement, take());
    if (is_at(Word::dot) || is_at(Word::ellipsis)) {
        const Id prefix = begin(Kind::import_prefix, take());
        while (is_at(Word::dot) || is_at(Word::ellipsis)) end_at(prefix, take());
        const Id relative = begin(Kind::relative_import, prefix);
        if (!is_at(Word::import)) drafts_.add(relative, dotted_name());
        drafts_.add(made, relative, Field::module_name);
    } else if (spelled(tokens_[at_]) == "__future__") {
        drafts_[made].kind = Kind::future_import_statement;
        take();
    } else {
        drafts_.add(made, dotted_name(), Field::module_name);
    }
    take(Word::import);
    if (is_at(Word::star) && kind_of(made) == Kind::import_from_statement) {
        drafts_.add(made, leaf(Kind::wildcard_import, Word::star));
    } else {
        const bool enclosed = take_if(Word::left_parenthesis);
        import_names(made);
        if (enclosed) close(made, Word::right_parenthesis);
    }
    return made;
}

void Reader::import_names(Id parent) {
    do {
        Id name = dotted_name();
        if (take_if(Word::as_)) {
            name = begin(Kind::aliased_import, name, Field::name);
            drafts_.add(name, leaf(Kind::identifier, Word::name), Field::alias);
        }
        drafts_.add(parent, name, Field::name);
    } while (take_if(Word::comma) && !is_at(Word::right_parenthesis));
}

}  // namespace syntax
