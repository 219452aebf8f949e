// Whether an index is a mask rather than a list of places: by its name, or by what else is done with it.
#include "analysis/syntax/python.h"
#include "analysis/values/declared/usage.h"

#include <algorithm>
#include <array>

namespace values {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

// What is called so is a mask, and where it indexes, one of the elements: `mask`, `pad_mask`, `valid`, `is_special`.
constexpr std::array<std::string_view, 23> masks{"mask",     "masks",   "valid",      "invalid",  "visible",  "known",
                                                 "present",  "missing", "active",     "inactive", "alive",    "dead",
                                                 "inside",   "outside", "foreground", "positive", "negative", "inliers",
                                                 "outliers", "free",    "occupied",   "done",     "dones"};
constexpr std::array<std::string_view, 2> of_each{"is_", "has_"};
// `observed`, `labelled`; of these, some tell a place as well.
constexpr std::string_view participle = "ed";
constexpr std::array<std::string_view, 13> of_places{"selected", "sampled", "sorted",  "ranked", "shuffled",
                                                     "ordered",  "indexed", "embed",   "seed",   "need",
                                                     "feed",     "speed",   "permuted"};

// What is asked of masks, and not of places: how many are set, or whether any is.
constexpr std::array asked{std::string_view("any"),         std::string_view("all"),
                           std::string_view("sum"),         std::string_view("logical_not"),
                           std::string_view("logical_and"), std::string_view("logical_or")};

// `~valid`; valid
Node inverted(Node use) {
    const Node parent = use.parent();
    return parent.is(Kind::unary_operator) && parent.op() == Op::invert ? parent : use;
}

// `valid[i]`; valid
Node example_of(Node use) {
    const auto part = syntax::as<syntax::Subscript>(use.parent());
    const bool is_one = part && part->object() == use && part->indices().size() == 1;
    return is_one && part->indices().front().is(Kind::identifier) ? part->node : use;
}

// `x[valid]`, `x[i][~valid[i]]`, `x[i, valid[i]]`
bool indexes(Node use) {
    const Node part = example_of(use), index = inverted(part);
    const auto subscript = syntax::as<syntax::Subscript>(index.parent());
    const std::size_t most = part == use ? 1 : 2;
    return subscript && subscript->object() != index && subscript->indices().size() <= most;
}

// `valid.sum()`, `torch.any(valid)`, `valid & (x > 0)`, `~valid`
bool counts_or_combines(Node use) {
    const Node parent = use.parent();
    const auto is_asked = [](Node name) { return std::ranges::find(asked, name.text()) != asked.end(); };
    switch (parent.kind()) {
        case Kind::unary_operator: return parent.op() == Op::invert;
        case Kind::binary_operator: {
            const Op op = parent.op();
            const Node other = parent.first_child() == use ? use.next_sibling() : parent.first_child();
            return (op == Op::bit_and || op == Op::bit_or) && !other.is(Kind::integer);
        }
        case Kind::attribute:
            return use.field() == Field::object && parent.parent().is(Kind::call) &&
                   is_asked(parent.child(Field::attribute));
        case Kind::argument_list: {
            const Node function = syntax::Call{parent.parent()}.function();
            return function.is(Kind::attribute) && is_asked(function.child(Field::attribute));
        }
        default: return false;
    }
}

// `x.masked_fill(valid, 0.0)`, `torch.where(condition=valid, ...)`
bool is_given_as_mask(const names::Module& names, Node use, const torch::Knowledge& knowledge) {
    const auto keyword = syntax::as<syntax::Keyword>(use.parent());
    const Node argument = keyword && keyword->value() == use ? use.parent() : use, list = argument.parent();
    if (!list.is(Kind::argument_list)) return false;
    const torch::Row* row = row_of_callee(names, syntax::Call{list.parent()}.function(), knowledge);
    if (!row || row->mask.empty()) return false;
    if (argument != use) return keyword->name().text() == row->mask;
    int position = 0;
    for (const Node each : list.children()) {
        if (each == argument) return position == row->mask_position;
        if (each.is(Kind::list_splat)) return false;
        ++position;
    }
    return false;
}

class Uses {
  public:
    Uses(const NameUses& uses, const torch::Knowledge& knowledge)
        : uses_(uses), names_(uses.names()), body_(uses.body()), knowledge_(knowledge) {}

    // What is done with the variable, and with the opposite of it that is kept under another name.
    void look_at(Node name, bool opposite = false) {
        const names::Reference meant = names_.resolve(name);
        for (const Node node : uses_.of(meant)) {
            given_ = given_ || (!opposite && is_given_as_mask(names_, node, knowledge_) && is_as_it_came(meant, node));
            index_ = index_ || indexes(node);
            mask_ = mask_ || opposite || counts_or_combines(node);
            const auto kept = syntax::as<syntax::Assignment>(inverted(node).parent());
            const bool follows = !opposite && kept && inverted(node) != node && kept->value() == inverted(node) &&
                                 kept->target().is(Kind::identifier);
            const names::Reference opposite_of = follows ? names_.resolve(kept->target()) : names::Reference{};
            if (opposite_of && opposite_of.binding().is_bound_once()) look_at(kept->target(), true);
        }
    }

    [[nodiscard]] bool given() const { return given_; }
    [[nodiscard]] bool index() const { return index_; }
    [[nodiscard]] bool mask() const { return mask_; }

  private:
    // Nothing else has been assigned to the parameter where control comes to the use.
    bool is_as_it_came(const names::Reference& parameter, Node use) const {
        std::uint32_t end = syntax::statement_of(use).index();
        for (Node around = use; around && around != body_; around = around.parent()) {
            if (around.is(Kind::for_statement) || around.is(Kind::while_statement)) end = around.end_index();
            if (around.is(Kind::function_definition) || around.is(Kind::lambda)) end = body_.end_index();
        }
        return std::ranges::all_of(parameter.binding().occurrences, [&](const names::Occurrence& each) {
            if (each.node.parent().is(Kind::named_expression)) return false;
            return each.kind == names::BindingKind::parameter || each.node.index() >= end;
        });
    }

    const NameUses& uses_;
    const names::Module& names_;
    Node body_;
    const torch::Knowledge& knowledge_;
    bool given_ = false, index_ = false, mask_ = false;
};

}  // namespace

bool is_called_mask(std::string_view name) {
    const std::string_view last = name.substr(name.rfind('_') + 1);
    const auto is_last = [&](std::string_view word) { return last == word; };
    const auto begins = [&](std::string_view word) { return name.starts_with(word); };
    const bool is_participle =
        last.size() > 3 && last.ends_with(participle) && std::ranges::none_of(of_places, is_last);
    return std::ranges::any_of(masks, is_last) || std::ranges::any_of(of_each, begins) || is_participle;
}

bool used_as_mask(const NameUses& uses, const syntax::Parameter& parameter, const torch::Knowledge& knowledge) {
    Uses seen(uses, knowledge);
    seen.look_at(parameter.name);
    return seen.given() || (seen.index() && (seen.mask() || is_called_mask(parameter.name.text())));
}

}  // namespace values
