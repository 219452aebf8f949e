// Whether an index is a mask rather than a list of places: by its name, or by what else is done with it.
#include "analysis/syntax/python.h"
#include "analysis/values/usage.h"

#include <algorithm>
#include <array>

namespace values {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

// What is called so is a mask, and where it indexes, one of the elements: `mask`, `pad_mask`, `valid`, `is_special`.
constexpr std::array masks{std::string_view("mask"), std::string_view("valid")};
constexpr std::array of_each{std::string_view("is_"), std::string_view("has_")};

bool is_called_mask(std::string_view name) {
    const auto is_it = [&](std::string_view each) {
        return name == each || (name.ends_with(each) && name[name.size() - each.size() - 1] == '_');
    };
    const auto begins = [&](std::string_view each) { return name.starts_with(each); };
    return std::ranges::any_of(masks, is_it) || std::ranges::any_of(of_each, begins);
}

// What is asked of masks, and not of places: how many are set, or whether any is.
constexpr std::array asked{std::string_view("any"),         std::string_view("all"),
                           std::string_view("sum"),         std::string_view("logical_not"),
                           std::string_view("logical_and"), std::string_view("logical_or")};

// `~valid`; valid
Node inverted(Node use) {
    const Node parent = use.parent();
    return parent.is(Kind::unary_operator) && parent.op() == Op::invert ? parent : use;
}

bool indexes(Node use) {
    const Node index = inverted(use);
    const auto subscript = syntax::as<syntax::Subscript>(index.parent());
    return subscript && subscript->object() != index && subscript->indices().size() == 1;
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

class Uses {
  public:
    Uses(const names::Module& names, Node body) : names_(names), body_(body) {}

    // What is done with the variable, and with the opposite of it that is kept under another name.
    void look_at(Node name, bool opposite = false) {
        const names::Reference meant = names_.resolve(name);
        for (std::uint32_t i = body_.index(); meant && i < body_.end_index(); ++i) {
            const Node node = body_.tree()->node(i);
            if (!node.is(Kind::identifier) || node.text() != name.text() || names_.resolve(node) != meant) continue;
            index_ = index_ || indexes(node);
            mask_ = mask_ || opposite || counts_or_combines(node);
            const auto kept = syntax::as<syntax::Assignment>(inverted(node).parent());
            const bool follows = !opposite && kept && inverted(node) != node && kept->value() == inverted(node) &&
                                 kept->target().is(Kind::identifier);
            const names::Reference opposite_of = follows ? names_.resolve(kept->target()) : names::Reference{};
            if (opposite_of && opposite_of.binding().is_bound_once()) look_at(kept->target(), true);
        }
    }

    [[nodiscard]] bool index() const { return index_; }
    [[nodiscard]] bool mask() const { return mask_; }

  private:
    const names::Module& names_;
    Node body_;
    bool index_ = false, mask_ = false;
};

}  // namespace

bool used_as_mask(const names::Module& names, Node function, const syntax::Parameter& parameter) {
    Uses uses(names, function.child(Field::body));
    uses.look_at(parameter.name);
    return uses.index() && (uses.mask() || is_called_mask(parameter.name.text()));
}

}  // namespace values
