#include "transforms/kept_scalar.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/kept_branches.h"
#include "transforms/kept_site.h"
#include "transforms/not_negative.h"
#include "transforms/number_read.h"
#include "transforms/roots.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view wide = ".double()", cut = ".detach()", root = ".sqrt(", whole_dtype = ".int64";

class Reader {
  public:
    // `floating`: the number is taken for one of a floating tensor, if nothing else is known.
    Reader(const Facts& facts, const KeptSite& site, std::string_view torch, Proof& proof, bool floating)
        : facts_(facts), site_(site), torch_(torch), proof_(proof), forms_(facts, site.statement, proof),
          known_(numbers_of(facts, site, forms_)),
          numbers_(known_ == Numbers::any && floating ? Numbers::floating : known_),
          uses_(facts, site.statement, forms_, proof, numbers_), variable_(facts.variable(site.variable)) {}

    // Every use of the number is one that a tensor serves as well.
    void check_uses() {
        if (!site_.variable) return uses_.check(site_.call);
        if (!variable_ || variable_->captured || facts_.variable(site_.variable) != variable_ ||
            variable_->occurrences.front().node != site_.variable)
            return proof_.refuse(quoted(site_.variable) + " is assigned, or used, in more than one place");
        const auto several = quoted(site_.variable) + " is assigned, or used, in more than one place";
        for (const names::Occurrence& each : variable_->occurrences)
            if (each.node != site_.variable && !is_other_number(each.node)) return proof_.refuse(several);
        const Node function = facts_.function();
        for (std::uint32_t i = function.index(); i < function.end_index() && !proof_.refused(); ++i) {
            const Node node = function.tree()->node(i);
            const bool bound = std::ranges::find(variable_->occurrences, node, &names::Occurrence::node) !=
                               variable_->occurrences.end();
            if (facts_.variable(node) == variable_ && !bound) uses_.check(node);
        }
        for (const names::Occurrence& each : variable_->occurrences)
            if (each.node != site_.variable && !is_in_branch(each.node)) return proof_.refuse(several);
        if (forms_.of(site_.tensor).is_bool() && !partners().empty())
            proof_.refuse(quoted(site_.tensor) + " is no number in arithmetic of tensors");
        if (numbers_ != known_ && !is_of_partner()) proof_.refuse(quoted(site_.tensor) + " may hold whole numbers");
    }

    void check_tensor() {
        const Form form = forms_.of(site_.tensor);
        if (!form.is_tensor())
            return proof_.refuse(quoted(site_.tensor) + " may be something else than a tensor");
        if (!form.shape.empty()) return proof_.refuse(quoted(site_.tensor) + " may have more than one element");
        if (site_.root && !is_not_negative(facts_, site_.tensor, site_.statement))
            return proof_.refuse(quoted(site_.tensor) + " may be negative, which raises an error");
        // A number stays what it is when the tensor that it was read from is written to.
        if (!makes_new_tensor(facts_, site_.tensor) && writes_in_place())
            return proof_.refuse(quoted(site_.tensor) + " may be changed in place after it was read");
        const std::string name(site_.variable ? site_.variable.text() : "");
        roots_ = roots_of(facts_, site_.tensor, site_.statement);
        if (is_whole(numbers_) && facts_.value(site_.tensor).dtype != torch::Dtype::integer) {
            if (is_used_elsewhere()) return proof_.refuse(quoted(site_.tensor) + " may hold no whole number");
            proof_.test(name + ".dtype == " + std::string(torch_) + std::string(whole_dtype));
        }
        detached_ = facts_.without_gradients() || roots_.differentiable.empty() || is_whole(numbers_);
        if (detached_ || !site_.warns()) return;
        if (!site_.variable)
            return proof_.refuse(quoted(site_.call) + " warns where a gradient is wanted, and would not any more");
        proof_.test("not " + name + ".requires_grad");
        detached_ = true;
    }

    // A number has no device.
    void check_devices() {
        const Node source = first_tensor();
        for (const Node partner : partners()) {
            const Roots made = roots_of(facts_, partner, site_.statement);
            const bool is_source = made.known && !made.all.empty() && std::ranges::includes(roots_.all, made.all);
            if (source && !is_source && partner.text() != source.text())
                proof_.test(std::string(partner.text()) + ".device == " + std::string(source.text()) + ".device");
        }
    }

