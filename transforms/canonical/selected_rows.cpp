// What is done with each of the rows that a mask selects may be done with all rows, before they are selected: f(x)[m]
// is f(x[m]) (analysis/effects/row_wise.h).
#include "analysis/effects/escape.h"
#include "analysis/effects/row_wise.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/canonical/canonical.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/masks/lasting_mask.h"
#include "transforms/masks/mask_guards.h"
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

// `x[m]`, which is read; `mask` is how m is spelled.
bool is_selection(Node node, std::string_view mask) {
    if (!node.is(Kind::subscript) || syntax::is_target(node)) return false;
    const std::vector<Node> indices = syntax::Subscript{node}.indices();
    return indices.size() == 1 && indices.front().text() == mask;
}

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

// The selections under one mask that are used together, and what of it is done with each row.
class Rows {
  public:
    Rows(const Facts& facts, Node read)
        : facts_(facts), mask_(syntax::Subscript{read}.indices().front()),
          row_wise_(facts, [this](Node node) { return static_cast<bool>(selection_at(node)); }) {
        fits_ = add(read);
        needs_ = row_wise_.needs();
    }

    // More than elements meet in it, and nothing changes between the selections and their uses.
    [[nodiscard]] bool fits() const { return fits_ && gains_ && needs_.has_parts; }
    // The code that has a row for each that is selected, the one that was asked about first.
    [[nodiscard]] const std::vector<Node>& wholes() const { return wholes_; }
    // All that is selected by the same mask elsewhere in the function, where it fits as well; false if there is none.
    [[nodiscard]] bool join_others();
    [[nodiscard]] std::optional<std::vector<Edit>> edits(const text::Source& source) const;
    // Rows that have no dimensions of their own have no parts: of `m = x > 0`, `(x * w)[m]` is a row of numbers.
    [[nodiscard]] bool look_single() const;
    [[nodiscard]] std::vector<std::string> assumptions() const;

  private:
    struct Named {
        const names::Binding* variable;
        Node read;
    };

    // The selection that the expression is, or holds: `x[m]`, and `a` behind `a = x[m]`.
    [[nodiscard]] Node selection_at(Node node) const {
        if (is_selection(node, mask_.text())) return node;
        const names::Binding* variable = node.is(Kind::identifier) ? facts_.variable(node) : nullptr;
        if (!variable || syntax::is_target(node)) return {};
        const Node read = read_of(*variable);
        return read && syntax::statement_of(read).index() < node.index() ? read : Node{};
    }

    // `x[m]` of `a = x[m]`, which is all that `a` ever holds.
    [[nodiscard]] Node read_of(const names::Binding& variable) const {
        if (!variable.is_bound_once() || variable.captured || variable.rebound_inside) return {};
        const auto assignment = syntax::as<syntax::Assignment>(variable.occurrences.front().node.parent());
        const bool is_plain = assignment && assignment->target() == variable.occurrences.front().node &&
                              assignment->node.parent().is(Kind::expression_statement);
        return is_plain && assignment->value() && is_selection(assignment->value(), mask_.text()) ? assignment->value()
                                                                                                  : Node{};
    }

    [[nodiscard]] bool holds(Node node) const {
        const auto has = [&](Node each) { return syntax::is_within(node, each) || syntax::is_within(each, node); };
        return std::ranges::any_of(wholes_, has) || std::ranges::any_of(taken_apart_, has) ||
               std::ranges::any_of(named_, has, &Named::read);
    }
    bool add(Node read);
    bool add_use(Node use);
    bool add_inside(Node whole, Node use);
    bool take_apart(Node several);
    [[nodiscard]] bool lasts(const Named& named, Node use) const;
    // All that is selected from has no name of its own worth keeping: `x`, `self.x`.
    [[nodiscard]] static bool is_name(Node object) { return object.is(Kind::identifier) || object.is(Kind::attribute); }
    [[nodiscard]] std::string whole_text(Node expression) const;

    const Facts& facts_;
    Node mask_;
    effects::RowWise row_wise_;
    std::vector<Named> named_;
    std::vector<Node> wholes_;
    std::vector<Node> taken_apart_;  // what gives several tensors, whose names are among the `wholes_`
    effects::RowNeeds needs_;
    bool fits_ = false;
    bool gains_ = false;  // something is done in front of the selection that was done behind it
};

