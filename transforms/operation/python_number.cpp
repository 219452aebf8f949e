// Numbers that Python makes of others, which no data decides.
#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"
#include "transforms/operation/by_row.h"
#include "transforms/operation/kinds.h"
#include "transforms/speculation/speculation.h"

namespace transforms::operation {

using syntax::Kind;
using syntax::Node;
using torch::Role;

namespace {

Node only_argument(Node call) {
    const Node first = syntax::Call{call}.arguments().first_child();
    return first && !first.next_sibling() ? first : Node{};
}

class PythonNumber : public Call {
  public:
    using Call::Call;
    [[nodiscard]] operations::Form infer(metadata::Forms& forms) const override { return forms.opaque(node()); }
    [[nodiscard]] Gradient gradient() const override { return Gradient::none; }
};

// `len(levels)`, of what is tested to be a list.
class Length final : public PythonNumber {
  public:
    using PythonNumber::PythonNumber;
    void speculate(speculation::Speculation& s) const override {
        const std::string_view list = only_argument(node()).text();
        if (s.is_assigned(list)) return s.refuse(node(), "may raise an error");
        s.proof().test_kind(proof::is_instance(list, "(list, tuple)"));
    }
};

// `min(self.a, 0.5)`, `math.sqrt(n)`
class Computed : public PythonNumber {
  public:
    using PythonNumber::PythonNumber;
    void speculate(speculation::Speculation& s) const override {
        if (!function::is_traced_number(s.facts().value(node())))
            return s.refuse(node(), "may raise an error", {proof::Requirement::fit});
        for (const Node argument : syntax::Call{node()}.arguments().children()) {
            if (argument.is(Kind::keyword_argument) || argument.is(Kind::list_splat))
                return s.refuse(node(), "may have an effect, or raise an error");
            s.check(argument);
        }
        if (!s.refused()) s.may_raise(node(), "may raise an error");
    }
};

// `float(k + 1)`; no int is made of what may be infinite.
class Converted final : public Computed {
  public:
    using Computed::Computed;
    void speculate(speculation::Speculation& s) const override {
        const Node argument = only_argument(node());
        const values::Value value = s.facts().value(argument);
        const bool fits = row().dtype != torch::Dtype::integer || values::category(value) == torch::Dtype::integer;
        if (!fits || value.is(values::Kind::unknown) || !s.forms().of(argument).is_number())
            return Computed::speculate(s);
        s.check(argument);
    }
};

}  // namespace

Found as_python_number(const Site& site) {
    const torch::Row& row = *site.row;
    const Node argument = only_argument(site.node);
    if (row.name == "builtins.len" && argument && site.facts.variable(argument))
        return std::make_unique<Length>(site.node, row);
    const bool converts = row.gives == torch::Gives::converted;
    if (converts && (row.role == Role::number_type || row.role == Role::constant_type) && argument &&
        !site.facts.value(argument).is_tensor())
        return std::make_unique<Converted>(site.node, row);
    const bool computes = converts || row.gives == torch::Gives::arithmetic;
    return computes && function::is_traced_number(site.facts.value(site.node))
               ? std::make_unique<Computed>(site.node, row)
               : nullptr;
}

}  // namespace transforms::operation
