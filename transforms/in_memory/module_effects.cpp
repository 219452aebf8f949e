#include "transforms/in_memory/module_effects.h"

#include "transforms/edit/runtime_import.h"
#include "transforms/edit/words.h"
#include "transforms/epilogue/epilogue.h"
#include "transforms/in_graph/effect_call.h"
#include "transforms/in_memory/definitions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace transforms::in_memory {

using edit::private_package;

InMemory rewrite_effects(const analysis::Analysis& analysis, bool unsafe) {
    InMemory result;
    auto definitions = Definitions::of(analysis);
    if (!definitions) return result;
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
    for (const auto& [index, site] : sites) {
        const std::string name = definitions->new_name();
        definitions->add(in_graph::definition_of(*site, private_package, name, true));
        std::ranges::move(in_graph::use_of(site->effect, private_package, name), std::back_inserter(result.edits));
    }
    definitions->finish(result);
    return result;
}

}  // namespace transforms::in_memory
