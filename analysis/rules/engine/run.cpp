#include "analysis/rules/engine/run.h"

#include "analysis/rules/all.h"
#include "analysis/rules/engine/captured.h"
#include "analysis/rules/engine/causes.h"
#include "analysis/rules/engine/frames.h"
#include "analysis/rules/engine/losses.h"
#include "analysis/rules/engine/paths.h"
#include "analysis/rules/engine/structure.h"
#include "analysis/rules/engine/whole_use.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace rules {
namespace {

using syntax::Node;
using values::Activation;

class Run {
  public:
    Run(const values::Program& program, const std::function<bool()>& cancelled)
        : program_(program), told_(program.dynamo()), cancelled_(cancelled), paths_(program) {}

    Verdict judge() {
        look_into_activations();
        look_into_eager_frames();
        for (auto& [key, cause] : causes_) {
            if (is_cancelled()) return {};
            cause.finding.trail.front().text += paths_.also_reached_from(cause.seen, *cause.entered);
        }
        doubt_loops_over_data(program_, causes_);
        tell_once(program_, causes_, verdict_.dismissals);
        demote_behind_losses(program_, causes_);
        for (auto& [key, cause] : causes_) verdict_.findings.push_back(std::move(cause.finding));
        return std::move(verdict_);
    }

    Reached broken_as_one_graph() {
        told_.as_fullgraph = true;
        look_into_activations();
        Reached broken;
        for (const auto& [key, cause] : causes_)
            if (cause.finding.outcome != Outcome::late && cause.finding.outcome != Outcome::recompile)
                broken.insert(found_in_.at(key).begin(), found_in_.at(key).end());
        return broken;
    }

  private:
    [[nodiscard]] bool is_cancelled() const { return cancelled_ && cancelled_(); }

    // A generator among all functions, `@contextmanager` say, is one that nobody wants compiled.
    void look_into_activations() {
        for (const values::Entry& entry : program_.entries())
            if (entry.activation->scope->yields && entry.by != values::Entered::other)
                apply(*entry.activation, values::Construct{.node = entry.activation->scope->owner});
        for (const Activation* activation : paths_.order())
            for (const values::Event& event : activation->events) {
                if (is_cancelled()) return;
                apply(*activation, event);
            }
    }

    void apply(const Activation& activation, const values::Event& event) {
        if (const auto* call = std::get_if<values::Call>(&event)) {
            apply_change(activation, *call);
            return apply_row(activation, *call);
        }
        if (const auto* access = std::get_if<values::Access>(&event))
            return access->store ? apply_store(activation, *access)
                                 : apply_row(activation, {.node = access->node,
                                                          .callee = access->object,
                                                          .row = access->row,
                                                          .receiver = access->object,
                                                          .arguments = {}});
        for (const Rule* rule : all()) {
            Report report;
            dispatch(*rule, event, report);
            for (Remark& remark : report) add(activation, *rule, std::move(remark));
        }
    }

    void apply_row(const Activation& activation, const values::Call& call) {
        if (!call.row) return;
        const torch::Row* row = values::breaking(call.row, call.receiver, call.arguments);
        const Rule* rule = find(row ? row->rule : call.row->rule);
        if (!rule || !rule->on_call) return;
        if (!row && call.row->when == torch::When::never) return;
        if (!row) return dismiss(*rule, call.node, "it does not break the graph with these arguments");
        if (told_.reordered.contains(row->name))
            return dismiss(*rule, call.node, "Dynamo is told to run it behind the graph");
        if (row->when == torch::When::recording &&
            (paths_.to(activation).unrecorded || is_unrecorded(program_, call.node)))
            return dismiss(*rule, call.node, "no gradients are recorded here");
        const bool likely =
            call.receiver.likely || call.arguments.any([](values::Value value) { return value.likely; });
        const bool assumed = likely && row->when != torch::When::always;
        add(activation, *rule,
            {.node = call.node,
             .message = rule->on_call(call, *row),
             .gb = row->gb,
             .likely = assumed,
             .condition = given_by_caller(call, *row),
             .cause = {},
             .loses_frame = row->context == torch::Context::lost ||
                            (row->context == torch::Context::skip && is_entered(call.node)),
             .stands_for_number = row->when == torch::When::computed_tensor,
             .gives_whole_numbers = gives_whole_numbers(call)});
    }

    // `torch.multinomial(p, n, generator=generator)`, where `generator` may be None: "generator is not None".
    [[nodiscard]] static std::string given_by_caller(const values::Call& call, const torch::Row& row) {
        if (row.when != torch::When::given_argument) return {};
        const values::Value* given = call.arguments.find(row.argument, row.position);
        return given && given->maybe_none ? std::string(row.argument) + " is not None" : "";
    }

