#include "transforms/canonical/row_group.h"

#include "analysis/effects/escape.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/masks/lasting_mask.h"
#include "transforms/metadata/inference.h"
#include "transforms/proof/proof.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::canonical {

using edit::Edit;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t most = 12;  // names, and places that use them

// The operation that takes the expression, or its parentheses.
Node taker_of(Node node) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::keyword_argument: return parent.parent().parent();
        case Kind::argument_list: return parent.parent();
        case Kind::attribute: {
            const Node call = parent.parent();
            return call.is(Kind::call) && parent.field() == Field::function ? call : parent;
        }
        default: return syntax::is_statement(parent.kind()) || parent.is(Kind::assignment) ? Node{} : parent;
    }
}

// What is selected from is worth no name of its own: `x`, `self.x`.
bool is_name(Node object) { return object.is(Kind::identifier) || object.is(Kind::attribute); }

}  // namespace

bool is_selection(Node node, std::string_view mask) {
    if (!node.is(Kind::subscript) || syntax::is_target(node)) return false;
    const std::vector<Node> indices = syntax::Subscript{node}.indices();
    return indices.size() == 1 && indices.front().text() == mask;
}

RowGroup::RowGroup(const Facts& facts, Node read)
    : facts_(facts), mask_(syntax::Subscript{read}.indices().front()),
      row_wise_(facts, [this](Node node) { return static_cast<bool>(selection_at(node)); }) {
    fits_ = add(read);
    needs_ = row_wise_.needs();
}

Node RowGroup::selection_at(Node node) const {
    if (is_selection(node, mask_.text())) return node;
    const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
    if (!variable || syntax::is_target(node)) return {};
    const Node read = read_of(*variable);
    return read && syntax::statement_of(read).index() < node.index() ? read : Node{};
}

Node RowGroup::read_of(const names::Binding& variable) const {
    if (!variable.is_bound_once() || variable.captured || variable.rebound_inside) return {};
    const auto assignment = syntax::as<syntax::Assignment>(variable.occurrences.front().node.parent());
    const bool is_plain = assignment && assignment->target() == variable.occurrences.front().node &&
                          assignment->node.parent().is(Kind::expression_statement);
    return is_plain && assignment->value() && is_selection(assignment->value(), mask_.text()) ? assignment->value()
                                                                                              : Node{};
}

bool RowGroup::holds(Node node) const {
    const auto has = [&](Node each) { return syntax::is_within(node, each) || syntax::is_within(each, node); };
    return std::ranges::any_of(wholes_, has) || std::ranges::any_of(taken_apart_, has) ||
           std::ranges::any_of(named_, has, &Named::read);
}

// `losses = iou_loss(pred[m], target[m])` beside `weight = centerness(target[m])`: they meet later on.
bool RowGroup::join_others() {
    const std::size_t own = wholes_.size();
    for (const Node node : subtree(facts_.function())) {
        if (!is_selection(node, mask_.text()) || holds(node)) continue;
        const RowGroup other(facts_, node);
        const auto is_mine = [&](Node each) { return holds(each); };
        if (!other.fits() || std::ranges::any_of(other.wholes_, is_mine) ||
            std::ranges::any_of(other.taken_apart_, is_mine) ||
            std::ranges::any_of(other.named_, is_mine, &Named::read))
            continue;
        std::ranges::copy(other.wholes_, std::back_inserter(wholes_));
        std::ranges::copy(other.named_, std::back_inserter(named_));
        std::ranges::copy(other.taken_apart_, std::back_inserter(taken_apart_));
        const effects::RowNeeds& needs = other.needs_;
        std::ranges::copy(needs.wide, std::back_inserter(needs_.wide));
        std::ranges::copy(needs.shared, std::back_inserter(needs_.shared));
        needs_.counts_from_front |= needs.counts_from_front;
    }
    return wholes_.size() > own;
}

bool RowGroup::lasts(const Named& named, Node use) const {
    const Node from = syntax::statement_of(named.read), to = syntax::statement_of(use);
    if (from == to) return true;
    const Node object = syntax::Subscript{named.read}.object();
    return from.parent() == to.parent() && masks::lasts(facts_, mask_, from, to) &&
           (!is_name(object) || masks::lasts(facts_, object, from, to));
}

// With all that uses it, where it has a name.
bool RowGroup::add(Node read) {
    const auto assignment = syntax::as<syntax::Assignment>(syntax::parenthesized(read).parent());
    const names::Binding* variable = assignment ? facts_.variable(assignment->target()) : nullptr;
    if (!variable || read_of(*variable) != read) return add_use(read);
    const auto is_it = [&](const Named& each) { return each.variable == variable; };
    if (std::ranges::any_of(named_, is_it)) return true;
    named_.push_back({.variable = variable, .read = read});
    const Named named = named_.back();
    return named_.size() < most && std::ranges::all_of(facts_.uses_of(*variable), [&](Node use) {
               return effects::binds(*variable, use) || (lasts(named, use) && add_use(use));
           });
}

