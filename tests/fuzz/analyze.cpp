#include "analysis/analyze.h"

#include "analysis/values/print.h"
#include "tests/fuzz/targets.h"

#include <memory>

namespace fuzz {

std::string analyze(std::string_view text) {
    std::string whole = analysis::can_matter(text) ? "" : "import torch\nfrom torch import nn\n";
    whole += text;
    analysis::Options options;
    options.entries_functions = true;
    const auto source = std::make_shared<const text::Source>("case.py", whole);
    const auto analysis = analysis::analyze(source, options);
    for (const rules::Finding& finding : analysis.findings()) {
        if (finding.span.end > whole.size() || finding.span.begin > finding.span.end) return "a finding outside of it";
        if (finding.code.empty() || finding.message.empty()) return "a finding that says nothing";
    }
    if (!analysis.program()) return analysis.findings().empty() ? "" : "findings without a program";
    return values::print_values(*analysis.program()).empty() && !values::print_events(*analysis.program()).empty()
               ? "events without values"
               : "";
}

}  // namespace fuzz