    [[nodiscard]] bool gives_whole_numbers(const values::Call& call) const {
        if (call.row->gives != torch::Gives::numbers) return false;
        const torch::Dtype dtype = call.receiver.dtype;
        return dtype == torch::Dtype::integer ||
               (dtype == torch::Dtype::unknown && is_used_as_whole(program_, call.node));
    }

    void apply_store(const Activation& activation, const values::Access& access) {
        const torch::Row* row = values::breaking(access.row, access.object, {});
        const Rule* rule = row ? find(row->rule) : nullptr;
        if (!rule || !rule->on_store) return;
        add(activation, *rule,
            {.node = access.node,
             .message = rule->on_store(access),
             .gb = row->gb,
             .likely = access.object.likely,
             .cause = {}});
    }

    // What only a later call shows. What is evaluated for the text of an exception is not compiled.
    void apply_change(const Activation& activation, const values::Call& call) {
        const values::Change change = values::change(call);
        if (change.later == torch::Later::never || is_for_failure(call.node)) return;
        const bool late = change.later == torch::Later::late;
        const Rule& rule = late ? late_break : recompilation;
        add(activation, rule,
            {.node = call.node,
             .message = rule.on_change(call, change.number),
             .gb = {},
             .likely = !change.number.varies,
             .cause = {},
             .later = rule.outcome,
             .certain_to_vary = change.number.varies});
    }

    // Consequences: they need to know of all causes.
    void look_into_eager_frames() {
        const Frames frames(program_, paths_, causes_, found_in_);
        if (causes_.empty()) return;
        for (const Activation* activation : paths_.order())
            for (const values::Event& event : activation->events)
                if (const auto* comprehension = std::get_if<values::Comprehension>(&event))
                    if (const Finding* loss = frames.loss_around(*activation, comprehension->node))
                        add_eager(*activation, *comprehension, *loss);
    }

    void add_eager(const Activation& activation, const values::Comprehension& comprehension, const Finding& loss) {
        const Rule* rule = find(comprehension.row->rule);
        if (!rule || !rule->on_comprehension) return;
        add(activation, *rule,
            {.node = comprehension.node,
             .message = rule->on_comprehension(comprehension),
             .gb = comprehension.row->gb,
             .likely = comprehension.likely || loss.confidence == Confidence::likely,
             .cause = {},
             .loss = &loss});
    }

    static void dispatch(const Rule& rule, const values::Event& event, Report& report) {
        const auto hand = [&report](auto* hook, const auto* happened) {
            if (hook && happened) hook(*happened, report);
        };
        hand(rule.on_branch, std::get_if<values::Branch>(&event));
        hand(rule.on_subscript, std::get_if<values::Subscript>(&event));
        hand(rule.on_with, std::get_if<values::With>(&event));
        hand(rule.on_disabled, std::get_if<values::Disabled>(&event));
        hand(rule.on_counter, std::get_if<values::Counter>(&event));
        hand(rule.on_construct, std::get_if<values::Construct>(&event));
    }

    [[nodiscard]] std::uint32_t begin_of_call_here(const std::vector<CallSite>& calls) const {
        const auto here = std::ranges::find(calls, program_.files().front()->source(), &CallSite::source);
        return here == calls.end() ? 0 : here->span.begin;
    }

    void add(const Activation& activation, const Rule& rule, Remark remark) {
        remark.loses_frame |= rule.outcome == Outcome::skip;
        if (needs_rare_dtype(program_, remark.node)) {
            if (program_.number_of(remark.node) == 0) add_rare(rule, remark);
            return dismiss(rule, remark.node, "it is evaluated only for a dtype that is rare");
        }
        const Path& path = paths_.to(activation);
        if (is_captured(rule, remark, *path.entry, told_, program_.release()))
            return dismiss(rule, remark.node, "as Dynamo is configured, it is part of the graph");
        for (const Way& way : paths_.ways_to(activation)) add_by(way, activation, rule, remark);
    }

