#include "transforms/findings.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

Node operand_of(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    const Node operand = program ? program->tree().at(finding.span) : Node{};
    return syntax::function_of(operand).is(Kind::function_definition) ? operand : Node{};
}

std::span<const rules::Finding> findings_in(const analysis::Analysis& analysis, Node function) {
    const text::Span span = function.span();
    const auto begins = [](const rules::Finding& finding) { return finding.span.begin; };
    const auto first = std::ranges::lower_bound(analysis.findings(), span.begin, {}, begins);
    return {first, std::ranges::lower_bound(analysis.findings(), span.end, {}, begins)};
}

bool stands_in(const rules::Finding& finding, const text::Source& source) {
    return finding.source.get() == &source || (finding.source && finding.source->path() == source.path());
}

}  // namespace transforms
