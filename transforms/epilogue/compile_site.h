// How a function comes to be compiled, which decides how another one can stand around what is compiled of it.
#pragma once

#include "analysis/values/program.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace transforms::epilogue {

struct Compiled {
    enum class Form : std::uint8_t {
        function,  // decorated, in the module itself
        method,    // decorated, in a class
        module,    // a `forward`: instances of its class are handed to torch.compile
        handed,    // a function of the module, which is handed to torch.compile by its name
    };
    Form form = Form::function;
    std::string_view torch{};           // how the file spells `torch`; empty if it does not
    std::vector<syntax::Node> sites{};  // the calls of torch.compile that it is handed to
};

// Nothing if the function is compiled in another way, or in several, or is known to others in another way.
[[nodiscard]] std::optional<Compiled> how_compiled(const values::Program& program, syntax::Node function);

}  // namespace transforms::epilogue
