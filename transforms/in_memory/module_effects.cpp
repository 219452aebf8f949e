#include "transforms/in_memory/module_effects.h"

#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/edit/words.h"
#include "transforms/epilogue/epilogue.h"
#include "transforms/hygiene.h"
#include "transforms/in_graph/effect_call.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace transforms::in_memory {

using edit::private_package;
using syntax::Node;

InMemory rewrite_effects(const analysis::Analysis& analysis, bool unsafe) {
    InMemory result;
    const values::Program* program = analysis.program();
    const Node import = program ? edit::last_import(program->tree()) : Node{};
    const bool is_imported = program && edit::imports_runtime(program->names(), private_package);
    if (!import || (edit::is_bound(program->names(), private_package) && !is_imported)) return result;
    std::map<std::uint32_t, std::unique_ptr<in_graph::ProvenEffect>> sites;  // by the place of the statement
    std::set<std::uint32_t> told;
    Study study(analysis);
    for (const rules::Finding& finding : analysis.findings()) {
        if (epilogue::is_better_split(study, finding)) continue;
        auto site = in_graph::prove_effect(study, finding);
        // Where there is neither an output nor a check, it is for the other rewrites.
        if (!site || !site->effect.place || !told.insert(site->effect.statement.index()).second) continue;
        const std::string assumes = edit::joined(site->proof.assumptions(), "; ");
        const bool wanted = !site->proof.refused() && (assumes.empty() || unsafe);
        result.treated.push_back({.line = site->line,
                                  .function = site->function,
                                  .code = std::string(finding.code),
                                  .title = wanted ? std::string(in_graph::title_of(site->effect)) : "",
                                  .declined = wanted ? assumes : site->proof.unproven().value_or("")});
        if (wanted) sites.emplace(site->effect.statement.index(), std::move(site));
    }
    if (sites.empty()) return result;
    std::string definitions = is_imported ? "" : edit::private_import();
    std::vector<edit::Edit> uses;
    int number = 0;
    for (const auto& [index, site] : sites) {
        std::string name;
        do name = std::string(private_package) + "_" + std::to_string(++number);
        while (edit::is_bound(program->names(), name));
        definitions += "; " + in_graph::definition_of(*site, private_package, name, true);
        std::ranges::move(in_graph::use_of(site->effect, private_package, name), std::back_inserter(uses));
    }
    const std::uint32_t end = import.span().end;
    uses.push_back({{end, end}, std::move(definitions)});
    std::ranges::sort(uses, {}, &edit::Edit::span);
    result.edits = std::move(uses);
    keep_meanings(analysis, result);
    return result;
}

}  // namespace transforms::in_memory
