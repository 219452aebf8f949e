// What takes together all elements of a tensor, or what lies along dimensions of it.
#include "analysis/operations/reduction.h"

#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

#include <set>

namespace transforms::operation {

using operations::Form;
using syntax::Node;
using torch::Dtype;

namespace {

class Reduction final : public Call {
  public:
    Reduction(const Site& site, operations::Reduction made) : Call(site.node, *site.row), made_(std::move(made)) {}

    [[nodiscard]] Form infer(metadata::Forms& forms) const override {
        Form form = Call::infer(forms);
        if (const Form whole = forms.of(made_.of); whole.is_tensor()) form.shape = forms.along(made_, whole);
        return form;
    }

    // The tensor has to have the dimensions.
    void speculate(speculation::Speculation& s) const override {
        if (!is_total(row())) return s.refuse(node(), "may raise an error");
        s.check(made_.of);
        const Form tensor = s.forms().of(made_.of);
        if (s.refused()) return;
        const auto part = tensor.is_tensor() ? s.part_of_shape(made_.of, tensor) : std::nullopt;
        if (!part) s.may_raise(node(), "may raise an error for some shapes");
        if (part) s.test_fit(proof::rank_above(*part, made_.least_rank() - 1));
        if (!s.refused()) check_reduced(s, *this, made_.of, tensor, made_.dims);
    }

  private:
    operations::Reduction made_;
};

// More than one in each part that is reduced: "x.shape[0] * x.shape[1] > 1".
proof::Guard has_several_elements(const std::string& part, const std::vector<int>& dims) {
    std::string number;
    for (const int dim : dims)
        number.append(number.empty() ? "" : " * ").append(part + ".shape[" + std::to_string(dim) + "]");
    const auto counted = number.empty() ? proof::Guard::Property::count : proof::Guard::Property::value;
    return proof::compared(counted, number.empty() ? part : number, proof::Guard::Relation::above, "1");
}

// `(a - b).max()`: if both have elements, so has what they are broadcast to.
void check_all_have_elements(speculation::Speculation& s, Node call, Node object, const Form& tensor) {
    std::vector<std::string> parts;
    for (const std::string& each : tensor.shape) {
        const auto has_it = [&](const Form& form) { return form.is_tensor() && form.shape == std::set{each}; };
        const auto part = s.part_before(object, has_it);
        if (!part) return s.may_raise(call, "may raise an error for an empty tensor");
        parts.push_back(*part);
    }
    for (const std::string& each : parts) s.test_fit(proof::has_elements(each));
}

}  // namespace

// The largest element of none raises; the sum of none is 0, and the mean NaN. Whole numbers have no mean. The deviation
// of one element warns.
void check_reduced(speculation::Speculation& s, const Call& call, Node object, const Form& tensor,
                   const std::vector<int>& dims) {
    const torch::Row& row = call.row();
    if (row.dtype == Dtype::summed || row.dtype == Dtype::boolean) return;
    if (const Node bound = object ? s.forms().bound(object) : Node{}) object = bound;
    const bool is_whole = object && s.facts().value(object).dtype == torch::Dtype::integer;
    if (is_whole && s.trusts() && row.traits.floats) return s.refuse(call.node(), "may raise an error");
    if (!row.traits.pointwise) s.check_floating(call.node(), object, tensor);
    if (s.refused()) return;
    const bool averages =
        row.dtype == Dtype::same_dtype && row.traits.transparent && !row.traits.pointwise && row.fields.empty();
    const bool deviates = row.dtype == Dtype::real && !row.traits.transparent && row.role != torch::Role::norm;
    if (averages || (!deviates && (tensor.shape.empty() || s.forms().has_elements(tensor)))) return;
    const auto part = s.part_of_shape(object, tensor);
    if (!deviates && !part) return check_all_have_elements(s, call.node(), object, tensor);
    if (!deviates) return s.test_fit(proof::has_elements(*part));
    if (!part) return s.may_raise(call.node(), "may warn of one element");
    s.proof().test(has_several_elements(*part, dims));
}

Found as_reduction(const Site& site) {
    if (!is_pure(*site.row)) return nullptr;
    auto made = operations::reduction_of(site.facts, site.node);
    return made ? std::make_unique<Reduction>(site, *std::move(made)) : nullptr;
}

}  // namespace transforms::operation
