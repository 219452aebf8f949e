#include "analysis/rules/engine/causes.h"

#include "analysis/rules/all.h"
#include "analysis/rules/engine/words.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace rules {
namespace {

using syntax::Node;

Node loop_of(Node node) {
    while (node && !node.is(syntax::Kind::for_statement) && !node.is(syntax::Kind::while_statement))
        node = node.parent();
    return node;
}

bool bound_between(const names::Binding& variable, Node first, Node node) {
    const auto index = [](const names::Occurrence& occurrence) { return occurrence.node.index(); };
    const auto behind = std::ranges::upper_bound(variable.occurrences, first.index(), {}, index);
    return behind != variable.occurrences.end() && index(*behind) < node.index();
}

// The branches on variables that were told of, in the order of the text.
class Asked {
  public:
    explicit Asked(const values::Program& program) : program_(program) {}

    // One cause, one finding: where a frame is lost at `if skip:`, it is lost before the next `if skip:` of the same
    // loop. What may be no tensor at all is told once, too.
    [[nodiscard]] bool before(const Cause& cause) const {
        const names::Reference variable = asked_for(cause);
        const bool lost = cause.finding.outcome == Outcome::skip && loop_of(cause.node);
        if (!variable || (!lost && !program_.value(cause.node).maybe_none)) return false;
        const auto last = last_.find({&variable.binding(), cause.finding.outcome, lost ? loop_of(cause.node) : Node{}});
        return last != last_.end() && !bound_between(variable.binding(), last->second, cause.node);
    }

    void add(const Cause& cause) {
        const names::Reference variable = asked_for(cause);
        if (!variable) return;
        for (const Node loop : {Node{}, loop_of(cause.node)})
            last_.insert_or_assign({&variable.binding(), cause.finding.outcome, loop}, cause.node);
    }

  private:
    [[nodiscard]] names::Reference asked_for(const Cause& cause) const {
        const bool asks = cause.finding.code == tensor_branch.code && cause.node.is(syntax::Kind::identifier);
        return asks ? program_.names_of(cause.node).resolve(cause.node) : names::Reference{};
    }

    struct Place {
        const names::Binding* variable;
        Outcome outcome;
        Node loop;  // none: anywhere
        bool operator==(const Place&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Place& place) const {
            return std::hash<const void*>()(place.variable) * 31 + std::hash<Node>()(place.loop) +
                   static_cast<std::size_t>(place.outcome);
        }
    };
    const values::Program& program_;
    std::unordered_map<Place, Node, Hash> last_;
};

// `with threading.Lock():` breaks once, though neither making the lock nor entering it is traced.
bool is_entered(const Causes& causes, const Key& key, const Finding& finding) {
    const auto entered = causes.find({std::get<0>(key), std::get<1>(key), unsupported_context.code, std::get<3>(key)});
    return finding.code == unsupported_call.code && entered != causes.end() &&
           entered->second.finding.span == finding.span;
}

bool is_late(Outcome outcome) { return outcome == Outcome::late || outcome == Outcome::recompile; }

using Statement = std::pair<const text::Source*, text::Span>;
Statement statement_of(const Finding& finding) { return {finding.source.get(), finding.statement}; }

// Where the first call breaks already, what later ones do is no news.
std::set<Statement> broken_by_first_calls(const Causes& causes) {
    std::set<Statement> broken;
    for (const auto& [key, cause] : causes)
        if (!is_late(cause.finding.outcome)) broken.insert(statement_of(cause.finding));
    return broken;
}

using Variables = std::set<const names::Binding*>;

const names::Binding* variable_of(const values::Program& program, Node identifier) {
    const names::Reference reference = program.names_of(identifier).resolve(identifier);
    return reference ? &reference.binding() : nullptr;
}

// Variables that are as long as the data says.
Variables sized_by_data(const values::Program& program, const Causes& causes) {
    Variables sized;
    for (const auto& [key, cause] : causes)
        if (const auto made = syntax::as<syntax::Assignment>(cause.node.parent());
            made && cause.finding.code == dynamic_shape.code)
            sized.insert(variable_of(program, made->target()));
    sized.erase(nullptr);
    return sized;
}

// `for i in range(found.shape[0])` where `found` is as long as the data says: perhaps it runs, perhaps it does not.
Node loop_over_data(const values::Program& program, const Variables& sized, Node node) {
    const Node loop = sized.empty() ? Node{} : loop_of(syntax::statement_of(node));
    if (!loop.is(syntax::Kind::for_statement)) return {};
    const Node iterable = loop.child(syntax::Field::right);
    for (const Node each : subtree(iterable))
        if (each.is(syntax::Kind::identifier) && sized.contains(variable_of(program, each))) return loop;
    return {};
}

}  // namespace

void doubt_loops_over_data(const values::Program& program, Causes& causes) {
    const Variables sized = sized_by_data(program, causes);
    for (auto& [key, cause] : causes) {
        Finding& finding = cause.finding;
        const Node loop = loop_over_data(program, sized, cause.node);
        if (!loop || finding.reach != Reach::always) continue;
        finding.reach = Reach::conditional;
        finding.when = quoted(loop.child(syntax::Field::right)) + " is not empty";
        if (finding.severity == Severity::warning) finding.severity = find(finding.code)->conditional;
    }
}

void tell_once(const values::Program& program, Causes& causes, std::vector<Dismissal>& dismissals) {
    Asked told(program);
    const std::set<Statement> broken = broken_by_first_calls(causes);
    const auto told_by = [&](const Key& key, const Cause& cause) -> std::string_view {
        if (told.before(cause)) return "an earlier finding has the same cause";
        if (is_entered(causes, key, cause.finding)) return "the `with` is the finding";
        if (is_late(cause.finding.outcome) && broken.contains(statement_of(cause.finding)))
            return "the first call breaks here already";
        return {};
    };
    std::vector<Key> left;
    for (const auto& [key, cause] : causes) {
        if (const std::string_view reason = told_by(key, cause); !reason.empty()) {
            if (std::get<0>(key) == 0)
                dismissals.push_back({.code = cause.finding.code, .span = cause.finding.span, .reason = reason});
            left.push_back(key);
        } else {
            told.add(cause);
        }
    }
    for (const Key& key : left) causes.erase(key);
}

}  // namespace rules