bool RowGroup::add_use(Node use) {
    const auto has = [&](Node whole) { return syntax::is_within(use, whole); };
    if (std::ranges::any_of(wholes_, has) || std::ranges::any_of(taken_apart_, has)) return true;
    using Gives = effects::RowWise::Gives;
    Node whole = use, several;
    for (Node at = taker_of(use); at; at = taker_of(at)) {
        const Gives gives = at.is(Kind::argument_list) ? Gives::other : row_wise_.gives(at);
        if (gives == Gives::other) break;
        several = gives == Gives::several ? at : Node{};
        if (gives == Gives::rows) whole = at;
    }
    const bool is_apart = several && take_apart(several);
    gains_ = gains_ || is_apart || whole != use;
    if (is_apart) return add_inside(several, use);
    std::erase_if(wholes_, [&](Node each) { return syntax::is_within(each, whole); });
    wholes_.push_back(whole);
    return wholes_.size() <= most && add_inside(whole, use);
}

// The other selections that have a name and are used there.
bool RowGroup::add_inside(Node whole, Node use) {
    return std::ranges::all_of(subtree(whole), [&](Node node) {
        const Node read = node == use ? Node{} : selection_at(node);
        return !read || read == node || add(read);
    });
}

// `mean, spread = self.head(x[m]).chunk(2, -1)`: whoever reads the names selects.
bool RowGroup::take_apart(Node several) {
    const auto assignment = syntax::as<syntax::Assignment>(several.parent());
    if (!assignment || assignment->value() != several || !assignment->target().is(Kind::pattern_list)) return false;
    std::vector<Node> uses;
    for (const Node target : syntax::elements_of(assignment->target())) {
        const names::Binding* variable = facts_.variable(target);
        if (!variable || !variable->is_bound_once() || variable->captured || variable->rebound_inside) return false;
        for (const Node use : facts_.uses_of(*variable)) {
            if (effects::binds(*variable, use)) continue;
            const Node from = syntax::statement_of(several), to = syntax::statement_of(use);
            if (from.parent() != to.parent() || !masks::lasts(facts_, mask_, from, to)) return false;
            uses.push_back(use);
        }
    }
    if (uses.empty()) return false;
    taken_apart_.push_back(several);
    std::ranges::copy(uses, std::back_inserter(wholes_));
    return wholes_.size() <= most;
}

// The expression of all rows.
std::string RowGroup::whole_text(Node expression) const {
    std::vector<edit::Replacement> replaced;
    for (const Node node : subtree(expression)) {
        const Node read = selection_at(node);
        if (!read) continue;
        const Node object = syntax::Subscript{read}.object();
        if (read == node || is_name(object)) replaced.push_back({node.span(), std::string(object.text())});
    }
    std::ranges::sort(replaced, {}, [](const edit::Replacement& each) { return each.span.begin; });
    return edit::on_one_line(expression, std::move(replaced));
}

std::optional<std::vector<Edit>> RowGroup::edits(const text::Source& source) const {
    std::vector<Edit> all;
    const std::string index = "[" + std::string(mask_.text()) + "]";
    for (const Named& each : named_) {
        const Node object = syntax::Subscript{each.read}.object();
        const auto line = edit::removable(source, syntax::statement_of(each.read));
        if (!is_name(object))
            all.push_back({{object.span().end, each.read.span().end}, ""});
        else if (line)
            all.push_back({*line, ""});
        else
            return std::nullopt;
    }
    const auto is_fixed = [&](Node each) {
        return !edit::comments_in(source, each.span(), {}).empty() || edit::has_long_string(each);
    };
    if (std::ranges::any_of(wholes_, is_fixed) || std::ranges::any_of(taken_apart_, is_fixed)) return std::nullopt;
    for (const Node each : wholes_) all.push_back({each.span(), edit::with_method(whole_text(each), index)});
    for (const Node each : taken_apart_) all.push_back({each.span(), whole_text(each)});
    std::ranges::sort(all, {}, [](const Edit& each) { return each.span.begin; });
    return all;
}

bool RowGroup::look_single() const {
    return std::ranges::any_of(needs_.wide, [&](Node each) {
        const Node read = selection_at(each) ? selection_at(each) : each, object = syntax::Subscript{read}.object();
        if (effects::reduces_rows(facts_, object)) return true;  // `x.norm(dim=-1)[m]`
        proof::Proof guesses;
        metadata::Forms forms(facts_, syntax::statement_of(read), guesses);
        const operations::Form mask = forms.of(mask_), tensor = forms.of(object);
        return mask.is_tensor() && tensor.is_tensor() && !mask.shape.empty() &&
               std::ranges::includes(tensor.shape, mask.shape);
    });
}

std::vector<std::string> RowGroup::assumptions() const {
    std::vector<std::string> all;
    const auto assume = [&](std::string what) {
        if (std::ranges::find(all, what) == all.end()) all.push_back(std::move(what));
    };
    const std::string mask = edit::quoted(mask_);
    const int rank = facts_.value(mask_).rank;
    if (needs_.counts_from_front && rank != 1) assume(mask + " has one dimension");
    for (const Node each : needs_.wide) {
        const Node read = selection_at(each), object = syntax::Subscript{read ? read : each}.object();
        if (rank < 0 || facts_.value(object).rank <= rank)
            assume(edit::quoted(object) + " has more dimensions than " + mask);
    }
    for (const Node each : needs_.shared) assume("each row meets " + edit::quoted(each) + " as a whole");
    if (!facts_.without_gradients()) assume(std::string(speculation::finite_gradients));
    return all;
}

}  // namespace transforms::canonical
