#include "transforms/if_conversion/write/loop_exit.h"

#include "analysis/function/in_place_update.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/versioning.h"
#include "transforms/if_conversion/write/already_versioned.h"
#include "transforms/if_conversion/write/functionalize.h"

#include <algorithm>
#include <utility>

namespace transforms::if_conversion {

using edit::Edit;
using syntax::Kind;
using syntax::Node;

namespace {

class Writer {
  public:
    Writer(const function::Facts& facts, const Predication& at, const Proven& proven, Style style)
        : facts_(facts), at_(at), asked_(proven.predicate.questions.front()), lifted_(proven.lifted),
          replaced_(proven.lifted), style_(style), source_(at.loop.tree()->source()),
          step_(edit::step_of(source_, at.loop)) {
        for (const Called& each : at.calls) replaced_.push_back({.span = each.body, .text = each.text});
        while (facts.program().names().name(name_)) name_ += "_";
        while (facts.program().names().name(hits_)) hits_ += "_";
    }

    std::vector<Edit> edits(const std::vector<std::string>& conditions) {
        flag_ = conditions.empty() ? flag() : nullptr;
        if (flag_) name_ = flag_->text;
        std::vector<Edit> inside = rounds();
        if (const Node initial = flag_ ? false_of(*flag_) : Node{};
            syntax::statement_of(initial).next_sibling() == at_.loop) {
            inside.insert(inside.begin(), {initial.span(), start()});
            return inside;
        }
        if (conditions.empty()) {
            const std::string next = std::string(source_.line_ending()) + std::string(style_.indentation);
            inside.insert(inside.begin(), {{at_.replaced.begin, at_.replaced.begin}, first() + next});
            return inside;
        }
        return *edit::in_versions(source_, {&at_.loop, 1}, conditions,
                                  {first(), with(inside, edit::deeper(source_, at_.loop, step_))});
    }

  private:
    // On the device of a tensor that the rounds change. Where they change numbers alone, one of the CPU goes with all.
    [[nodiscard]] std::string first() const { return name_ + " = " + start(); }
    [[nodiscard]] std::string start() const {
        const auto is_tensor = [&](const Target& each) {
            return !each.temporary && (each.cut || !function::is_number(value_before(facts_, at_, each)));
        };
        const auto changed = std::ranges::find_if(at_.targets, is_tensor);
        const std::string name(changed == at_.targets.end() ? ""
                               : changed->cut               ? syntax::Subscript{changed->cut}.object().text()
                                                            : changed->text);
        const std::string device = name.empty() ? "" : ", device=" + name + ".device";
        const std::string torch(style_.torch);
        return torch + ".zeros((), dtype=" + torch + ".bool" + device + ")";
    }

    // `False` of `found = False`, which is what it holds when the loop begins; or none.
    [[nodiscard]] Node false_of(const Target& target) const {
        const auto made = target.variable ? facts_.definition(*target.variable, at_.loop) : std::nullopt;
        return made && made->statement && made->value.is(Kind::false_) ? made->value : Node{};
    }

    // What the program itself says the end of the loop by: `found = True`, in front of the `break` alone.
    [[nodiscard]] const Target* flag() const {
        const auto is_flag = [&](const Target& each) {
            const auto is_same = [&](const Target& other) { return other.text == each.text; };
            return is_last(each) && each.values.back().is(Kind::true_) && false_of(each) && !each.together &&
                   std::ranges::count_if(at_.targets, is_same) == 1;
        };
        const auto found = std::ranges::find_if(at_.targets, is_flag);
        return found == at_.targets.end() ? nullptr : &*found;
    }

    [[nodiscard]] std::string where(const std::string& question, const std::string& value,
                                    const std::string& other) const {
        return std::string(style_.torch) + ".where(" + question + ", " + value + ", " + other + ")";
    }

    // The begin of a line behind that of the statement, in its block.
    [[nodiscard]] std::string next_line(Node statement) const {
        return std::string(source_.line_ending()).append(edit::indentation(source_, statement.span()).value_or(""));
    }

    // What changes within the loop.
    [[nodiscard]] std::vector<Edit> rounds() const {
        std::vector<Edit> made;
        const Node asking = at_.asking();
        made.push_back({asking.span(), ending(asking)});
        for (const Target& target : at_.targets)
            if (!is_last(target)) add(made, target);
        for (const edit::Replacement& each : lifted_)
            if (std::ranges::none_of(made, [&](const Edit& edit) { return edit.span.overlaps(each.span); }))
                made.push_back({each.span, each.text});
        std::ranges::sort(made, {}, &Edit::span);
        return made;
    }

    // Assigned in the round that ends the loop.
    [[nodiscard]] bool is_last(const Target& target) const {
        return syntax::is_within(target.values.back(), at_.asking());
    }

