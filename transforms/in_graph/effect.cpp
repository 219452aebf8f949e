#include "transforms/in_graph/effect.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/edit/words.h"
#include "transforms/in_graph/effect_call.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace transforms::in_graph {

using edit::runtime_package;
using syntax::Node;

namespace {

// Where a site is defined: below the last import and, if that is the runtime's, the blank line between it and the
// others.
std::uint32_t end_of_imports(const text::Source& source, Node import, bool has_sites) {
    const std::uint32_t end = edit::end_of_line(source, import.span().end);
    const auto below = static_cast<std::uint32_t>(end + source.line_ending().size());
    const bool is_blank = below < source.text().size() && edit::end_of_line(source, below) == below;
    return has_sites && is_blank ? below : end;
}

}  // namespace

Proposal propose_effect(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const values::Program* program = analysis.program();
    if (!program || &program->tree().source() != finding.source.get()) return {};
    const auto site = prove_effect(study, finding);
    const Node import = edit::last_import(program->tree());
    if (!site || !acts(site->effect)) return {};
    if (site->proof.refused()) return declined(*site->proof.unproven());
    if (!import) return {};
    std::string name = "_effect_" + std::to_string(site->line);
    while (edit::is_bound(program->names(), name)) name += "_";
    const std::string line(analysis.source().line_ending());
    const bool is_imported = edit::imports_runtime(program->names(), runtime_package);
    if (edit::is_bound(program->names(), runtime_package) && !is_imported) return {};
    const std::uint32_t end = end_of_imports(analysis.source(), import, is_imported);
    const std::string imported = is_imported ? "" : line + "import " + std::string(runtime_package) + line;
    std::vector<edit::Edit> edits{{{end, end}, imported + line + definition_of(*site, runtime_package, name, false)}};
    std::ranges::move(use_of(site->effect, runtime_package, name), std::back_inserter(edits));
    const std::string assumes = edit::joined(site->proof.assumptions(), "; ");
    std::string title(title_of(site->effect));
    if (!assumes.empty()) title += ", if " + assumes;
    return {.fixes = {{.rewrite = "effect",
                       .title = std::move(title),
                       .safety = assumes.empty() ? Safety::safe : Safety::unsafe,
                       .assumes = assumes,
                       .needs = "runtime",
                       .edits = std::move(edits)}},
            .declined = site->proof.unproven()};
}

}  // namespace transforms::in_graph
