#include "analysis/rules/run.h"

#include "analysis/rules/all.h"
#include "analysis/rules/losses.h"
#include "analysis/rules/captured.h"
#include "analysis/rules/structure.h"
#include "analysis/rules/words.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace rules {
namespace {

using syntax::Node;
using values::Activation;

// How an activation is reached from an entry: the shortest way found first, and what the calls on any way lose.
struct Path {
    const values::Entry* entry = nullptr;
    const Activation* caller = nullptr;
    Node call{};
    bool lossy = false;        // some caller cannot resume behind the call
    bool conditional = false;  // the call is reached under conditions that are not known here
};

// One cause: where it is, and what rule speaks of it.
using Key = std::pair<std::uint32_t, std::string_view>;

class Run {
  public:
    explicit Run(const values::Program& program) : program_(program) {}

    std::vector<Finding> run() {
        reach();
        for (const Activation* activation : order_)
            for (const values::Event& event : activation->events) apply(*activation, event);
        for (auto& [key, finding] : findings_) {
            finding.trail.front().text += also_reached_from(key);
            if (const Node loop = loop_over_data(finding); loop && finding.reach == Reach::always) {
                finding.reach = Reach::conditional;
                finding.when = quoted(loop.child(syntax::Field::right)) + " is not empty";
                if (finding.severity == Severity::warning) finding.severity = find(finding.code)->conditional;
            }
        }
        std::vector<Finding> findings;
        for (auto& [key, finding] : findings_)
            if (!asked_before(finding, findings) && !is_entered(key, finding) && !breaks_anyway(finding)) findings.push_back(finding);
        demote_behind_losses(program_, findings);
        return findings;
    }

  private:
    // One cause, one finding: where a frame is lost at `if skip:`, it is lost before the next `if skip:` of the same loop.
    // What may be no tensor at all is told once, too.
    bool asked_before(const Finding& finding, const std::vector<Finding>& before) const {
        const syntax::Tree& tree = program_.tree();
        const Node node = tree.at(finding.span);
        if (finding.code != tensor_branch.code || !node.is(syntax::Kind::identifier)) return false;
        const bool lost = finding.outcome == Outcome::skip && loop_of(node);
        if (!lost && !program_.value(node).maybe_none) return false;
        return std::ranges::any_of(before, [&](const Finding& other) {
            const Node first = tree.at(other.span);
            return other.code == finding.code && other.outcome == finding.outcome && first.text() == node.text() &&
                   program_.names().resolve(first) == program_.names().resolve(node) &&
                   (!lost || loop_of(first) == loop_of(node)) && !bound_between(first, node);
        });
    }

    // `with threading.Lock():` breaks once, though neither making the lock nor entering it is traced.
    bool is_entered(const Key& key, const Finding& finding) const {
        const auto entered = findings_.find({key.first, unsupported_context.code});
        return finding.code == unsupported_call.code && entered != findings_.end() && entered->second.span == finding.span;
    }

    // Where the first call breaks already, what later ones do is no news.
    bool breaks_anyway(const Finding& finding) const {
        const auto is_late = [](Outcome outcome) { return outcome == Outcome::late || outcome == Outcome::recompile; };
        return is_late(finding.outcome) && std::ranges::any_of(findings_, [&](const auto& other) {
            return !is_late(other.second.outcome) && other.second.statement == finding.statement;
        });
    }

    // `for i in range(found.shape[0])` where `found` is as long as the data says: perhaps it runs, perhaps it does not.
    Node loop_over_data(const Finding& finding) const {
        const Node loop = loop_of(program_.tree().at(finding.statement));
        if (!loop.is(syntax::Kind::for_statement)) return {};
        const Node iterable = loop.child(syntax::Field::right);
        const bool sized = std::ranges::any_of(findings_, [&](const auto& other) {
            const Node assignment = program_.tree().at(other.second.span).parent();
            return other.second.code == dynamic_shape.code && assignment.is(syntax::Kind::assignment) &&
                   mentions(iterable, syntax::Assignment{assignment}.target());
        });
        return sized ? loop : Node{};
    }

    bool mentions(Node expression, Node variable) const {
        const names::Reference meant = program_.names().resolve(variable);
        for (std::uint32_t i = expression.index(); meant && i < expression.end_index(); ++i) {
            const Node node = expression.tree()->node(i);
            if (node.is(syntax::Kind::identifier) && program_.names().resolve(node) == meant) return true;
        }
        return false;
    }

    static Node loop_of(Node node) {
        while (node && !node.is(syntax::Kind::for_statement) && !node.is(syntax::Kind::while_statement)) node = node.parent();
        return node;
    }

    bool bound_between(Node first, Node node) const {
        return std::ranges::any_of(program_.names().resolve(node).binding().occurrences, [&](const names::Occurrence& occurrence) {
            return first.index() < occurrence.node.index() && occurrence.node.index() < node.index();
        });
    }