    // That the tensor serves as the number, where it is not certain.
    [[nodiscard]] std::vector<std::string> tests() const {
        std::vector<std::string> all = proof_.conditions();
        for (const Node each : partners())
            for (std::string& test : takes_as_number(each, torch_, is_whole(numbers_) && !uses_.widened()))
                all.push_back(std::move(test));
        return all;
    }

    [[nodiscard]] std::string text(bool tested) const {
        std::string text(site_.tensor.text());
        const bool simple = site_.tensor.is(Kind::call) || site_.tensor.is(Kind::identifier) || site_.tensor.is(Kind::attribute);
        const bool widens = site_.root || (uses_.widened() && (!site_.variable || !tested));
        if ((!detached_ || widens) && !simple) text = "(" + text + ")";
        if (!detached_) text += cut;
        if (widens) text += wide;
        return site_.root ? std::string(torch_) + std::string(root) + text + ")" : text;
    }
    // It is not yet, because where the tensors that it meets are others it stays as it was.
    [[nodiscard]] bool widens_later() const { return uses_.widened() && !site_.root; }

    [[nodiscard]] const std::vector<Node>& partners() const { return uses_.partners(); }
    [[nodiscard]] const std::vector<Node>& conditions() const { return uses_.conditions(); }
    [[nodiscard]] KeptNumber number() {
        const bool whole = is_whole(numbers_), plain = !uses_.widened();
        return {.variable = variable_,
                .tensor = site_.tensor,
                .term = !plain                              ? "float"
                        : forms_.of(site_.tensor).is_bool() ? "bool"
                        : whole                             ? "int"
                                                            : "float",
                .partners = partners()};
    }

  private:
    // It is floating where they are, which is tested.
    [[nodiscard]] bool is_of_partner() {
        const std::string dtype = forms_.of(site_.tensor).dtype;
        return std::ranges::any_of(partners(), [&](Node each) { return is_made_of(dtype, forms_.of(each).dtype); });
    }
    // `if scale == 0: scale = 1.0`
    [[nodiscard]] bool is_other_number(Node name) {
        const auto assignment = syntax::as<syntax::Assignment>(name.parent());
        return assignment && assignment->target() == name && assignment->value() && uses_.takes(assignment->value());
    }
    [[nodiscard]] bool is_in_branch(Node name) const {
        return std::ranges::any_of(conditions(), [&](Node condition) {
            const Node statement = syntax::statement_of(condition);
            return statement.is(Kind::if_statement) && syntax::is_within(name, statement);
        });
    }

    // What is computed with hardly holds whole numbers: to test for them would be in vain.
    [[nodiscard]] bool is_used_elsewhere() const {
        const Node function = facts_.function();
        for (std::uint32_t i = function.index(); i < function.end_index(); ++i)
            if (const Node node = function.tree()->node(i);
                facts_.variable(node) && !syntax::is_within(node, site_.statement) &&
                std::ranges::find(roots_.all, node.text(), &Root::name) != roots_.all.end() &&
                facts_.variable(node)->occurrences.front().node != node)
                return true;
        return false;
    }
    // The first variable of what is read that holds a tensor.
    [[nodiscard]] Node first_tensor() {
        for (std::uint32_t i = site_.tensor.index(); i < site_.tensor.end_index(); ++i)
            if (const Node part = site_.tensor.tree()->node(i);
                part.is(Kind::identifier) && facts_.variable(part) && forms_.of(part).is_tensor())
                return part;
        return {};
    }

    [[nodiscard]] bool writes_in_place() const {
        const Node function = facts_.function();
        for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
            const Node node = function.tree()->node(i);
            if (node.is(Kind::augmented_assignment)) return true;
            if (node.is(Kind::subscript) && node.field() == Field::left && node.parent().is(Kind::assignment)) return true;
            if (!node.is(Kind::call)) continue;
            const torch::Row* row = row_or_guess(facts_, node);
            if (!row || row->traits.in_place) return true;
        }
        return false;
    }

    const Facts& facts_;
    const KeptSite& site_;
    std::string_view torch_;
    Proof& proof_;
    Forms forms_;
    Numbers known_, numbers_;
    NumberUses uses_;
    const names::Binding* variable_;
    Roots roots_;
    bool detached_ = false;
};

