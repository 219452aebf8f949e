#include "transforms/kept_scalar.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/forms.h"
#include "transforms/not_negative.h"
#include "transforms/number_uses.h"
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
using syntax::Op;

namespace {

constexpr std::string_view wide = ".double()", cut = ".detach()", root = ".sqrt(", root_of_number = "math.sqrt";

// `x.mean().item()`, `float(x.mean())`, `math.sqrt(ms)`, as the value of a plain assignment or inside of an expression.
struct Site {
    Node statement;
    Node variable;  // the identifier that is assigned; none inside of an expression
    Node call;
    Node tensor;
    bool warns = false;  // float() of a tensor that wants a gradient does
    bool root = false;   // its square root
};

std::optional<Site> site_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    if (!call) return std::nullopt;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const bool assigned = assignment && assignment->value() == call && assignment->target().is(Kind::identifier);
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    Site site{.statement = syntax::statement_of(call),
              .variable = assigned ? assignment->target() : Node{},
              .call = call,
              .tensor = {}};
    const bool plain = site.statement.is(Kind::expression_statement) ||
                       (!assigned && site.statement.is(Kind::return_statement));
    if (!row || !plain) return std::nullopt;
    if (row->role == torch::Role::reads_number && !argument) {
        site.tensor = call.child(Field::function).child(Field::object);
    } else if (row->role == torch::Role::number_type && row->dtype == torch::Dtype::floating && argument &&
               !argument.next_sibling()) {
        site.tensor = argument;
        site.warns = true;
    } else if (const auto name = facts.program().names().qualified(call.child(Field::function));
               name && *name == root_of_number && argument && !argument.next_sibling() &&
               facts.value(argument).is_tensor()) {
        site.tensor = argument;
        site.warns = site.root = true;
    }
    return site.tensor ? std::optional(site) : std::nullopt;
}

// Whole numbers have no mean.
bool may_be_whole(const Facts& facts, Node tensor, Forms& forms) {
    const torch::Row* row = tensor.is(Kind::call) ? facts.row_of(tensor) : nullptr;
    const bool averages =
        row && row->shape == torch::Shape::reduce && row->dtype == torch::Dtype::same_dtype && !row->traits.pointwise;
    return !averages && !forms.of(tensor).floating && facts.value(tensor).dtype != torch::Dtype::floating;
}

class Reader {
  public:
    Reader(const Facts& facts, const Site& site, Proof& proof)
        : facts_(facts), site_(site), proof_(proof), forms_(facts, site.statement, proof),
          uses_(facts, site.statement, forms_, proof, !site.warns && may_be_whole(facts, site.tensor, forms_)),
          variable_(facts.variable(site.variable)) {}

    // Every use of the number is one that a tensor serves as well.
    void check_uses() {
        if (!site_.variable) return uses_.check(site_.call);
        if (!variable_ || variable_->captured || variable_->occurrences.size() != 1)
            return proof_.refuse(quoted(site_.variable) + " is assigned, or used, in more than one place");
        const Node function = facts_.function();
        for (std::uint32_t i = function.index(); i < function.end_index() && !proof_.refused(); ++i) {
            const Node node = function.tree()->node(i);
            if (facts_.variable(node) == variable_ && node != site_.variable) uses_.check(node);
        }
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
        roots_ = roots_of(facts_, site_.tensor, site_.statement);
        detached_ = facts_.without_gradients() || roots_.differentiable.empty();
        if (!detached_ && site_.warns)
            proof_.refuse(quoted(site_.call) + " warns where a gradient is wanted, and would not any more");
    }

    // A number has no device.
    void check_devices() {
        const Node source = first_tensor();
        for (const std::string& partner : partners())
            if (source && std::ranges::find(roots_.all, partner, &Root::name) == roots_.all.end())
                proof_.test(partner + ".device == " + std::string(source.text()) + ".device");
    }

    [[nodiscard]] std::string text(std::string_view torch) const {
        std::string text(site_.tensor.text());
        const bool simple = site_.tensor.is(Kind::call) || site_.tensor.is(Kind::identifier) || site_.tensor.is(Kind::attribute);
        const bool widens = site_.root || (uses_.widened() && (!site_.variable || partners().empty()));
        if ((!detached_ || widens) && !simple) text = "(" + text + ")";
        if (!detached_) text += cut;
        if (widens) text += wide;
        return site_.root ? std::string(torch) + std::string(root) + text + ")" : text;
    }
    // It is not yet, because where the tensors that it meets are others it stays as it was.
    [[nodiscard]] bool widens_later() const { return uses_.widened() && !partners().empty() && !site_.root; }

