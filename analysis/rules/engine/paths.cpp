#include "analysis/rules/engine/paths.h"

#include "analysis/rules/engine/told.h"
#include "analysis/rules/engine/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

namespace rules {
namespace {

using syntax::Node;
using values::Activation;
using values::Entered;

constexpr std::size_t max_steps = 16;
constexpr std::size_t max_entries_named = 2;
constexpr std::size_t most_ways = 16, most_followed = 64;  // to one place

}  // namespace

Paths::Paths(const values::Program& program) : program_(program), conditions_(program) { reach(); }

// Breadth first from all entries, those of the strongest kind first, so that a finding is told by its shortest trail
// from what is compiled, if there is one. An activation is visited again when a later way to it loses a frame and the
// first one did not.
void Paths::reach() {
    for (const values::Entry& entry : program_.entries()) places_.try_emplace(entry.activation, places_.size());
    for (const Entered by : {Entered::compiled, Entered::likely, Entered::forward, Entered::function, Entered::other}) {
        std::deque<const Activation*> queue;
        for (const values::Entry& entry : program_.entries())
            if (entry.by == by)
                visit(*entry.activation, {.entry = &entry, .unrecorded = entry.activation->function.no_grad}, queue);
        for (; !queue.empty(); queue.pop_front()) {
            const Activation& caller = *queue.front();
            const Path path = paths_.at(&caller);
            for (const values::FollowedCall& call : caller.calls) {
                callers_[call.callee].insert(&caller);
                visit(*call.callee, step_into(path, caller, call), queue);
            }
        }
    }
}

Path Paths::step_into(const Path& path, const Activation& caller, const values::FollowedCall& call) const {
    const Node function = call.callee->function.node;
    const OnBreak told =
        told_of(program_, function) != OnBreak::untold ? told_of(program_, function) : told_at(program_, call.node);
    return {.entry = path.entry,
            .caller = &caller,
            .call = call.node,
            .lossy = path.lossy || (!path.checkpointed && outcome_of_call(program_, call.node) == Outcome::skip),
            .conditional = path.conditional || !conditions_of(call.node).empty(),
            .unrecorded = path.unrecorded || call.callee->function.no_grad || is_unrecorded(program_, call.node),
            .checkpointed = path.checkpointed || is_checkpointed(program_, call.node),
            .in_region = path.in_region || is_region(program_, function),
            .on_break = told == OnBreak::untold ? path.on_break : told};
}

void Paths::visit(const Activation& activation, const Path& path, std::deque<const Activation*>& queue) {
    const auto [found, inserted] = paths_.try_emplace(&activation, path);
    if (inserted) {
        found->second.place = order_.size();
        order_.push_back(&activation);
        queue.push_back(&activation);
        return;
    }
    Path& known = found->second;
    const bool raises = path.in_region || path.on_break == OnBreak::error;
    const bool worse = (path.lossy && !known.lossy) || (!path.conditional && known.conditional) ||
                       (!path.unrecorded && known.unrecorded) ||
                       (raises && !known.in_region && known.on_break != OnBreak::error);
    if (!worse) return;
    known.in_region |= path.in_region;
    if (raises) known.on_break = path.on_break;
    known.lossy |= path.lossy;
    known.conditional &= path.conditional;
    known.unrecorded &= path.unrecorded;
    queue.push_back(&activation);
}

Way Paths::shortest_to(const Activation& activation) const {
    Way way{.first = &activation};
    for (const Path* path = &paths_.at(way.first); path->caller; path = &paths_.at(way.first)) {
        way.hops.push_back({way.first, path->call});
        way.first = path->caller;
    }
    way.entry = paths_.at(way.first).entry;
    return way;
}

std::vector<const Activation*> Paths::callers_in_order(const Activation* callee) const {
    const auto found = callers_.find(callee);
    if (found == callers_.end()) return {};
    std::vector<const Activation*> callers(found->second.begin(), found->second.end());
    std::ranges::sort(callers, {}, [&](const Activation* each) { return paths_.at(each).place; });
    return callers;
}

// Breadth first, back from what breaks to the calls of this file.
void Paths::add_other_ways(const Activation& activation, std::vector<Way>& ways) const {
    std::set<std::uint32_t> known;
    const auto is_here = [&](const Activation* each) { return program_.number_of(each->function.node) == 0; };
    for (const Way::Hop& hop : ways.front().hops)
        if (hop.call.tree() == &program_.tree()) known.insert(hop.call.index());
    std::unordered_set<const Activation*> seen{&activation};
    std::vector<Way> open{{.first = &activation}};
    for (std::size_t i = 0; i < open.size() && i < most_followed && ways.size() < most_ways; ++i)
        for (const Activation* caller : callers_in_order(open[i].first))
            for (const values::FollowedCall& call : caller->calls) {
                if (call.callee != open[i].first || ways.size() == most_ways) continue;
                Way way = open[i];
                way.hops.push_back({call.callee, call.node});
                way.first = caller;
                if (!is_here(caller)) {
                    if (seen.insert(caller).second) open.push_back(std::move(way));
                } else if (known.insert(call.node.index()).second) {
                    const Way rest = shortest_to(*caller);
                    way.hops.insert(way.hops.end(), rest.hops.begin(), rest.hops.end());
                    ways.push_back({.hops = std::move(way.hops), .first = rest.first, .entry = rest.entry});
                }
            }
}

const std::vector<Way>& Paths::ways_to(const Activation& activation) const {
    const auto [found, inserted] = ways_.try_emplace(&activation);
    if (!inserted) return found->second;
    found->second.push_back(shortest_to(activation));
    if (program_.number_of(activation.function.node) != 0) add_other_ways(activation, found->second);
    return found->second;
}

std::vector<Step> Paths::trail_of(const Way& way, Node node, const std::string& cause) const {
    std::vector<Step> steps;
    if (!cause.empty()) steps.push_back(step(node, cause));
    for (const auto& [callee, call] : way.hops) {
        if (steps.size() == max_steps) break;
        const bool again = is_checkpointed(program_, call);
        steps.push_back(step(call, "calls " + name_of(*callee) + (again ? " under activation checkpointing" : "")));
    }
    const values::Entry& entry = *way.entry;
    if (entry.claim) return likely(entry, std::move(steps));
    // A decorated `forward` begins in the wrapper that its decorator made.
    const names::Scope* site = entry.by == values::Entered::forward ? program_.names().scope_of(entry.site) : nullptr;
    const std::string name = site ? "`" + program_.names().qualified_name(*site) + "`" : name_of(*way.first);
    const std::string method = site ? quoted(entry.site.child(syntax::Field::name)) : std::string();
    steps.push_back(step(entry.site, name + (site ? " is a " + method + ", taken to be compiled" : " is compiled")));
    std::ranges::reverse(steps);
    return steps;
}

// Where an object is compiled whose class is not known; then the function that this may mean, and the steps from there.
std::vector<Step> Paths::likely(const values::Entry& entry, std::vector<Step> steps) const {
    const values::Claim& claim = *entry.claim;
    steps.push_back(step(entry.activation->function.node, name_of(*entry.activation) + " may be what that means"));
    steps.push_back({claim.file, claim.at, "`" + claim.text + "`, of which class is not known"});
    std::ranges::reverse(steps);
    return steps;
}

std::vector<std::string> Paths::conditions_on(const Way& way) const {
    std::vector<std::string> conditions;
    for (const auto& [callee, call] : way.hops) {
        if (!paths_.at(callee).conditional) break;
        std::vector<std::string> of_call = conditions_of(call);
        conditions.insert(conditions.begin(), of_call.begin(), of_call.end());
    }
    return conditions;
}

CallSite call_site(const values::Program& program, Node call) {
    const names::File& file = *program.files()[program.number_of(call)];
    const names::Scope* scope = file.names().scope_of(syntax::function_of(call));
    return {.source = file.source(),
            .span = call.span(),
            .statement = syntax::statement_of(call).span(),
            .function = scope ? file.names().qualified_name(*scope) : ""};
}

std::vector<CallSite> Paths::calls_on(const Way& way) const {
    std::vector<CallSite> calls;
    const Activation& there = way.hops.empty() ? *way.first : *way.hops.front().callee;
    std::set<const syntax::Tree*> seen{there.function.node.tree()};
    const auto add = [&](Node node) {
        if (seen.insert(node.tree()).second) calls.push_back(call_site(program_, node));
    };
    for (const Way::Hop& hop : way.hops) add(hop.call);
    const Node site = way.entry->site;
    add(site.is(syntax::Kind::function_definition) ? site.child(syntax::Field::name) : site);
    return calls;
}

const Activation* Paths::caller_on(const Way& way) const {
    for (std::size_t i = 0; i + 1 < way.hops.size(); ++i)
        if (way.hops[i].call.tree() == &program_.tree()) return way.hops[i + 1].callee;
    return way.first;
}

// One cause is one finding, told by its shortest trail; the other entries that reach it are named.
std::string Paths::also_reached_from(std::vector<const Activation*> seen, const Activation& first) const {
    std::unordered_set<const Activation*> known(seen.begin(), seen.end());
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (const auto callers = callers_.find(seen[i]); callers != callers_.end())
            for (const Activation* caller : callers->second)
                if (known.insert(caller).second) seen.push_back(caller);
    std::map<std::size_t, const Activation*> entries;  // in their order
    for (const Activation* each : seen)
        if (const auto place = places_.find(each); place != places_.end()) entries.emplace(place->second, each);
    std::vector<std::string> others;
    std::unordered_set<std::string> named{name_of(first)};
    for (const auto& [place, entry] : entries)
        if (std::string name = name_of(*entry); named.insert(name).second) others.push_back(std::move(name));
    if (others.empty()) return "";
    if (others.size() > max_entries_named)
        return "; " + std::to_string(others.size()) + " other entries reach this, too";
    std::string text = "; reached from ";
    for (std::size_t i = 0; i < others.size(); ++i) text.append(i == 0 ? "" : " and ").append(others[i]);
    return text + ", too";
}

std::string Paths::name_of(const Activation& activation) const {
    return "`" + program_.names_of(activation.scope->owner).qualified_name(*activation.scope) + "`";
}

Step Paths::step(Node node, std::string text) const {
    const text::Source& source = node.tree()->source();
    const Node at = node.is(syntax::Kind::function_definition) ? node.child(syntax::Field::name) : node;
    return {source.path(), text::line_column(source, at.span().begin), std::move(text)};
}

}  // namespace rules
