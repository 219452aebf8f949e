#include "transforms/masks/stored_ends.h"

#include "analysis/effects/saved_for_backward.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/masks/prove_masked_store.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::masks {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

void StoredEnds::check(const End& end) {
    if (proof_.answer() == proof::Answer::test) return proof_.refuse(std::string(other_shapes));
    const Node statement = syntax::statement_of(end.call);
    check_statement(statement);
    if (proof_.refused()) return;
    const MaskedPlace place = selection_.place_of(end);
    const names::Binding* variable = facts_.variable(place.tensor());
    if (!variable) return proof_.refuse(edit::quoted(place.tensor()) + " is no variable");
    check_dtype(end, place.tensor());
    if (spoils_gradient(end)) proof_.assume(std::string(speculation::finite_gradients), "it may be infinite");
    if (place.is_of_whole() && may_rebind(facts_, *variable, statement))
        rebound_.push_back(end.call);
    else
        check_update(end, place.tensor());
}

void StoredEnds::check_statement(Node statement) {
    const text::Source& source = facts_.program().tree().source();
    const bool is_plain =
        statement.is(Kind::expression_statement) && !statement.first_child().child(Field::right).is(Kind::assignment);
    if (!is_plain || !edit::indentation(source, statement.span()))
        return proof_.refuse("the assignment shares its line");
    if (!edit::comments_in(source, statement.span(), {}).empty()) return proof_.refuse("there are comments in it");
    if (is_watched(facts_, statement)) proof_.refuse("something around it may see the difference");
}

// PyTorch writes no elements of another dtype under a mask.
void StoredEnds::check_dtype(const End& end, Node tensor) {
    metadata::Forms forms(facts_, syntax::statement_of(end.call), proof_, known_);
    for (const Node read : selection_.reads()) forms.bind(std::string(read.text()), read.child(Field::value));
    const operations::Form there = forms.of(tensor), value = forms.of(end.of);
    const bool is_update = end.op != syntax::Op::none;
    if ((is_update ? forms.combined(there, value, end.op) : value).dtype != there.dtype)
        proof_.assume(edit::quoted(tensor) + " has the dtype of what is written to it", "it may have another dtype");
}

// `torch.where` keeps nothing but the mask.
// `y[m] *= e`, where e may be infinite outside of the mask.
bool StoredEnds::spoils_gradient(const End& end) const {
    const bool keeps = end.op == syntax::Op::none || end.op == syntax::Op::add || end.op == syntax::Op::sub;
    return !keeps && !facts_.without_gradients() && !function::number_of(facts_.value(end.of));
}

void StoredEnds::check_update(const End& end, Node tensor) {
    if (facts_.without_gradients()) return;
    const auto is_kept = [&](Node read) {
        return read.child(Field::value).text() == tensor.text() && read != syntax::unparenthesized(end.of) &&
               effects::is_saved(facts_, read);
    };
    if (std::ranges::any_of(selection_.reads(), is_kept))
        return proof_.refuse(edit::quoted(tensor) + " is kept for a gradient");
    if (may_be_leaf(facts_, tensor))
        proof_.assume(edit::quoted(tensor) + " is no leaf that wants a gradient", "it may be one");
}

}  // namespace transforms::masks
