// What a file compiles, and what others have to know of it to find what they compile. Used by the commands.
#pragma once

#include "analysis/text/position.h"
#include "analysis/values/declared/entered.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace values {
class Program;
}

namespace analysis {

// A place in a source, with what stands there.
struct Place {
    std::string path{};
    text::LineColumn at{};
    std::string text{};

    auto operator<=>(const Place&) const = default;
};

// A function that is compiled, or likely so, and the place that hands it over.
struct EntryPoint {
    Place site{};
    values::Entered by{};
    Place function{};  // without a path: what is compiled is not known

    auto operator<=>(const EntryPoint&) const = default;
};

[[nodiscard]] std::vector<EntryPoint> entry_points(const values::Program& program);

// A class, by the names alone: enough to see whether it is worth a look.
struct Outline {
    std::string name;
    std::vector<std::string> bases;        // their last parts: "Base" of `models.Base`
    std::vector<std::uint32_t> members{};  // hashes of its methods and attributes, sorted

    [[nodiscard]] bool may_have(std::string_view member) const;
};

[[nodiscard]] std::vector<Outline> outlines(const values::Program& program);

}  // namespace analysis
