// What a place that hands something to torch.compile says about classes of other files. Used by the interpreter, and by
// whoever brings the files of a project together.
#pragma once

#include "analysis/text/position.h"

#include <string>
#include <vector>

namespace values {

// An object whose class is not known there, `policy.predict = torch.compile(policy.predict)`, or one that may be of a
// class derived from the known one.
struct Claim {
    static constexpr const char* each = "*";  // of the parts of `path`: each element of a container

    std::string base{};                // of the class of the object, see id_of(Class); empty: any
    std::vector<std::string> path{};   // from the object to what is compiled: {"layers", "*"}; empty: the object
    std::vector<std::string> calls{};  // methods of the object that are called there
    std::string file{};                // the place
    text::LineColumn at{};
    std::string text{};  // what stands there: "policy.predict"

    auto operator<=>(const Claim&) const = default;
};

// All of it in one line: equal claims, equal texts.
[[nodiscard]] std::string spelled(const Claim& claim);

}  // namespace values