    // Breadth first from all entries, so that a finding is told by its shortest trail. An activation is visited again
    // when a later way to it loses a frame and the first one did not.
    void reach() {
        std::deque<const Activation*> queue;
        for (const values::Entry& entry : program_.entries()) visit(*entry.activation, {.entry = &entry}, queue);
        for (; !queue.empty(); queue.pop_front()) {
            const Activation& caller = *queue.front();
            const Path path = paths_.at(&caller);
            for (const values::FollowedCall& call : caller.calls) callers_[call.callee].insert(&caller);
            for (const values::FollowedCall& call : caller.calls)
                visit(*call.callee,
                      {.entry = path.entry, .caller = &caller, .call = call.node,
                       .lossy = path.lossy || outcome_at(program_, call.node) == Outcome::skip,
                       .conditional = path.conditional || !conditions_of(program_, call.node).empty()},
                      queue);
        }
    }

    // One cause is one finding, told by its shortest trail; the other entries that reach it are named.
    std::string also_reached_from(const Key& key) const {
        std::vector<const Activation*> seen = found_in_.at(key);
        for (std::size_t i = 0; i < seen.size(); ++i)
            if (const auto callers = callers_.find(seen[i]); callers != callers_.end())
                for (const Activation* caller : callers->second)
                    if (std::ranges::find(seen, caller) == seen.end()) seen.push_back(caller);
        const std::string first = name_of(*paths_.at(seen.front()).entry->activation);
        std::vector<std::string> others;
        for (const values::Entry& entry : program_.entries()) {
            const std::string name = name_of(*entry.activation);
            if (name != first && std::ranges::find(seen, entry.activation) != seen.end() && std::ranges::find(others, name) == others.end())
                others.push_back(name);
        }
        if (others.empty()) return "";
        if (others.size() > max_entries_named) return "; " + std::to_string(others.size()) + " other entries reach this, too";
        std::string text = "; reached from ";
        for (std::size_t i = 0; i < others.size(); ++i) text.append(i == 0 ? "" : " and ").append(others[i]);
        return text + ", too";
    }

    void visit(const Activation& activation, const Path& path, std::deque<const Activation*>& queue) {
        const auto [found, inserted] = paths_.try_emplace(&activation, path);
        if (inserted) {
            order_.push_back(&activation);
            queue.push_back(&activation);
            return;
        }
        const bool worse = (path.lossy && !found->second.lossy) || (!path.conditional && found->second.conditional);
        if (!worse) return;
        found->second.lossy |= path.lossy;
        found->second.conditional &= path.conditional;
        queue.push_back(&activation);
    }

    void apply(const Activation& activation, const values::Event& event) {
        if (const auto* call = std::get_if<values::Call>(&event)) {
            apply_change(activation, *call);
            return apply_row(activation, *call);
        }
        if (const auto* access = std::get_if<values::Access>(&event); access && !access->store)
            return apply_row(activation, {.node = access->node, .callee = access->object, .row = access->row, .receiver = access->object, .arguments = {}});
        for (const Rule* rule : all()) {
            Report report;
            dispatch(*rule, event, report);
            for (Remark& remark : report) add(activation, *rule, std::move(remark));
        }
    }

    void apply_row(const Activation& activation, const values::Call& call) {
        const torch::Row* row = values::breaking(call.row, call.receiver, call.arguments);
        const Rule* rule = row ? find(row->rule) : nullptr;
        if (!rule || !rule->on_call || program_.dynamo().reordered.contains(row->name)) return;
        const bool likely = call.receiver.likely || call.arguments.any([](values::Value value) { return value.likely; });
        const bool assumed = likely && row->when != torch::When::always;
        add(activation, *rule, {.node = call.node, .message = rule->on_call(call, *row), .gb = row->gb, .likely = assumed, .cause = {},
                              .loses_frame = row->context == torch::Context::skip,
                              .stands_for_number = row->when == torch::When::computed_tensor});
    }

    // What only a later call shows. What is evaluated for the text of an exception is not compiled.
    void apply_change(const Activation& activation, const values::Call& call) {
        const values::Change change = values::change(call);
        if (change.later == torch::Later::never || is_for_failure(call.node)) return;
        const bool late = change.later == torch::Later::late;
        const Rule& rule = late ? late_break : recompilation;
        add(activation, rule, {.node = call.node, .message = rule.on_change(call, change.number), .gb = {}, .likely = !change.number.varies,
                               .cause = {}, .later = late ? Outcome::late : Outcome::recompile, .certain_to_vary = change.number.varies});
    }

