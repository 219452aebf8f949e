// By which door compiled code is entered. Used by the interpreter, the rules and whoever tells of findings.
#pragma once

#include <cstdint>
#include <string_view>

namespace values {

// The strongest first.
enum class Entered : std::uint8_t {
    compiled,  // the source hands it to torch.compile
    likely,    // the source hands an object of an unknown class to torch.compile, and this one may be its class
    forward,   // `forward` of a module, which nobody is seen to compile
    function,  // asked for by name, or as one of all functions that take or make tensors
    other,     // one of all functions, in which no tensor is seen
};

[[nodiscard]] constexpr std::string_view to_string(Entered entered) {
    switch (entered) {
        case Entered::compiled: return "compiled";
        case Entered::likely: return "likely-compiled";
        case Entered::forward: return "forward";
        case Entered::function:
        case Entered::other: return "function";
    }
    return "";
}

}  // namespace values
