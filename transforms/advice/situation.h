// What is seen around a finding, by which the words of the advice are chosen. For advice.h.
#pragma once

#include "analysis/function/function_facts.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace transforms::advice {

enum class Situation : std::uint8_t {
    other,
    asserted,  // assert (x > 0).all()
    repeated,  // while err > tol:
    checked,   // if bad.any(): raise ..., or a warning, or a print
    decided,   // any other branch
    sized,     // torch.zeros(n), x[:n], range(n), where n was read from a tensor
    looped,    // for each in x.tolist()
    indexed,   // masks[best]
    shown,     // f"{loss.item()}"
    listed,    // x.tolist(), x.numpy()
    computed,  // math.sqrt(x.item())
    selected,  // x[mask]
    placed,    // mask.nonzero()
    distinct,  // torch.unique(x)
    counted,   // torch.bincount(x)
    timed,     // time.time()
    drawn,     // random.random()
    asked,     // os.environ, importlib, inspect: the same at each call
    in_numpy,  // np.linalg.svd(...)
    called,    // any other call
    backward,  // loss.backward(), optimizer.step()
    marked,    // x.requires_grad_()
    numbered,  // self.steps += 1
};

struct Seen {
    Situation situation = Situation::other;
    std::string what{};  // "`mask.sum().item()`": what the advice speaks of
    std::string more{};  // of what that is made, or what it is used for; may be empty
};

// All that it does is to tell somebody that something is wrong: by an error, a warning, a print, a log.
[[nodiscard]] bool only_tells(syntax::Node block);

[[nodiscard]] Seen branch_at(syntax::Node operand);
[[nodiscard]] Seen number_at(const function::Facts& facts, syntax::Node operand);
[[nodiscard]] Seen shape_at(const function::Facts& facts, syntax::Node operand);
[[nodiscard]] Seen call_at(const function::Facts& facts, syntax::Node operand);
[[nodiscard]] Seen change_at(syntax::Node operand);
[[nodiscard]] Seen gradient_at(syntax::Node operand);

}  // namespace transforms::advice