    static void dispatch(const Rule& rule, const values::Event& event, Report& report) {
        const auto hand = [&report](auto* hook, const auto* happened) {
            if (hook && happened) hook(*happened, report);
        };
        hand(rule.on_branch, std::get_if<values::Branch>(&event));
        hand(rule.on_subscript, std::get_if<values::Subscript>(&event));
        hand(rule.on_with, std::get_if<values::With>(&event));
        hand(rule.on_access, std::get_if<values::Access>(&event));
        hand(rule.on_disabled, std::get_if<values::Disabled>(&event));
        hand(rule.on_counter, std::get_if<values::Counter>(&event));
        hand(rule.on_construct, std::get_if<values::Construct>(&event));
    }

    void add(const Activation& activation, const Rule& rule, Remark remark) {
        if (needs_rare_dtype(program_, remark.node)) return;
        const Path& path = paths_.at(&activation);
        if (is_captured(remark, *path.entry, program_)) return;
        const Node statement = syntax::statement_of(remark.node);
        const Key key{remark.node.span().begin, rule.code};
        Finding made{.code = rule.code, .name = rule.name, .message = std::move(remark.message), .span = remark.node.span(),
                     .statement = header_of(statement)};
        if (!remark.gb.empty()) made.gb.push_back(remark.gb);
        made.outcome = path.lossy || remark.loses_frame ? Outcome::skip : outcome_at(program_, remark.node);
        if (path.entry->fullgraph || program_.dynamo().as_fullgraph) made.outcome = Outcome::error;
        if (remark.later) made.outcome = *remark.later;
        made.confidence = remark.likely ? Confidence::likely : Confidence::certain;
        const std::vector<std::string> conditions = conditions_of(program_, remark.node);
        made.reach = path.conditional || !conditions.empty() ? Reach::conditional : Reach::always;
        for (const std::string& condition : conditions) made.when.append(made.when.empty() ? "" : " and ").append(condition);
        made.severity = severity_of(made, rule, remark);
        made.function = program_.names().qualified_name(*activation.scope);
        made.by_forward = path.entry->by_forward;
        made.trail = trail_to(activation, remark);
        found_in_[key].push_back(&activation);
        merge(key, std::move(made));
    }

    static Severity severity_of(const Finding& finding, const Rule& rule, const Remark& remark) {
        if (finding.outcome == Outcome::error) return Severity::error;
        if (remark.later) return remark.certain_to_vary ? Severity::warning : Severity::hint;
        return finding.reach == Reach::conditional ? rule.conditional : Severity::warning;
    }

    // The same cause found in another activation: what is certain there is certain.
    void merge(const Key& key, Finding made) {
        const auto [found, inserted] = findings_.try_emplace(key, made);
        if (inserted) return;
        Finding& known = found->second;
        if (made.confidence == Confidence::certain) known.confidence = Confidence::certain;
        if (made.outcome == Outcome::error || (made.outcome == Outcome::skip && known.outcome == Outcome::split)) known.outcome = made.outcome;
        known.severity = std::min(known.severity, made.severity);
        known.by_forward = known.by_forward && made.by_forward;
        if (made.reach == Reach::always) {
            known.reach = Reach::always;
            known.when.clear();
        }
    }

    std::vector<Step> trail_to(const Activation& activation, const Remark& remark) const {
        std::vector<Step> steps;
        if (!remark.cause.empty()) steps.push_back(step(remark.node, remark.cause));
        const Activation* at = &activation;
        for (const Path* path = &paths_.at(at); path->caller && steps.size() < max_steps; path = &paths_.at(at)) {
            steps.push_back(step(path->call, "calls " + name_of(*at)));
            at = path->caller;
        }
        const values::Entry& entry = *paths_.at(&activation).entry;
        steps.push_back(step(entry.site, name_of(*at) + (entry.by_forward ? " is a `forward`, taken to be compiled" : " is compiled")));
        std::ranges::reverse(steps);
        return steps;
    }

    std::string name_of(const Activation& activation) const {
        return "`" + program_.names().qualified_name(*activation.scope) + "`";
    }

    Step step(Node node, std::string text) const {
        const text::Source& source = program_.tree().source();
        const Node at = node.is(syntax::Kind::function_definition) ? node.child(syntax::Field::name) : node;
        return {source.path(), text::line_column(source, at.span().begin), std::move(text)};
    }

    // A compound statement without its body.
    static text::Span header_of(Node statement) {
        text::Span span = statement.span();
        for (const Node child : statement.children())
            if (child.is(syntax::Kind::block)) {
                span.end = child.span().begin;
                break;
            }
        return span;
    }

    static constexpr std::size_t max_steps = 16;
    static constexpr std::size_t max_entries_named = 2;

    const values::Program& program_;
    std::unordered_map<const Activation*, Path> paths_;
    std::vector<const Activation*> order_;
    std::map<Key, Finding> findings_;
    std::map<Key, std::vector<const Activation*>> found_in_;
    std::unordered_map<const Activation*, std::set<const Activation*>> callers_;
};

}  // namespace

std::vector<Finding> run(const values::Program& program) { return Run(program).run(); }

}  // namespace rules
