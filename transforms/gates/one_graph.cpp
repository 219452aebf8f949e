#include "transforms/gates/one_graph.h"

#include "analysis/rules/engine/one_graph.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/argument.h"
#include "transforms/findings.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

namespace transforms::gates {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The first release whose operations were tried on such symbols (analysis/torch/README.md, `rows` and `symbols`).
constexpr torch::Release measured{2, 13};
constexpr std::string_view keyword = "fullgraph", wanted = "True";

// What one place in the file compiles.
struct Compiled {
    const values::Entry* entry = nullptr;  // the first
    bool fits = true;
    std::unordered_set<Node> functions{};  // that run in it
};
using Places = std::map<std::uint32_t, Compiled>;  // by the index of the node

// Many places may compile the same: activations times places. What projects compile is far below.
constexpr std::size_t max_visits = 100'000;

Places places_of(const values::Program& program) {
    const rules::Reached fit = rules::fit_for_one_graph(program);
    Places places;
    std::size_t visits = 0;
    for (const values::Entry& entry : program.entries()) {
        if (entry.by != values::Entered::compiled || program.number_of(entry.site) != 0) continue;
        Compiled& compiled = places[static_cast<std::uint32_t>(entry.site.index())];
        if (!compiled.entry) compiled.entry = &entry;
        rules::Reached reached{entry.activation};
        std::vector<const values::Activation*> queue{entry.activation};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            if (++visits > max_visits) return {};
            compiled.functions.insert(queue[i]->scope->owner);
            compiled.fits = compiled.fits && fit.contains(queue[i]);
            for (const values::FollowedCall& call : queue[i]->calls)
                if (call.callee && reached.insert(call.callee).second) queue.push_back(call.callee);
        }
    }
    return places;
}

bool is_compile(const values::Program& program, Node callee) {
    values::Value value = program.value(callee);
    if (value.is(values::Kind::bound)) value = value.bound().method;
    const torch::Row* row = values::row_of(value);
    return row && row->role == torch::Role::compile;
}

// The edit that asks for one graph; nothing where the arguments are not all seen, or say so or otherwise.
std::optional<edit::Edit> with_keyword(const values::Program& program, Node site) {
    const std::string asked = std::string(keyword) + "=" + std::string(wanted);
    if (site.parent().is(Kind::decorator) && !site.is(Kind::call))
        return is_compile(program, site)
                   ? std::optional(edit::Edit{{site.span().end, site.span().end}, "(" + asked + ")"})
                   : std::nullopt;
    const auto call = syntax::as<syntax::Call>(site);
    if (!call || !is_compile(program, call->function())) return std::nullopt;
    return edit::with_argument(program.tree().source(), *call, keyword, wanted);
}

// The program takes errors for an answer. What a graph raises is not always what eager code raised, nor does it leave
// everything behind as that did.
struct Caught {
    bool any = false;
};
Caught caught_in(const syntax::Tree& tree) {
    constexpr std::array<std::string_view, 2> of_imports{"ImportError", "ModuleNotFoundError"};
    for (const Node node : syntax::descendants(tree.root())) {
        if (!node.is(Kind::except_clause)) continue;
        const Node what = node.first_child();
        if (!what.is(Kind::identifier) || std::ranges::find(of_imports, what.text()) == of_imports.end())
            return {.any = true};
    }
    return {};
}

}  // namespace

Proposal propose_one_graph(Study& study, const rules::Finding& finding) {
    const values::Program& program = *study.analysis().program();
    const Node operand = finding.option.empty() ? Node{} : operand_of(study.analysis(), finding);
    // What was not understood may break the graph.
    if (!operand || program.release() < measured || !study.analysis().problems().empty()) return {};
    const Places& places = study.once<Places>(Node{}, [&] { return places_of(program); });
    const Node function = syntax::function_of(operand);
    Fix fix{.rewrite = "one-graph", .safety = Safety::unsafe};
    std::string names;
    for (const auto& [index, compiled] : places) {
        if (!compiled.functions.contains(function)) continue;
        const Node site = program.tree().node(index);
        const auto edited = with_keyword(program, site);
        if (!edited || !compiled.fits) return {};
        fix.edits.push_back(*edited);
        const names::Scope& scope = *compiled.entry->activation->scope;
        names += (names.empty() ? "`" : " and `") + program.names_of(scope.owner).qualified_name(scope) + "`";
    }
    if (fix.edits.empty()) return {};
    if (study.once<Caught>(Node{}, [&] { return caught_in(program.tree()); }).any) fix.safety = Safety::suggestion;
    fix.title = "compile " + names + " as one graph, which captures it: `" + std::string(keyword) + "=" +
                std::string(wanted) + "`";
    fix.assumes = "nothing else in " + names + " breaks the graph or raises an error, which is another one then";
    return offered(std::move(fix));
}

}  // namespace transforms::gates
