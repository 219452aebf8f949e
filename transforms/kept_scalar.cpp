#include "transforms/kept_scalar.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/forms.h"
#include "transforms/roots.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

#include <algorithm>
#include <cmath>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view wide = ".double()", cut = ".detach()", root = ".sqrt(", root_of_number = "math.sqrt";

// `x.mean().item()`, `float(x.mean())`, `math.sqrt(ms)`, as the value of a plain assignment.
struct Site {
    Node statement;
    Node variable;  // the identifier that is assigned
    Node call;
    Node tensor;
    bool warns = false;  // float() of a tensor that wants a gradient does
    bool root = false;   // its square root
};

std::optional<Site> site_of(const Facts& facts, Node operand) {
    Node call = operand;
    while (call && !call.is(Kind::call) && !syntax::is_statement(call.kind())) call = call.parent();
    const auto assignment = call.is(Kind::call) ? syntax::as<syntax::Assignment>(call.parent()) : std::nullopt;
    if (!assignment || assignment->value() != call || !assignment->target().is(Kind::identifier)) return std::nullopt;
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    Site site{.statement = syntax::statement_of(call), .variable = assignment->target(), .call = call, .tensor = {}};
    if (!row || !site.statement.is(Kind::expression_statement)) return std::nullopt;
    if (row->gives == torch::Gives::number && !argument) {
        site.tensor = call.child(Field::function).child(Field::object);
    } else if (row->gives == torch::Gives::converted && row->dtype == torch::Dtype::floating && argument &&
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

// Exact in every floating dtype.
bool is_exact(double number) {
    int exponent = 0;
    const double mantissa = std::frexp(number, &exponent) * 256;
    return mantissa == std::floor(mantissa) && std::abs(number) <= 65504 && (number == 0 || std::abs(number) >= 1e-4);
}

// `x.double()` of what is not known is the method of tensors.
const torch::Row* row_or_guess(const Facts& facts, Node call) {
    const Node function = call.child(Field::function);
    const torch::Row* row = facts.row_of(call);
    const bool unknown = !row && function.is(Kind::attribute) && facts.value(function).is(values::Kind::unknown);
    return unknown ? facts.member_of_tensors(function.child(Field::attribute).text()) : row;
}

// Gives the same when it is evaluated again.
bool repeats(const Facts& facts, Node expression) {
    for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
        const Node node = expression.tree()->node(i);
        if (node.is(Kind::named_expression) || node.is(Kind::await)) return false;
        if (!node.is(Kind::call)) continue;
        const torch::Row* row = row_or_guess(facts, node);
        if (!row || !(row->traits.pure || row->traits.view)) return false;
    }
    return true;
}

// A sum of squares, a mean of absolute values: not negative, whatever the data.
bool is_not_negative(const Facts& facts, Node expression, Node statement) {
    const Node node = syntax::unparenthesized(expression);
    if (const auto number = number_of(facts.value(node))) return *number >= 0;
    const auto also = [&](Node part) { return is_not_negative(facts, part, statement); };
    switch (node.kind()) {
        case Kind::binary_operator: {
            const Node left = node.child(Field::left), right = node.child(Field::right);
            if (facts.value(node).dtype == torch::Dtype::complex) return false;
            if (operator_of(node) == Op::mul && left.text() == right.text()) return repeats(facts, left);
            if (operator_of(node) == Op::mul) return also(left) && also(right);
            if (operator_of(node) == Op::pow) return number_of(facts.value(right)) == 2.0;
            return (operator_of(node) == Op::add || operator_of(node) == Op::div) && also(left) && also(right);
        }
        case Kind::call: {
            const torch::Row* row = facts.row_of(node);
            const Node function = node.child(Field::function);
            const Node object = function.is(Kind::attribute) ? function.child(Field::object) : Node{};
            if (!row || !row->traits.pure || !object) return false;
            if (row->dtype == torch::Dtype::real && row->traits.pointwise) return true;
            const bool casts = row->shape == torch::Shape::same_size && row->dtype == torch::Dtype::floating;
            const bool gathers = row->shape == torch::Shape::reduce &&
                                 (row->dtype == torch::Dtype::summed || row->dtype == torch::Dtype::same_dtype);
            return (casts || gathers) && also(object);
        }
        case Kind::identifier: {
            const names::Binding* variable = facts.variable(node);
            const auto definition = variable ? facts.definition(*variable, statement) : std::nullopt;
            return definition && definition->statement &&
                   is_not_negative(facts, definition->value, definition->statement);
        }
        default: return false;
    }
}

class Reader {
  public:
    Reader(const Facts& facts, const Site& site, Proof& proof)
        : facts_(facts), site_(site), proof_(proof), forms_(facts, site.statement, proof), variable_(facts.variable(site.variable)) {}

    // Every use of the number is one that a tensor serves as well.
    void check_uses() {
        if (!variable_ || variable_->captured || variable_->rebound_inside || variable_->occurrences.size() != 1)
            return proof_.refuse(quoted(site_.variable) + " is assigned, or used, in more than one place");
        const Node function = facts_.function();
        for (std::uint32_t i = function.index(); i < function.end_index() && !proof_.refused(); ++i) {
            const Node node = function.tree()->node(i);
            if (facts_.variable(node) == variable_ && node != site_.variable) check_use(node, true);
        }
    }

    void check_tensor() {
        const Form form = forms_.of(site_.tensor);
        if (!form.is_tensor() || facts_.value(site_.tensor).maybe_none)
            return proof_.refuse(quoted(site_.tensor) + " may be something else than a tensor");
        if (!form.shape.empty()) return proof_.refuse(quoted(site_.tensor) + " may have more than one element");
        if (site_.root && !is_not_negative(facts_, site_.tensor, site_.statement))
            return proof_.refuse(quoted(site_.tensor) + " may be negative, which raises an error");
        // A number stays what it is when the tensor that it was read from is written to.
        if (!makes_new_tensor(facts_, site_.tensor) && writes_in_place())
            return proof_.refuse(quoted(site_.tensor) + " may be changed in place after it was read");
        const Roots roots = roots_of(facts_, site_.tensor, site_.statement);
        detached_ = facts_.without_gradients() || roots.differentiable.empty();
        if (!detached_ && site_.warns)
            proof_.refuse(quoted(site_.call) + " warns where a gradient is wanted, and would not any more");
    }

    [[nodiscard]] std::string text(std::string_view torch) const {
        std::string text(site_.tensor.text());
        const bool simple = site_.tensor.is(Kind::call) || site_.tensor.is(Kind::identifier) || site_.tensor.is(Kind::attribute);
        const bool widens = site_.root || (widened_ && partners_.empty());
        if ((!detached_ || widens) && !simple) text = "(" + text + ")";
        if (!detached_) text += cut;
        if (widens) text += wide;
        return site_.root ? std::string(torch) + std::string(root) + text + ")" : text;
    }
    // It is not yet, because where the tensors that it meets are others it stays as it was.
    [[nodiscard]] bool widens_later() const { return widened_ && !partners_.empty() && !site_.root; }

    [[nodiscard]] const std::vector<std::string>& partners() const { return partners_; }

  private:
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

    void observed(Node node) {
        proof_.refuse(quoted(syntax::statement_of(node)) + " may tell a number from a tensor");
    }

    // `node` is the number, or, if not `itself`, made of it and of other numbers.
    void check_use(Node node, bool itself) {
        const Node parent = node.parent();
        switch (parent.kind()) {
            case Kind::parenthesized_expression: return check_use(parent, itself);
            case Kind::unary_operator:
                if (operator_of(parent) != Op::sub) return observed(node);
                widened_ = true;
                return check_use(parent, false);
            case Kind::binary_operator: {
                const Op op = operator_of(parent);
                if (op != Op::add && op != Op::sub && op != Op::mul && op != Op::div) return observed(node);
                const Node left = parent.child(Field::left);
                return check_with(parent, left == node ? parent.child(Field::right) : left);
            }
            case Kind::comparison_operator: {
                const Node left = parent.first_child(), right = left.next_sibling();
                if (right.next_sibling() || right.op() == Op::is || right.op() == Op::is_not || right.op() == Op::in ||
                    right.op() == Op::not_in)
                    return observed(node);
                return check_compared(parent, left == node ? right : left);
            }
            default: return observed(node);
        }
    }

    void check_with(Node operation, Node other) {
        if (number_of(facts_.value(other))) {
            widened_ = true;
            // 1 / 0 raises in Python and is infinite in a tensor.
            if (operator_of(operation) == Op::div && operation.child(Field::right) != other) return observed(operation);
            if (operator_of(operation) == Op::div && *number_of(facts_.value(other)) == 0) return observed(operation);
            return check_use(operation, false);
        }
        meets(operation, other);
    }

    void check_compared(Node comparison, Node other) {
        if (const auto number = number_of(facts_.value(other))) {
            widened_ = widened_ || !is_exact(*number);
            const Node parent = comparison.parent();
            const bool decides = parent.is(Kind::if_statement) && comparison.field() == Field::condition;
            return decides ? void() : observed(comparison);
        }
        meets(comparison, other);
    }

    // The tensor that it goes into: one with dimensions and of a wide floating dtype takes a tensor without dimensions
    // as it takes a number.
    void meets(Node operation, Node other) {
        const auto place = forms_.place(other);
        const names::Binding* variable = facts_.variable(syntax::unparenthesized(other));
        if (!place || !variable || !forms_.of(other).is_tensor()) return observed(operation);
        const auto here = facts_.definition(*variable, site_.statement);
        const auto there = facts_.definition(*variable, syntax::statement_of(operation));
        if (!here || !there || here->value != there->value)
            return proof_.refuse(quoted(other) + " is not known yet where the number is read");
        if (std::ranges::find(partners_, place->text) == partners_.end()) partners_.push_back(place->text);
    }

    const Facts& facts_;
    const Site& site_;
    Proof& proof_;
    Forms forms_;
    const names::Binding* variable_;
    bool detached_ = false;
    bool widened_ = false;  // Python computes with such numbers in double precision
    std::vector<std::string> partners_;
};

std::string test_of(const std::vector<std::string>& kinds, const std::vector<std::string>& partners,
                    std::string_view torch) {
    std::string text;
    for (const std::string& each : kinds) text.append(text.empty() ? "" : " and ").append(each);
    for (const std::string& each : partners)
        text.append(text.empty() ? "" : " and ").append(each).append(".dim() > 0 and ").append(each).append(".dtype in (")
            .append(torch).append(".float32, ").append(torch).append(".float64)");
    return text;
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
    const auto torch = torch_name(facts.program(), facts.function());
    const auto layout = indentation(analysis.source(), site->statement.span());
    if (!torch || !layout) proof.refuse(std::string(torch ? "the assignment shares its line" : no_torch_name));
    if (proof.refused()) return {.fixes = {}, .declined = proof.unproven()};
    std::vector<Edit> edits{{site->call.span(), reader.text(*torch)}};
    if (!reader.partners().empty()) {
        const std::string name(site->variable.text()), line(analysis.source().line_ending());
        const std::string indent = line + std::string(*layout);
        const std::string back = site->warns ? "float(" + name + ")" : name + ".item()";
        const std::string step = layout->find('\t') == std::string_view::npos ? "    " : "\t";
        const std::string test = test_of(proof.conditions(), reader.partners(), *torch);
        std::string behind = indent + "if not (" + test + "):" + indent + step + name + " = " + back;
        if (reader.widens_later())
            behind = indent + "if " + test + ":" + indent + step + name + " = " + name + std::string(wide) + indent +
                     "else:" + indent + step + name + " = " + back;
        const text::Source& source = analysis.source();
        const std::uint32_t end = source.line(source.line_at(site->statement.span().end)).end;
        edits.push_back({{end, end}, std::move(behind)});
    }
    return {.fixes = {{.rewrite = "kept-scalar",
                       .title = "keep " + quoted(site->variable) + " a tensor",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = std::move(edits),
                       .tests = reader.partners().size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