// `m = x.mean()`, and behind it what makes a number of it again where it has to be one.
std::vector<Edit> edits_of(const text::Source& source, const KeptSite& site, const Reader& reader,
                           std::string_view layout, const std::string& test) {
    std::vector<Edit> edits{{site.call.span(), reader.text(!test.empty())}};
    if (test.empty()) return edits;
    const std::string name(site.variable.text()), indent = std::string(source.line_ending()) + std::string(layout);
    const std::string step = layout.find('\t') == std::string_view::npos ? "    " : "\t";
    std::string behind = indent + "if not (" + test + "):" + indent + step + name + " = " + site.back();
    if (reader.widens_later())
        behind = indent + "if " + test + ":" + indent + step + name + " = " + name + std::string(wide) + indent +
                 "else:" + indent + step + name + " = " + site.back();
    const std::uint32_t end = end_of_line(source, site.statement.span().end);
    edits.push_back({{end, end}, std::move(behind)});
    return edits;
}

// `x * x.mean().item()` -> `x * (x.mean() if x.dim() > 0 and ... else x.mean().item())`
Proposal propose_inside(const KeptSite& site, const Reader& reader, const std::vector<std::string>& tests) {
    const std::string test = joined(tests, " and "), call(site.call.text());
    const auto around = syntax::as<syntax::Conditional>(site.call.parent());
    const bool is_left = around && around->otherwise() == site.call && around->condition().text() == test;
    if (test.empty() || is_left) return {};
    return {.fixes = {{.rewrite = "kept-scalar",
                       .title = "keep the number a tensor",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = {{site.call.span(), "(" + reader.text(true) + " if " + test + " else " + call + ")"}},
                       .tests = tests.size()}},
            .declined = std::nullopt};
}

// With the branches that the number takes part in, each of which may only do so under an assumption.
Proposal propose_variable(const analysis::Analysis& analysis, const Facts& facts, const KeptSite& site, Reader& reader,
                          std::string_view torch, std::string_view layout, const std::vector<std::string>& tests) {
    const std::string name(site.variable.text());
    KeptNumber number = reader.number();
    if (!tests.empty()) number.test = "isinstance(" + name + ", " + std::string(torch) + ".Tensor)";
    Proposal proposal;
    for (const Answer answer : {Answer::test, Answer::assume}) {
        KeptBranches branches = rewrite_branches(facts, number, reader.conditions(), torch, answer);
        if (!branches.refused.empty()) {
            if (answer == Answer::test)
                proposal.declined = "the branch on it would break the graph as well: " + branches.refused;
            continue;
        }
        if (answer == Answer::assume && branches.assumptions.empty()) break;
        Fix fix{.rewrite = "kept-scalar",
                .title = "keep " + quoted(site.variable) + " a tensor",
                .safety = branches.assumptions.empty() ? Safety::safe : Safety::unsafe,
                .assumes = joined(branches.assumptions, " and "),
                .needs = {},
                .edits = edits_of(analysis.source(), site, reader, layout, joined(tests, " and ")),
                .tests = tests.size() + branches.tests};
        if (!fix.assumes.empty()) fix.title += " (assumes that " + fix.assumes + ")";
        std::ranges::move(branches.edits, std::back_inserter(fix.edits));
        std::ranges::sort(fix.edits, {}, &Edit::span);
        proposal.fixes.push_back(std::move(fix));
    }
    return proposal;
}

Proposal propose_at(const analysis::Analysis& analysis, const Facts& facts, const KeptSite& site, bool floating) {
    const auto torch = torch_name(facts.program(), facts.function());
    if (!torch) return declined(no_torch_name);
    const auto layout =
        site.variable ? indentation(analysis.source(), site.statement.span()) : std::optional<std::string>("");
    if (!layout) return declined("the assignment shares its line");
    Proof proof;
    Reader reader(facts, site, *torch, proof, floating);
    for (Node node = site.statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement)) proof.refuse("a `try` around it may see the difference");
    if (!proof.refused()) reader.check_tensor();
    if (!proof.refused()) reader.check_uses();
    if (!proof.refused()) reader.check_devices();
    if (proof.refused()) return {.fixes = {}, .declined = proof.unproven()};
    if (site.variable) return propose_variable(analysis, facts, site, reader, *torch, *layout, reader.tests());
    return reader.conditions().empty() ? propose_inside(site, reader, reader.tests()) : Proposal{};
}

}  // namespace

Proposal propose_kept_scalar(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto site = kept_site_of(facts, operand);
    if (!site) return {};
    Proposal proposal = propose_at(analysis, facts, *site, false);
    if (proposal.fixes.empty() && proposal.declined)
        if (Proposal other = propose_at(analysis, facts, *site, true); !other.fixes.empty()) return other;
    return proposal;
}

}  // namespace transforms