    [[nodiscard]] const std::vector<std::string>& partners() const { return uses_.partners(); }

  private:
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
    const Site& site_;
    Proof& proof_;
    Forms forms_;
    NumberUses uses_;
    const names::Binding* variable_;
    Roots roots_;
    bool detached_ = false;
};

std::string test_of(const std::vector<std::string>& kinds, const std::vector<std::string>& partners,
                    std::string_view torch) {
    std::string text;
    for (const std::string& each : kinds) text.append(text.empty() ? "" : " and ").append(each);
    for (const std::string& each : partners)
        for (const std::string& condition : takes_as_number(each, torch))
            text.append(text.empty() ? "" : " and ").append(condition);
    return text;
}

// `m = x.mean()`, and behind it what makes a number of it again where it has to be one.
std::vector<Edit> edits_of(const text::Source& source, const Site& site, const Reader& reader, std::string_view torch,
                           std::string_view layout, const std::string& test) {
    std::vector<Edit> edits{{site.call.span(), reader.text(torch)}};
    if (reader.partners().empty()) return edits;
    const std::string name(site.variable.text()), indent = std::string(source.line_ending()) + std::string(layout);
    const std::string back = site.warns ? "float(" + name + ")" : name + ".item()";
    const std::string step = layout.find('\t') == std::string_view::npos ? "    " : "\t";
    std::string behind = indent + "if not (" + test + "):" + indent + step + name + " = " + back;
    if (reader.widens_later())
        behind = indent + "if " + test + ":" + indent + step + name + " = " + name + std::string(wide) + indent +
                 "else:" + indent + step + name + " = " + back;
    const std::uint32_t end = end_of_line(source, site.statement.span().end);
    edits.push_back({{end, end}, std::move(behind)});
    return edits;
}

// `x * x.mean().item()` -> `x * (x.mean() if x.dim() > 0 and ... else x.mean().item())`
Edit edit_inside(const Site& site, const Reader& reader, std::string_view torch, const std::string& test) {
    return {site.call.span(), "(" + reader.text(torch) + " if " + test + " else " + std::string(site.call.text()) + ")"};
}

// It is what the test in front of it leaves.
bool is_tested_already(const Site& site, const std::string& test) {
    const auto around = syntax::as<syntax::Conditional>(site.call.parent());
    return around && around->otherwise() == site.call && around->condition().text() == test;
}

}  // namespace

Proposal propose_kept_scalar(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const auto site = site_of(facts, operand);
    if (!site) return {};
    Proof proof;
    Reader reader(facts, *site, proof);
    for (Node node = site->statement.parent(); node && node != facts.function(); node = node.parent())
        if (node.is(Kind::try_statement)) proof.refuse("a `try` around it may see the difference");
    if (!proof.refused()) reader.check_tensor();
    if (!proof.refused()) reader.check_uses();
    if (!proof.refused()) reader.check_devices();
    const auto torch = torch_name(facts.program(), facts.function());
    const auto layout = site->variable ? indentation(analysis.source(), site->statement.span()) : std::optional<std::string>("");
    if (!torch || !layout) proof.refuse(std::string(torch ? "the assignment shares its line" : no_torch_name));
    if (proof.refused()) return {.fixes = {}, .declined = proof.unproven()};
    const std::string test = test_of(proof.conditions(), reader.partners(), *torch);
    if (!site->variable && (test.empty() || is_tested_already(*site, test))) return {};
    const std::string title = site->variable ? "keep " + quoted(site->variable) + " a tensor" : "keep the number a tensor";
    std::vector<Edit> edits = site->variable ? edits_of(analysis.source(), *site, reader, *torch, *layout, test)
                                             : std::vector{edit_inside(*site, reader, *torch, test)};
    return {.fixes = {{.rewrite = "kept-scalar",
                       .title = title,
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = std::move(edits),
                       .tests = reader.partners().size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
