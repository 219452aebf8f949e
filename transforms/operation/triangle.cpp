// Half of a matrix: `x.tril(-1)`, `torch.triu(x, diagonal=1)`.
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using syntax::Kind;
using syntax::Node;

namespace {

class Triangle final : public Call {
  public:
    using Call::Call;

    [[nodiscard]] Gradient gradient() const override { return Gradient::stays_zero; }

    void speculate(speculation::Speculation& s) const override {
        const std::vector<Node> given = operands();
        const bool is_whole = given.size() < 2 || syntax::unparenthesized(given[1]).is(Kind::integer) ||
                              (given[1].is(Kind::unary_operator) && function::number_of(s.facts().value(given[1])));
        if (given.empty() || given.size() > 2 || !is_whole) return s.refuse(node(), "may raise an error");
        s.check(given[0]);
        const operations::Form tensor = s.forms().of(given[0]);
        const auto part = tensor.is_tensor() ? s.part_of_shape(given[0], tensor) : std::nullopt;
        if (s.refused()) return;
        if (!part) return s.may_raise(node(), "may raise an error for some shapes");
        s.test_fit(proof::rank_above(*part, 1));
    }

  private:
    // The tensor, and which diagonal. Nothing where another word is given.
    [[nodiscard]] std::vector<Node> operands() const {
        const syntax::Call call{node()};
        std::vector<Node> given;
        if (row().name.starts_with(torch::tensor_class)) given.push_back(call.function().child(syntax::Field::object));
        for (const Node argument : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(argument);
            if (keyword && keyword->name().text() != "diagonal") return {};
            given.push_back(keyword ? keyword->value() : argument);
        }
        return given;
    }
};

}  // namespace

Found as_triangle(const Site& site) {
    return site.row->role == torch::Role::triangle ? std::make_unique<Triangle>(site.node, *site.row) : nullptr;
}

}  // namespace transforms::operation
