// All other operations of PyTorch: element by element, of a whole tensor, or as the words of the row say. That shapes
// and dtypes fit has to be shown.
#include "analysis/syntax/python.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The tensors that a call is given, and its other arguments.
struct Given {
    std::vector<Node> tensors{};
    std::vector<Node> options{};
};

class DescribedByRow final : public Call {
  public:
    using Call::Call;

    void speculate(speculation::Speculation& s) const override {
        if (row().traits.moves) return s.refuse(node(), "may move to another device");
        const Node whole = reduced_whole();
        const bool reduces = row().shape == torch::Shape::reduce && whole && row().given_gives != torch::Gives::unknown;
        const bool fits = row().traits.pointwise || keeps_shape() || reduces;
        if (s.trusts() && ((row().traits.total && !fits) || makes_of_numbers())) return check_total(s);
        if (!is_total(row()) || !fits) return s.refuse(node(), "may raise an error", {proof::Requirement::fit});
        const Given given = arguments(s);
        bool all_bool = true;
        const auto all = check_operands(s, given.tensors, all_bool);
        if (!all && s.trusts()) return check_total(s);
        if (!all) return s.refuse(node(), "may raise an error", {proof::Requirement::fit});
        for (const Node each : given.options) s.check_option(node(), row(), each, *all);
        if (s.refused()) return;
        if (reduces) return check_reduced(s, *this, whole, *all);
        if (!row().traits.cuts && all_bool) s.refuse(node(), "is called with bool tensors, and may raise an error");
    }

  private:
    // `torch.zeros(n, 3)`, `torch.tensor(float("nan"))`, `torch.arange(n)`
    [[nodiscard]] bool makes_of_numbers() const {
        return row().gives == torch::Gives::tensor &&
               (row().shape == torch::Shape::sized || row().shape == torch::Shape::content ||
                row().role == torch::Role::range);
    }

    // Of no element alone, and of no whole tensor: `torch.cat([x, y], 1)`
    void check_total(speculation::Speculation& s) const {
        const syntax::Call call{node()};
        if (row().name.starts_with(torch::tensor_class)) s.check(call.function().child(Field::object));
        for (const Node argument : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            if (keyword) s.check_keyword(node(), *keyword);
            s.check_given(keyword ? keyword->value() : argument);
        }
        if (!s.refused()) s.may_raise(node(), "may raise an error");
    }

    // zeros_like() is not called pointwise, and fits every shape as well.
    [[nodiscard]] bool keeps_shape() const {
        return row().shape == torch::Shape::same && (row().traits.cuts || row().traits.view);
    }

    // `x` of `x.sum()` and `torch.sum(x)`, or none.
    [[nodiscard]] Node reduced_whole() const {
        const syntax::Call call{node()};
        if (!row().name.starts_with(torch::tensor_class)) return call.only_argument();
        return call.arguments().first_child() ? Node{} : call.function().child(Field::object);
    }

    [[nodiscard]] Given arguments(speculation::Speculation& s) const {
        const syntax::Call call{node()};
        Given given;
        if (const auto method = syntax::as<syntax::Attribute>(call.function()))
            if (s.forms().of(method->object()).is_tensor()) given.tensors.push_back(method->object());
        for (const Node argument : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            const Node each = keyword ? keyword->value() : argument;
            if (each.is(Kind::none)) continue;
            const bool is_operand = s.forms().of(each).is_tensor() && !(keyword && keyword->name().text() == "out");
            (is_operand ? given.tensors : given.options).push_back(each);
        }
        return given;
    }

    // What they are promoted to.
    [[nodiscard]] std::optional<Form> check_operands(speculation::Speculation& s, const std::vector<Node>& tensors,
                                                     bool& all_bool) const {
        std::optional<Form> all;
        for (const Node each : tensors) {
            s.check(each);
            const Form form = s.forms().of(each);
            if (all) s.check_shapes(node(), *all, form);
            all_bool = all_bool && form.is_bool();
            if (function::is_mask(s.facts(), each) && !form.is_bool()) s.refuse(each, "may be no bool tensor");
            all = all ? s.forms().combined(*all, form, syntax::Op::none) : form;
        }
        return all;
    }
};

}  // namespace

Found as_described_by_row(const Site& site) {
    return is_pure(*site.row) ? std::make_unique<DescribedByRow>(site.node, *site.row) : nullptr;
}

}  // namespace transforms::operation
