#include "analysis/syntax/tree.h"
#include "server/commands/inputs.h"
#include "server/output/output.h"
#include "tests/fuzz/targets.h"

#include <memory>

namespace fuzz {
namespace {

using Source = std::shared_ptr<const text::Source>;

bool parses(const text::Source& source) {
    const syntax::Tree tree = syntax::Tree::parse(source);
    return tree.errors().empty() && !tree.too_deep();
}

// Everything that `check` prints; the sum keeps the work from being optimised away.
std::size_t check(const Source& source, const analysis::Options& options) {
    const analysis::Analysis analysis = analysis::analyze(source, options);
    commands::Settings settings;
    settings.options = options;
    const output::Report report = commands::report({commands::result_of(source, analysis)}, {}, settings);
    std::size_t sum = 0;
    for (const output::Format& format : output::formats()) sum += format.write(report, {}).size();
    return sum;
}

}  // namespace

std::string program(std::string_view text, std::string& fixed) {
    const auto source = std::make_shared<const text::Source>("case.py", std::string(text));
    analysis::Options options;
    options.entries_functions = text.size() % 2 == 0;
    if (check(source, options) == 0) return "check prints nothing";
    const transforms::Fixed once = transforms::fix(source, options, {.unsafe = true});
    if (once.applied.empty() != (once.text == text)) return "a change without a fix, or a fix without a change";
    if (once.applied.empty()) return "";
    fixed = once.text;
    if (output::diff("case.py", text, once.text).empty()) return "a change without a diff";
    if (parses(*source) && !parses(*once.source)) return "the fixed text does not parse";
    const transforms::Fixed twice = transforms::fix(once.source, options, {.unsafe = true});
    return twice.applied.empty() ? "" : "a second fix applies " + twice.applied.front();
}

}  // namespace fuzz