    void add_by(const Way& way, const Activation& activation, const Rule& rule, const Remark& remark) {
        const Path& path = paths_.to(activation);
        const Node statement = syntax::statement_of(remark.node);
        const std::size_t file = program_.number_of(remark.node);
        const std::vector<CallSite> calls = file == 0 ? std::vector<CallSite>() : paths_.calls_on(way);
        const Key key{file, remark.node.span().begin, rule.code, begin_of_call_here(calls)};
        Finding made{.source = program_.files()[file]->source(),
                     .code = rule.code,
                     .name = rule.name,
                     .message = remark.message,
                     .span = remark.node.span(),
                     .statement = header_of(statement)};
        if (!remark.gb.empty()) made.gb.push_back(remark.gb);
        if (const Option* option = option_of(rule, remark)) made.option = option->name;
        made.outcome = outcome_of(remark, path);
        made.confidence = remark.likely ? Confidence::likely : Confidence::certain;
        std::vector<std::string> conditions = paths_.conditions_on(way);
        std::ranges::move(paths_.conditions_of(remark.node), std::back_inserter(conditions));
        if (!remark.condition.empty()) conditions.push_back(remark.condition);
        made.reach = path.conditional || !conditions.empty() ? Reach::conditional : Reach::always;
        for (const std::string& condition : conditions)
            made.when.append(made.when.empty() ? "" : " and ").append(condition);
        made.severity = severity_of(made, rule, remark);
        made.function = program_.names_of(remark.node).qualified_name(*activation.scope);
        made.entry = way.entry->by;
        made.trail = paths_.trail_of(way, remark.node, remark.cause);
        made.calls = calls;
        if (file != 0 && remark.cause.empty())
            made.trail.push_back({made.source->path(), text::line_column(*made.source, made.span.begin), made.message});
        if (const Finding* loss = remark.loss)
            made.trail.push_back({loss->source->path(), text::line_column(*loss->source, loss->span.begin),
                                  "the function is left to eager here"});
        found_in_[key].push_back(&activation);
        merge(key, {.finding = std::move(made),
                    .node = remark.node,
                    .loses_frame = remark.loses_frame,
                    .seen = {file == 0 ? &activation : paths_.caller_on(way)},
                    .entered = way.entry->activation});
    }

    void add_rare(const Rule& rule, const Remark& remark) {
        const text::Span span = remark.node.span();
        for (const Finding& known : verdict_.rare)
            if (known.span == span && known.code == rule.code) return;
        verdict_.rare.push_back({.source = program_.files().front()->source(),
                                 .code = rule.code,
                                 .name = rule.name,
                                 .message = remark.message,
                                 .severity = Severity::hint,
                                 .reach = Reach::conditional,
                                 .span = span,
                                 .statement = header_of(syntax::statement_of(remark.node))});
    }

    // What is checkpointed is captured as a whole or not at all: what counts is where it is called.
    [[nodiscard]] Outcome outcome_of(const Remark& remark, const Path& path) const {
        if (remark.later) return *remark.later;
        const OnBreak told = told_at(program_, remark.node);
        const bool raises = (told == OnBreak::untold ? path.on_break : told) == OnBreak::error;
        if (raises || path.in_region || path.entry->fullgraph || told_.as_fullgraph) return Outcome::error;
        if (path.lossy || remark.loses_frame) return Outcome::skip;
        return path.checkpointed ? Outcome::split : outcome_at(program_, remark.node);
    }

    void dismiss(const Rule& rule, Node node, std::string_view reason) {
        if (program_.number_of(node) != 0) return;
        verdict_.dismissals.push_back({.code = rule.code, .span = node.span(), .reason = reason});
    }

    static Severity severity_of(const Finding& finding, const Rule& rule, const Remark& remark) {
        if (finding.outcome == Outcome::error) return Severity::error;
        if (remark.certain_to_vary) return Severity::warning;
        return finding.reach == Reach::conditional ? std::max(rule.severity, rule.conditional) : rule.severity;
    }

    // The same cause found in another activation: what is certain there is certain.
    void merge(const Key& key, Cause cause) {
        const auto [found, inserted] = causes_.try_emplace(key, cause);
        if (inserted) return;
        found->second.seen.push_back(cause.seen.front());
        const Finding& made = cause.finding;
        Finding& known = found->second.finding;
        if (made.confidence == Confidence::certain) known.confidence = Confidence::certain;
        if (made.outcome == Outcome::error || (made.outcome == Outcome::skip && known.outcome == Outcome::split))
            known.outcome = made.outcome;
        known.severity = std::min(known.severity, made.severity);
        known.entry = std::min(known.entry, made.entry);
        if (made.reach == Reach::always) {
            known.reach = Reach::always;
            known.when.clear();
        }
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

    const values::Program& program_;
    values::Dynamo told_;
    const std::function<bool()>& cancelled_;
    Paths paths_;
    Causes causes_;
    FoundIn found_in_;
    Verdict verdict_;
};

}  // namespace

Verdict judge(const values::Program& program, const std::function<bool()>& cancelled) {
    return Run(program, cancelled).judge();
}
std::vector<Finding> run(const values::Program& program) { return judge(program).findings; }
Reached broken_as_one_graph(const values::Program& program) { return Run(program, {}).broken_as_one_graph(); }

}  // namespace rules
