#include "transforms/if_conversion/write/select.h"

#include "analysis/effects/memory_names.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/condition/scalar_reads.h"
#include "transforms/condition/sunk_definitions.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/edit/words.h"
#include "transforms/if_conversion/write/already_versioned.h"
#include "transforms/if_conversion/write/arm.h"
#include "transforms/if_conversion/write/arm_in_any_case.h"
#include "transforms/if_conversion/write/chosen.h"
#include "transforms/if_conversion/write/loop_exit.h"

#include <algorithm>
#include <set>

namespace transforms::if_conversion {

using edit::Edit;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

class Writer {
  public:
    Writer(const function::Facts& facts, const Predication& at, const Proven& proven, Style style)
        : facts_(facts), at_(at), proven_(proven), style_(style), source_(at.statement.tree()->source()),
          step_(edit::step_of(source_, at.statement)), arms_(facts, at, proven, style.torch),
          chosen_(facts, at, proven, style.torch, arms_) {}

    std::vector<Edit> edits() {
        const std::vector<std::string> conditions = conditions_in_front(proven_);
        const bool tested = proven_.proof.has_guards();
        if (at_.form == Predication::Form::expression) return expression(conditions);
        std::vector<std::string> lines = code();
        std::string text;
        if (!tested)
            for (const std::string_view comment : comments(taken()))
                put(text, std::string(comment), style_.indentation);
        const bool link = at_.head.is(Kind::elif_clause);
        if (conditions.empty()) {
            if (link) put(text, "else:", style_.indentation);
            if (const std::string asked = asked_in_front(); !asked.empty()) lines.insert(lines.begin(), asked);
            for (const std::string& line : lines)
                put(text, line, std::string(style_.indentation) + (link ? step_ : ""));
            return {{at_.replaced, text}};
        }
        if (!proven_.lifted.empty())
            lines.emplace(lines.begin(),
                          "# `new_zeros`: of a plain number, the compiler may keep an old value (PyTorch #194976).");
        if (tested && at_.form == Predication::Form::skip) lines.emplace_back("continue");
        const auto& hoisted = proven_.predicate.hoisted;
        if (hoisted) put(text, asked_in_front(), style_.indentation);
        header(text, conditions, link ? "elif" : "if");
        for (const std::string& line : lines) put(text, line, std::string(style_.indentation) + step_);
        if (!tested && at_.statement.is(Kind::return_statement)) put(text, last_return(), style_.indentation);
        if (!tested) return {{taken(), text}};
        put(text, at_.form == Predication::Form::branch && !link ? "el" : "", style_.indentation);
        std::vector<Edit> edits{{{at_.replaced.begin, at_.replaced.begin}, text}};
        if (hoisted) edits.push_back({hoisted->node.span(), hoisted->name});
        return edits;
    }

  private:
    // "condition = is_hot(x)", of what new code asks by a name; or nothing.
    [[nodiscard]] std::string asked_in_front() const {
        const auto& hoisted = proven_.predicate.hoisted;
        return hoisted ? hoisted->name + " = " + on_one_line(std::string(hoisted->node.text())) : "";
    }

    // As a line, whatever it spans.
    [[nodiscard]] static std::string on_one_line(const std::string& text) {
        return text.find_first_of("\r\n") != std::string::npos ? "(" + text + ")" : text;
    }

    // What goes: behind conditions that tracing knows, the first arm alone.
    [[nodiscard]] text::Span taken() const {
        if (proven_.predicate.fixed.empty() || at_.statement.is(Kind::return_statement)) return at_.replaced;
        const Node head = at_.head ? at_.head : at_.statement;
        return {at_.replaced.begin, syntax::last_statement(head.child(Field::consequence)).span().end};
    }

    // Of what is replaced, and does not stand in the new code.
    [[nodiscard]] std::vector<std::string_view> comments(text::Span gone) const {
        std::vector<text::Span> kept = arms_.kept();
        const Node block = at_.statement.parent();
        for (std::uint32_t i = at_.statement.index(); i < block.end_index(); ++i)
            if (const Node node = block.tree()->node(i); node.is(Kind::string)) kept.push_back(node.span());
        return edit::comments_in(source_, gone, std::move(kept));
    }

    [[nodiscard]] std::vector<std::string> questions() const {
        std::vector<std::string> all;
        for (const condition::Question& each : proven_.predicate.questions) all.push_back(each.text);
        return all;
    }

