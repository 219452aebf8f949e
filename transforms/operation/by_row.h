// What the words of a row say of a call: shape, dtype, and what becomes of gradients. For the kinds that add to it.
#pragma once

#include "transforms/operation/operation.h"

#include <string>

namespace transforms::operation {

[[nodiscard]] operations::Form infer_by_row(metadata::Forms& forms, syntax::Node call, const torch::Row& row);
// It has no effect.
[[nodiscard]] inline bool is_pure(const torch::Row& row) { return row.traits.pure || row.traits.view; }
// No data makes the call raise, if it is given tensors, or numbers that fit.
[[nodiscard]] bool is_total(const torch::Row& row);

// An operation of one call, which has a row.
class Call : public Operation {
  public:
    Call(syntax::Node node, const torch::Row& row) : Operation(node), row_(&row) {}

    [[nodiscard]] operations::Form infer(metadata::Forms& forms) const override {
        return infer_by_row(forms, node(), row());
    }
    [[nodiscard]] Gradient gradient() const override;

    [[nodiscard]] const torch::Row& row() const { return *row_; }

  private:
    const torch::Row* row_;
};

// What a reduction needs so that it neither raises nor warns: `object`, or what lies along `dims` of it, has elements.
void check_reduced(speculation::Speculation& s, const Call& call, syntax::Node object, const operations::Form& tensor,
                   const std::vector<int>& dims = {});

}  // namespace transforms::operation