// `losses = iou_loss(pred[m], target[m])` beside `weight = centerness(target[m])`: they meet later on.
bool Rows::join_others() {
    const std::size_t own = wholes_.size();
    for (const Node node : subtree(facts_.function())) {
        if (!is_selection(node, mask_.text()) || holds(node)) continue;
        const Rows other(facts_, node);
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

bool Rows::lasts(const Named& named, Node use) const {
    const Node from = syntax::statement_of(named.read), to = syntax::statement_of(use);
    if (from == to) return true;
    const Node object = syntax::Subscript{named.read}.object();
    return from.parent() == to.parent() && masks::lasts(facts_, mask_, from, to) &&
           (!is_name(object) || masks::lasts(facts_, object, from, to));
}

// With all that uses it, where it has a name.
bool Rows::add(Node read) {
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

bool Rows::add_use(Node use) {
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
bool Rows::add_inside(Node whole, Node use) {
    return std::ranges::all_of(subtree(whole), [&](Node node) {
        const Node read = node == use ? Node{} : selection_at(node);
        return !read || read == node || add(read);
    });
}

// `mean, spread = self.head(x[m]).chunk(2, -1)`: whoever reads the names selects.
bool Rows::take_apart(Node several) {
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
std::string Rows::whole_text(Node expression) const {
    std::vector<edit::Replacement> replaced;
    for (const Node node : subtree(expression)) {
        const Node read = selection_at(node);
        if (!read) continue;
        const Node object = syntax::Subscript{read}.object();
        if (read == node)
            replaced.push_back({node.span(), std::string(object.text())});
        else if (is_name(object))
            replaced.push_back({node.span(), std::string(object.text())});
    }
    std::ranges::sort(replaced, {}, [](const edit::Replacement& each) { return each.span.begin; });
    return edit::on_one_line(expression, std::move(replaced));
}

std::optional<std::vector<Edit>> Rows::edits(const text::Source& source) const {
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

bool Rows::look_single() const {
    const auto is_tensor = [&](Node node) {
        const values::Value value = facts_.value(node);
        return facts_.variable(node) && (value.is_tensor() || value.is(values::Kind::unknown));
    };
    const effects::RowWise row_wise(facts_, is_tensor);
    return std::ranges::any_of(needs_.wide, [&](Node each) {
        const Node read = selection_at(each) ? selection_at(each) : each, object = syntax::Subscript{read}.object();
        if (row_wise.more_dimensions(object).value_or(0) < 0) return true;  // `x.norm(dim=-1)[m]`
        proof::Proof guesses;
        metadata::Forms forms(facts_, syntax::statement_of(read), guesses);
        const operations::Form mask = forms.of(mask_), tensor = forms.of(object);
        return mask.is_tensor() && tensor.is_tensor() && !mask.shape.empty() &&
               std::ranges::includes(tensor.shape, mask.shape);
    });
}

std::vector<std::string> Rows::assumptions() const {
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

std::optional<Spelling> respelled(const text::Source& source, const Facts& facts, Node asked, bool all) {
    const Node read = masks::read_under(facts, asked);
    const Node mask = read ? masks::mask_of(read) : Node{};
    if (!mask || facts.value(mask).dtype != torch::Dtype::boolean || !is_selection(read, mask.text()))
        return std::nullopt;
    Rows rows(facts, read);
    if (!rows.fits() || (all && !rows.join_others()) || rows.look_single()) return std::nullopt;
    auto edits = rows.edits(source);
    if (!edits) return std::nullopt;
    return Spelling{.edits = std::move(*edits),
                    .code = "GM301",
                    .asked = rows.wholes().front(),
                    .assumes = rows.assumptions(),
                    .interim = rows.wholes()};
}

}  // namespace

// `a[m], b[m] = f(x[m])` -> `all_a, all_b = f(x[m])`, `a[m] = all_a`, `b[m] = all_b`
std::optional<Spelling> stored_apart(const text::Source& source, const Facts& facts, Node asked) {
    const Node read = masks::read_under(facts, asked), statement = syntax::statement_of(read);
    const auto assignment = syntax::as<syntax::Assignment>(statement ? statement.first_child() : Node{});
    const auto layout = assignment ? edit::indentation(source, statement.span()) : std::nullopt;
    if (!layout || !assignment->value().is(Kind::call) || !syntax::is_within(read, assignment->value()))
        return std::nullopt;
    const std::vector<Node> targets = syntax::elements_of(assignment->target());
    std::string names, stores;
    for (const Node each : targets) {
        const auto place = syntax::as<syntax::Subscript>(each);
        if (!place || !place->object().is(Kind::identifier) || place->indices().size() != 1) return std::nullopt;
        if (place->indices().front().text() != masks::mask_of(read).text()) return std::nullopt;
        const std::string name =
            edit::unused_name(facts.program().names(), "all_" + std::string(place->object().text()));
        names += (names.empty() ? "" : ", ") + name;
        stores.append(source.line_ending()).append(*layout).append(each.text()).append(" = ").append(name);
    }
    const std::uint32_t end = statement.span().end;
    if (targets.size() < 2) return std::nullopt;
    return Spelling{.edits = {{assignment->target().span(), names}, {{end, end}, stores}}};
}

std::optional<Spelling> selected_rows(const text::Source& source, const Facts& facts, Node asked) {
    return respelled(source, facts, asked, false);
}

std::optional<Spelling> all_selected_rows(const text::Source& source, const Facts& facts, Node asked) {
    return respelled(source, facts, asked, true);
}

}  // namespace transforms::canonical