    // `stopped = stopped | c`, behind what is assigned where that ends the loop.
    [[nodiscard]] std::string ending(Node asking) const {
        const std::string asked = (asked_.negated ? "~" : "") + edit::grouped(asked_.text);
        const std::string next = next_line(asking);
        std::string text;
        for (std::size_t i = 0; i < at_.targets.size(); ++i) {
            if (!is_last(at_.targets[i]) || &at_.targets[i] == flag_) continue;
            if (text.empty()) text = hits_ + " = " + (asked_.negated ? asked : asked_.text) + next;
            if (const auto group = assigned_behind(at_.targets, i); !group.empty()) text += at_once(group, next);
        }
        text += name_ + " = " + name_ + " | " + (text.empty() ? asked : hits_);
        const Node condition = syntax::unparenthesized(at_.conditions.front());
        std::vector<text::Span> kept{condition.span()};
        for (const Target& target : at_.targets)
            if (is_last(target)) kept.push_back(target.values.back().span());
        for (const std::string_view each : edit::comments_in(source_, asking.span(), kept))
            text.append("  ").append(each);
        return text;
    }

    // `u, v = v, u` in front of the `break`, and what a call gives there: all at once, and once.
    [[nodiscard]] std::string at_once(std::span<const Target> group, const std::string& next) const {
        std::string calls, names, values;
        for (const Target& target : group) {
            const Spelled* part = part_of(target);
            if (part && calls.empty()) calls = at_.calls[part->call].given + " = " + at_.calls[part->call].text + next;
            const std::string value = part ? part->part : text_of(target.values.back(), replaced_);
            const std::string chosen = where(hits_ + " & ~" + name_, value, target.text);
            names += (names.empty() ? "" : ", ") + target.text;
            values += (values.empty() ? "" : ", ") + (target.temporary ? value : chosen);
        }
        return calls.append(names).append(" = ").append(values).append(next);
    }

    // What the target gets of a call that is taken apart, or null.
    [[nodiscard]] const Spelled* part_of(const Target& target) const {
        const auto spelled = std::ranges::find(at_.spelled, target.values.back(), &Spelled::value);
        return spelled != at_.spelled.end() && !spelled->part.empty() ? &*spelled : nullptr;
    }

    // `u, v = half(u, v)`: what the call gives gets names, and what is kept of it lines of their own.
    void add_taken_apart(std::vector<Edit>& made, const Target& target, const Spelled& part) const {
        const Node statement = syntax::statement_of(part.value);
        const Node names = syntax::Assignment{statement.first_child()}.target();
        const auto is_named = [&](const Edit& each) { return each.span == names.span(); };
        if (std::ranges::none_of(made, is_named)) made.push_back({names.span(), at_.calls[part.call].given});
        const std::string given = target.temporary ? part.part : where(name_, target.text, part.part);
        const std::string line = next_line(statement) + target.text + " = " + given;
        const std::uint32_t end = statement.span().end;
        const auto is_behind = [&](const Edit& each) { return each.span == text::Span{end, end}; };
        if (const auto behind = std::ranges::find_if(made, is_behind); behind != made.end())
            behind->text += line;
        else
            made.push_back({{end, end}, line});
    }

    void add(std::vector<Edit>& made, const Target& target) const {
        const Node value = target.values.back();
        if (const Spelled* part = part_of(target)) return add_taken_apart(made, target, *part);
        if (target.temporary) return;
        const std::string place(target.cut ? target.cut.text() : target.text);
        if (function::is_update(value)) {
            const std::string given = where(name_, place, text_of(value, replaced_));
            return made.push_back({value.span(), place + " = " + given});
        }
        const std::string before = std::string(style_.torch) + ".where(" + name_ + ", " + place + ", ";
        made.push_back({{value.span().begin, value.span().begin}, before});
        made.push_back({{value.span().end, value.span().end}, ")"});
    }

    // The loop with its new rounds, a level deeper.
    [[nodiscard]] std::string with(const std::vector<Edit>& inside, const std::vector<Edit>& moved) const {
        std::vector<Edit> all = inside;
        for (Edit& each : all)
            for (std::size_t at = each.text.find('\n'); at != std::string::npos; at = each.text.find('\n', at + 1))
                each.text.insert(at + 1, step_);
        for (const Edit& each : moved)
            if (std::ranges::none_of(inside, [&](const Edit& edit) { return edit.span.overlaps(each.span); }))
                all.push_back(each);
        for (const Called& each : at_.calls)
            if (std::ranges::none_of(inside, [&](const Edit& edit) { return edit.span.overlaps(each.body); }))
                all.push_back({each.body, each.text});
        std::ranges::stable_sort(all, {}, [](const Edit& each) { return std::pair(each.span.begin, each.span.end); });
        const text::Span loop = at_.replaced;
        for (Edit& each : all) each.span = {each.span.begin - loop.begin, each.span.end - loop.begin};
        return edit::apply(source_.text(loop), all);
    }

    const function::Facts& facts_;
    const Predication& at_;
    const condition::Question& asked_;
    const std::vector<edit::Replacement>& lifted_;
    std::vector<edit::Replacement> replaced_;  // and the calls
    Style style_;
    const text::Source& source_;
    std::string step_;
    const Target* flag_ = nullptr;
    std::string name_ = "stopped";
    std::string hits_ = "hits";
};

}  // namespace

std::vector<Edit> edits_of_stop(const function::Facts& facts, const Predication& at, const Proven& proven,
                                Style style) {
    return Writer(facts, at, proven, style).edits(conditions_in_front(proven));
}

}  // namespace transforms::if_conversion
