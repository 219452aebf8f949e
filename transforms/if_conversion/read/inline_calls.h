// Arms that call functions of the file, or take apart what an operation gives (parts_of_call.h). `h, c = decay(h, c)`
// is read as `h, c = (h * 0.5, c * 0.1)`, which is what the function returns: what is proven of this text holds of the
// program, and the new code calls as the program does.
//
//     h, c = decay(h, c) if gate > 0 else carry(h, c)    condition = gate > 0
//                                                        h_decay, c_decay = decay(h, c)
//                                                        h_carry, c_carry = carry(h, c)
//                                                        h, c = torch.where(condition, h_decay, h_carry), ...
#pragma once

#include "analysis/analyze.h"
#include "transforms/if_conversion/read/branch.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace transforms::if_conversion {

class Inlined {
  public:
    // Nothing if no arm of the branch that the operand decides calls a function that can be read so: one of the file,
    // or a method of a class of it, without decorators, that returns an expression of its parameters, perhaps behind
    // assignments.
    [[nodiscard]] static std::optional<Inlined> read(Study& study, syntax::Node operand);

    [[nodiscard]] const analysis::Analysis& analysis() const { return analysis_; }
    [[nodiscard]] syntax::Node operand() const { return operand_; }
    // Says how the program has the values that come from the calls. Refuses what it has no name for.
    void spell(Predication& predication, proof::Proof& proof) const;
    // The edits as edits of the program.
    [[nodiscard]] Proposal in_program(Proposal proposal) const;

  private:
    struct Region {
        syntax::Node call;  // in the program
        text::Span body;    // in the text
    };
    Inlined(const analysis::Analysis& program, std::vector<Region> regions, analysis::Analysis analysis);
    [[nodiscard]] std::optional<std::uint32_t> in_program(std::uint32_t offset) const;  // nothing within a body

    const analysis::Analysis* program_;
    std::vector<Region> regions_;
    proof::Guards tests_;
    analysis::Analysis analysis_;
    syntax::Node operand_;
};

}  // namespace transforms::if_conversion
