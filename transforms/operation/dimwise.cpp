// What works along dimensions of one tensor, and leaves its shape.
#include "analysis/operations/dimwise.h"

#include "analysis/operations/reduction.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

namespace {

class Dimwise final : public Call {
  public:
    Dimwise(const Site& site, operations::Along made) : Call(site.node, *site.row), made_(std::move(made)) {}

    // Whole numbers have no softmax, and a sum of others.
    void speculate(speculation::Speculation& s) const override {
        if (!is_total(row())) return s.refuse(node(), "may raise an error");
        s.check(made_.of);
        const operations::Form tensor = s.forms().of(made_.of);
        if (s.refused()) return;
        if (!tensor.floating) return s.may_raise(node(), "may raise an error");
        if (made_.dims.empty()) return;
        const auto part = s.part_of_shape(made_.of, tensor);
        if (!part) return s.may_raise(node(), "may raise an error for some shapes");
        s.test_fit(proof::rank_above(*part, operations::least_rank(made_.dims) - 1));
    }

  private:
    operations::Along made_;
};

}  // namespace

Found as_dimwise(const Site& site) {
    if (!is_pure(*site.row)) return nullptr;
    auto made = operations::along_of(site.facts, site.node);
    return made ? std::make_unique<Dimwise>(site, *std::move(made)) : nullptr;
}

}  // namespace transforms::operation
