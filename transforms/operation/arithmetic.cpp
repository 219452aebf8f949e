// Calls that are an operator by another name.
#include "analysis/operations/arithmetic.h"

#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

namespace {

class Arithmetic final : public Call {
  public:
    Arithmetic(const Site& site, const operations::Arithmetic& made) : Call(site.node, *site.row), made_(made) {}

    [[nodiscard]] Gradient gradient() const override { return Gradient::by_operands; }
    void speculate(speculation::Speculation& s) const override {
        s.check_operator(node(), made_.left, made_.op, made_.right);
    }

  private:
    operations::Arithmetic made_;
};

}  // namespace

Found as_arithmetic(const Site& site) {
    const auto made = operations::arithmetic_of(site.node, site.row);
    return made ? std::make_unique<Arithmetic>(site, *made) : nullptr;
}

}  // namespace transforms::operation