    // `y = a if c else b`: the test stands in front of a statement that does nothing else, and otherwise inside of it.
    std::vector<Edit> expression(const std::vector<std::string>& conditions) {
        std::vector<std::string> names = questions(), lines, results;
        if (at_.targets.size() != 1) name_questions(names, lines);
        arms_.ask(names.front());
        for (std::size_t i = 0; i < at_.targets.size(); ++i) add_calls(lines, i, i + 1);
        for (const Target& each : at_.targets) results.push_back(chosen_.of(each, names));
        const std::string made = edit::joined(results, at_.targets.front().text.empty() ? "" : ", ");
        const text::Span whole = at_.statement.span();
        const text::Span start{whole.begin, whole.begin};
        const std::string before(source_.text({whole.begin, at_.replaced.begin}));
        const bool alone = whole.end == at_.replaced.end && before.ends_with("= ") && edit::indentation(source_, whole);
        if (conditions.empty()) {
            std::string text;
            const auto left_out =
                edit::indentation(source_, whole) ? comments(at_.replaced) : std::vector<std::string_view>{};
            if (const std::string asked = asked_in_front(); !asked.empty()) lines.insert(lines.begin(), asked);
            lines.insert(lines.begin(), left_out.begin(), left_out.end());
            for (const std::string& line : lines)
                text.append(line).append(source_.line_ending()).append(style_.indentation);
            const text::Span place = without_parentheses();
            return text.empty() ? std::vector<Edit>{{place, made}} : std::vector<Edit>{{start, text}, {place, made}};
        }
        const std::string chosen = made + " if " + edit::joined(conditions, " and ") + " else ";
        if (!proven_.proof.has_guards()) return {{{at_.replaced.begin, last_value().span().begin}, chosen}};
        if (!alone) return {{{at_.replaced.begin, at_.replaced.begin}, chosen}};
        lines.push_back(before + made);
        return *edit::in_versions(source_, {&at_.statement, 1}, conditions, lines);
    }

    // `x / (a if c else b)` -> `x / torch.where(c, a, b)`
    [[nodiscard]] text::Span without_parentheses() const {
        const Node around = syntax::parenthesized(at_.conditions.front().parent());
        const bool is_place = around.span().begin < at_.replaced.begin && at_.targets.size() == 1;
        const std::string_view before = source_.text({0, around.span().begin});
        return is_place && before.find_last_of(" (=") + 1 == before.size() ? around.span() : at_.replaced;
    }

    // `b` of `a if c else b`
    [[nodiscard]] Node last_value() const { return syntax::Conditional{at_.conditions.front().parent()}.otherwise(); }
    [[nodiscard]] std::string last_return() const { return "return " + on_one_line(std::string(last_value().text())); }

    void header(std::string& text, const std::vector<std::string>& conditions, std::string_view word = "if") const {
        put(text, edit::header(word, conditions, style_.indentation, step_, source_.line_ending()), style_.indentation);
    }

    // The new code, line by line.
    std::vector<std::string> code() {
        std::vector<std::string> lines = proven_.predicate.before;
        std::vector<std::string> names = questions();
        const bool is_choice =
            std::ranges::any_of(names, [](const std::string& each) { return each.find(" if ") != std::string::npos; });
        const bool asks_again = std::ranges::any_of(proven_.predicate.guarded,
                                                    [](const speculation::Guarded& each) { return !each.is_count; });
        const auto chooses = [&](const Target& each) {
            return !each.temporary && !each.alike && !arm_in_any_case(facts_, at_, proven_, each);
        };
        const auto choices = std::ranges::count_if(at_.targets, chooses);
        // Nothing is assigned in front of the only one that asks.
        const bool asks_once = choices == 1 && chooses(at_.targets.front());
        if (choices > 0 && (!asks_once || asks_again || is_choice)) name_questions(names, lines);
        arms_.ask(names.front());
        for (std::size_t i = 0; i < at_.targets.size(); ++i) {
            const Target& target = at_.targets[i];
            std::size_t end = i + 1;
            while (target.together && end < at_.targets.size() && at_.targets[end].together == target.together) ++end;
            add_calls(lines, i, end);
            if (end > i + 1 && are_parts(i, end)) end = i + 1;
            std::string left = name_of(target), right = chosen_.of(target, names);
            while (i + 1 < end) {
                const Target& next = at_.targets[++i];
                if (!next.text.empty()) left.append(", ").append(next.text), right.append(", ");
                right.append(chosen_.of(next, names));
            }
            if (left != right) lines.push_back(left.empty() ? right : left + " = " + right);
        }
        return lines;
    }

