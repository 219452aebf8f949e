#include "transforms/fix.h"

#include "transforms/fixpoint.h"
#include "transforms/study.h"

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

namespace {

Fixed fix_all(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe, bool runtime) {
    std::optional<Study> study;  // of what was analysed last
    const Steps steps{
        .analyze =
            [&](std::shared_ptr<const text::Source> text) {
                study.reset();
                return std::make_shared<const analysis::Analysis>(analysis::analyze(std::move(text), options));
            },
        .propose =
            [&](const analysis::Analysis& analysis, const rules::Finding& finding) {
                if (!study || &study->analysis() != &analysis) study.emplace(analysis);
                return propose(*study, finding);
            },
        .unsafe = unsafe,
        .runtime = runtime,
        .cancelled = options.cancelled,
    };
    return fix_to_fixed_point(std::move(source), steps);
}

}  // namespace

Fixed fix(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe) {
    return fix_all(std::move(source), options, unsafe, false);
}

Fixed fix_with_runtime(std::shared_ptr<const text::Source> source, const analysis::Options& options, bool unsafe) {
    return fix_all(std::move(source), options, unsafe, true);
}

}  // namespace transforms
