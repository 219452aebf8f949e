// The numbers that tensors of a function were made of, as variables beside them: for shadow_number.h.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/edit/edit.h"
#include "transforms/proof/proof.h"

#include <string>
#include <vector>

namespace transforms::scalars {

class Shadows {
  public:
    explicit Shadows(const function::Facts& facts) : facts_(&facts) {}

    // Every tensor in the expression gets a shadow; refused where the number of one is not known.
    void cover(syntax::Node expression, proof::Proof& proof);
    // The places that use shadows are known: a tensor that nothing else uses is left out, and its variable holds the
    // number.
    void settle(const std::vector<syntax::Node>& places);
    // The expression, with the shadows of its tensors. It is covered.
    [[nodiscard]] std::string text(syntax::Node expression) const;
    // What assigns the shadows, in front of what assigns their tensors, or in its place.
    [[nodiscard]] std::vector<edit::Edit> assignments() const;

    [[nodiscard]] bool empty() const { return shadows_.empty(); }
    [[nodiscard]] std::vector<std::string> tensors() const;  // "`t`"
    [[nodiscard]] std::vector<std::string> names() const;    // "`t_value`", of those beside a tensor
    // Where tensors hold less of a number than Python does, or wrap around: "nothing depends on how `t` is rounded".
    [[nodiscard]] std::vector<std::string> assumptions() const;

  private:
    // A place that gives the tensor another number.
    struct Step {
        syntax::Node statement, value;  // the number, or what is computed of tensors with shadows
        syntax::Node made{};            // `torch.tensor(value)`, if it is
        std::string number{};         // instead of `value`, where the call does not say it: "0.0" of `torch.zeros(())`
        bool converts = false;        // `torch.tensor(n, dtype=torch.float32)` holds `float(n)`
        std::string_view op = " = ";  // " += "
    };
    struct Shadow {
        const names::Binding* variable;
        std::string name;
        bool is_rounded = false;
        bool is_alone = false;  // the tensor is left out
        std::vector<Step> steps{};
    };

    // The tensor that `t.item()`, `float(t)` or `bool(t)` reads.
    [[nodiscard]] syntax::Node read_by(syntax::Node call) const;
    [[nodiscard]] const Shadow* shadow_of(syntax::Node identifier) const;
    [[nodiscard]] bool is_used_elsewhere(const Shadow& shadow, const std::vector<syntax::Node>& places) const;
    [[nodiscard]] bool is_of_truths(syntax::Node operation) const;
    [[nodiscard]] bool comes_from(syntax::Node expression, const Shadow& source,
                                  std::vector<const Shadow*>& seen) const;
    [[nodiscard]] bool grows(const Shadow& shadow, const Step& step) const;
    [[nodiscard]] std::vector<std::string> rounded() const;
    [[nodiscard]] std::string number_of(const Step& step) const;
    void add_edits(const Shadow& shadow, const Step& step, std::vector<edit::Edit>& edits) const;
    void add(syntax::Node identifier, proof::Proof& proof);
    void add_step(std::size_t index, const names::Occurrence& occurrence, proof::Proof& proof);
    void add_made(std::size_t index, Step step, syntax::Node call, proof::Proof& proof);
    void cover_operator(syntax::Node node, proof::Proof& proof);
    void cover_number(syntax::Node node, proof::Proof& proof);

    const function::Facts* facts_;
    std::vector<Shadow> shadows_{};
    std::vector<syntax::Node> roundings_{};  // `t * 0.1` of a whole t
    bool holds_truths_ = false;              // some number may be a bool: `torch.tensor(flag)`
};

}  // namespace transforms::scalars