    // Names for what calls give, which do not change on the way from one line to the next.
    [[nodiscard]] bool are_parts(std::size_t begin, std::size_t end) const {
        const auto is_part = [&](Node value) {
            const auto spelled = std::ranges::find(at_.spelled, value, &Spelled::value);
            return !value || (spelled != at_.spelled.end() && !spelled->part.empty());
        };
        return std::all_of(at_.targets.begin() + static_cast<std::ptrdiff_t>(begin),
                           at_.targets.begin() + static_cast<std::ptrdiff_t>(end), [&](const Target& each) {
                               return each.variable && std::ranges::all_of(each.values, is_part);
                           });
    }

    // `h_decay, c_decay = decay(h, c)`, in front of the first assignment that takes one of these.
    void add_calls(std::vector<std::string>& lines, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t arm = 0; arm < at_.arms(); ++arm) {
                const Node value = at_.targets[i].values[arm];
                const auto spelled = std::ranges::find(at_.spelled, value, &Spelled::value);
                if (!value || spelled == at_.spelled.end() || spelled->part.empty()) continue;
                const Called& call = at_.calls[spelled->call];
                if (given_.insert(spelled->call).second)
                    lines.push_back(call.given + " = " + arms_.of(call, arm, value));
            }
    }

    // Several selects share their conditions as variables.
    void name_questions(std::vector<std::string>& names, std::vector<std::string>& lines) const {
        std::string wish = "condition";
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::string& name = names[i];
            const std::string& variable = proven_.predicate.questions[i].name;
            const bool is_written = is_written_to(at_.conditions[i]);
            if (!variable.empty() && name == variable && !assigns(name) && !is_written) continue;
            const std::string value = is_written ? edit::with_method(name, ".clone()") : on_one_line(name);
            name = edit::unused_name(facts_.program().names(), wish);
            wish = name + "_";
            lines.push_back(name + " = " + value);
        }
    }

    // What the memory of what a condition asks is called: of `ready` of `not ready.item()`.
    [[nodiscard]] std::vector<Node> places_of(Node code) const {
        Node place = syntax::unparenthesized(code);
        while (place.is(Kind::not_operator)) place = syntax::unparenthesized(place.first_child());
        if (const Node read = place.is(Kind::call) ? condition::truth_read(facts_, place, at_.statement) : Node{})
            place = read;
        return effects::memory_names(facts_, place, at_.statement);
    }

    // A write in front of another one that asks: `if not self.ready: self.ready.fill_(1); self.loc.copy_(x)`.
    [[nodiscard]] bool is_written_to(Node condition) const {
        const std::vector<Node> asked = places_of(condition);
        for (std::size_t i = 0; i + 1 < at_.targets.size(); ++i)
            for (const Node written : places_of(at_.targets[i].written))
                if (std::ranges::find(asked, written.text(), &Node::text) != asked.end()) return true;
        return false;
    }

    [[nodiscard]] bool assigns(const std::string& name) const {
        return std::ranges::any_of(at_.targets, [&](const Target& each) { return each.text == name; });
    }

    // As the new code calls it.
    [[nodiscard]] std::string name_of(const Target& target) const {
        for (const Renamed& each : at_.renamed)
            if (target.temporary && each.variable == target.variable && target.values[each.arm]) return each.name;
        return target.text + annotation_of(target);
    }

    // ": Tensor" of `y: Tensor = a`, where each arm that assigns it has it.
    [[nodiscard]] static std::string annotation_of(const Target& target) {
        std::string given;
        for (const Node value : target.values) {
            const auto assignment = syntax::as<syntax::Assignment>(syntax::parenthesized(value).parent());
            if (!value) continue;
            if (!assignment || !assignment->annotation()) return {};
            given = ": " + std::string(assignment->annotation().text());
        }
        return given;
    }

    void put(std::string& text, const std::string& line, std::string_view indentation) const {
        if (!text.empty()) text.append(source_.line_ending()).append(indentation);
        text.append(edit::wrapped(line, indentation, step_, source_.line_ending()));
    }

    const function::Facts& facts_;
    const Predication& at_;
    const Proven& proven_;
    Style style_;
    const text::Source& source_;
    std::string step_;
    ArmText arms_;
    ChosenText chosen_;
    std::set<std::size_t> given_;  // calls that have their names
};

}  // namespace

std::vector<Edit> edits_of(const function::Facts& facts, const Predication& predication, const Proven& proven,
                           Style style) {
    if (predication.form == Predication::Form::stop) return edits_of_stop(facts, predication, proven, style);
    std::vector<Edit> edits = Writer(facts, predication, proven, style).edits();
    condition::move_values(predication.statement.tree()->source(), proven.predicate.moved, edits);
    std::ranges::sort(edits, {}, &Edit::span);
    return edits;
}

}  // namespace transforms::if_conversion
