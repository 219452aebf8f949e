#include "transforms/fix.h"

#include "transforms/fixpoint.h"

#include <utility>

namespace transforms {

std::string_view to_string(Safety safety) {
    switch (safety) {
        case Safety::safe: return "safe";
        case Safety::unsafe: return "unsafe";
        case Safety::suggestion: return "suggestion";
    }
    return "";
}

Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe) {
    const Steps steps{
        .analyze =
            [&](std::shared_ptr<const text::Source> text) {
                return std::make_shared<const analysis::Analysis>(analysis::analyze(std::move(text), options));
            },
        .propose = propose,
        .unsafe = unsafe,
    };
    return fix_to_fixed_point(std::move(source), steps);
}

}  // namespace transforms
