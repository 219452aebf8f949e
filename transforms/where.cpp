#include "transforms/where.h"

#include "analysis/flow/graph.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/obligations.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(";

// The test as an argument; a number is true unless it is zero, and NaN is true.
std::string argument(const Facts& facts, Node predicate) {
    const std::string text(predicate.text());
    const bool plain = predicate.is(Kind::identifier) || predicate.is(Kind::call) || predicate.is(Kind::attribute);
    if (facts.value(predicate).dtype == torch::Dtype::boolean) return text;
    return (plain ? text : "(" + text + ")") + " != 0";
}

std::string unused_name(const names::Module& names, std::string wish) {
    while (names.name(wish)) wish += "_";
    return wish;
}

class Writer {
  public:
    Writer(const Facts& facts, const Predication& predication, std::string_view torch, std::string_view indentation)
        : facts_(facts), predication_(predication), torch_(torch), source_(predication.statement.tree()->source()),
          indentation_(indentation) {}

    [[nodiscard]] Edit edit() {
        const auto merges =
            std::ranges::count_if(predication_.targets, [](const Target& target) { return !target.temporary; });
        std::string condition = argument(facts_, keep(predication_.predicate));
        std::vector<std::string> lines;
        if (merges != 1 || predication_.targets.size() != 1) {
            const std::string name = unused_name(facts_.program().names(), "condition");
            const bool spans_lines = condition.find_first_of("\r\n") != std::string::npos;
            lines.push_back(name + " = " + (spans_lines ? "(" + condition + ")" : condition));
            condition = name;
        }
        for (const Target& target : predication_.targets) lines.push_back(line(target, condition));
        std::string text;
        for (const std::string_view comment : comments_in(source_, predication_.statement.span(), kept_))
            next(text) += comment;
        for (const std::string& each : lines) next(text) += each;
        return {.span = predication_.statement.span(), .text = std::move(text)};
    }

  private:
    Node keep(Node node) {
        kept_.push_back(node.span());
        return node;
    }

    [[nodiscard]] std::string line(const Target& target, std::string_view condition) {
        const std::string name(target.variable->text);
        const auto text = [&](Node value) { return value ? std::string(keep(value).text()) : name; };
        const std::string then = text(target.then), otherwise = text(target.otherwise);
        if (target.temporary) return name + " = " + (target.then ? then : otherwise);
        std::string made = name + " = " + std::string(torch_) + std::string(select) + std::string(condition) + ", ";
        return made + (predication_.negated ? otherwise + ", " + then : then + ", " + otherwise) + ")";
    }

    std::string& next(std::string& text) const {
        return text.empty() ? text : text.append(source_.line_ending()).append(indentation_);
    }

    const Facts& facts_;
    const Predication& predication_;
    std::string_view torch_;
    const text::Source& source_;
    std::string_view indentation_;
    std::vector<text::Span> kept_;
};

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text.append(text.empty() ? "" : " and ").append(part);
    return text;
}

Proposal declined(const Proof& proof) { return {.fixes = {}, .declined = proof.unproven()}; }

}  // namespace

Proposal propose_where(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const values::Program* program = analysis.program();
    const Node operand = program ? program->tree().at(finding.span) : Node{};
    Node statement = syntax::statement_of(operand);
    if (!statement.is(Kind::if_statement) && !statement.is(Kind::elif_clause)) return {};
    const Node function = syntax::function_of(statement);
    if (!function.is(Kind::function_definition) ||
        syntax::is_within(operand, statement.child(syntax::Field::consequence)))
        return {};
    Proof proof;
    if (!decides_alone(statement, operand)) {
        proof.refuse(statement.is(Kind::elif_clause) ? "the `if` has an `elif`" : "the condition has several parts");
        return declined(proof);
    }
    const Facts facts(*program, function);
    const auto torch = torch_name(*program, function);
    const auto layout = indentation(analysis.source(), statement.span());
    if (!torch || !layout)
        proof.refuse(torch ? "the `if` shares its line with another statement" : std::string(no_torch_name));
    if (proof.refused()) return declined(proof);
    const Predication predication = read_predication(facts, statement, proof);
    if (!proof.refused()) discharge(facts, predication, proof);
    if (proof.refused()) return declined(proof);
    Fix fix{.rewrite = "where",
            .title = "rewrite with `torch.where`",
            .safety = Safety::safe,
            .assumes = joined(proof.assumptions()),
            .needs = {},
            .edits = {Writer(facts, predication, *torch, *layout).edit()}};
    if (!fix.assumes.empty()) {
        fix.safety = Safety::unsafe;
        fix.title += " (assumes that " + fix.assumes + ")";
    }
    return {.fixes = {std::move(fix)}, .declined = proof.unproven()};
}

}  // namespace transforms
