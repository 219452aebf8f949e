// Products of matrices and vectors. They raise an error unless their shapes fit and their dtypes are equal.
#include "analysis/operations/matmul.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using operations::Form;
using proof::rank_above;
using proof::rank_is;
using proof::same_shape;
using proof::same_size;
using syntax::Node;
using torch::Role;

namespace {

// Under which tensors of these names fit.
proof::Guards fits(const operations::Product& product, const std::string& one, const std::string& other,
                   const std::string& bias) {
    switch (product.role) {
        case Role::mm: return {rank_is(one, 2), rank_is(other, 2), same_size(one, 1, other, 0)};
        case Role::mv: return {rank_is(one, 2), rank_is(other, 1), same_size(one, 1, other, 0)};
        case Role::dot:
            if (one == other) return {rank_is(one, 1)};
            return {rank_is(one, 1), same_shape(one, other)};
        case Role::bmm:
            return {rank_is(one, 3), rank_is(other, 3), same_size(one, 0, other, 0), same_size(one, 2, other, 1)};
        case Role::linear:
            if (product.bias)
                return {rank_above(one, 0), rank_is(other, 2), same_size(one, -1, other, 1),
                        same_shape(bias, other, "[:1]")};
            return {rank_above(one, 0), rank_is(other, 2), same_size(one, -1, other, 1)};
        default:
            return {rank_above(one, 0),
                    proof::compared(proof::Guard::Property::rank, other, proof::Guard::Relation::among, "(1, 2)"),
                    same_size(one, -1, other, 0)};
    }
}

class Product final : public Operation {
  public:
    Product(Node node, const operations::Product& product) : Operation(node), product_(product) {}

    [[nodiscard]] Gradient gradient() const override { return Gradient::may_spoil; }

    // Where it raises no error, the operands have one dtype.
    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        const auto [left, right, bias] = operands(forms);
        if (!left.is_tensor() || !right.is_tensor() || !bias.is_tensor()) return forms.opaque(node());
        if (forms.is_executed()) {
            const std::string text = product_.text(left, right, bias);
            forms.is_multiplied_here(text);
            forms.is_multiplied_here(text + dtypes(left, right, bias));
        }
        Form result = left.floating ? left : right;
        if (!right.floating) result.dtype = left.dtype;
        if (product_.keeps_right() && forms.is_square(left.shape))
            result.shape = right.shape;
        else if (product_.keeps_left() && forms.is_square(right.shape))
            result.shape = left.shape;
        else
            result.shape = product_.shape(left, right, bias);
        return result;
    }

    // Whole numbers have products on some devices only.
    void speculate(speculation::Speculation& s) const override {
        s.check(product_.left);
        s.check(product_.right);
        if (product_.bias) s.check(product_.bias);
        if (s.refused()) return;
        const auto [left, right, bias] = operands(s.forms());
        const std::string text = product_.text(left, right, bias);
        if (s.forms().is_multiplied(text + dtypes(left, right, bias))) return;
        if (operations::is_whole(left)) return s.refuse(node(), "may raise an error on some devices");
        if (left.dtype != right.dtype || bias.dtype != right.dtype)
            return s.may_raise(node(), "may raise an error for some dtypes");
        s.check_floating(node(), product_.left, left);
        if (s.refused() || s.forms().is_multiplied(text)) return;
        const auto one = s.part_of_shape(product_.left, left), other = s.part_of_shape(product_.right, right);
        const auto added = product_.bias ? s.part_of_shape(product_.bias, bias) : other;
        if (!one || !other || !added) return s.may_raise(node(), "may raise an error for some shapes");
        for (proof::Guard& each : fits(product_, *one, *other, *added)) s.proof().test(std::move(each));
    }

  private:
    struct Operands {
        Form left, right, bias;
    };
    [[nodiscard]] Operands operands(metadata::Forms& forms) const {
        Form left = forms.of(product_.left), right = forms.of(product_.right);
        Form bias = product_.bias ? forms.of(product_.bias) : right;
        return {.left = std::move(left), .right = std::move(right), .bias = std::move(bias)};
    }
    static std::string dtypes(const Form& left, const Form& right, const Form& bias) {
        return left.dtype + "," + right.dtype + "," + bias.dtype;
    }

    operations::Product product_;
};

}  // namespace

Found as_product(const Site& site) {
    const auto product = operations::product_of(site.facts, site.node);
    return product ? std::make_unique<Product>(site.node, *product) : nullptr;
}

}  // namespace transforms::operation
