// Where elements under a mask become one. Part of selection.h.
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/loss.h"
#include "analysis/operations/reduction.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/masks/selection.h"

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// A row of elements has one dimension: `x[m].mean(0)`, `x[m].sum(dim=-1)`.
std::optional<double> only_dimension(const Facts& facts, Node given) {
    const auto keyword = syntax::as<syntax::Keyword>(given);
    if (keyword && keyword->name().text() != "dim") return std::nullopt;
    const auto dim = function::number_of(facts.value(syntax::value_of_argument(given)));
    return dim == 0.0 || dim == -1.0 ? dim : std::nullopt;
}

// `keepdim=True`
bool keeps_dim(Node given) {
    const auto keyword = syntax::as<syntax::Keyword>(given);
    return keyword && keyword->name().text() == "keepdim" && keyword->value().is(Kind::true_);
}

// `unbiased=False`, `correction=0`
std::optional<bool> asked_bias(const Facts& facts, Node given) {
    const auto keyword = syntax::as<syntax::Keyword>(given);
    const std::string_view name = keyword ? keyword->name().text() : "";
    const Node value = keyword ? keyword->value() : given;
    const auto is_true = values::truth(facts.value(value));
    const bool is_word = value.is(Kind::true_) || value.is(Kind::false_);
    if (name == "correction" && is_true && (value.text() == "0" || value.text() == "1")) return !*is_true;
    return is_word && (name.empty() || name == "unbiased") ? std::optional(!*is_true) : std::nullopt;
}

// `len(a)` of `x / len(a)`, and of `x / (len(a) + len(b))`
bool meets_tensor(const Facts& facts, Node number) {
    for (Node node = syntax::parenthesized(number); node.parent().is(Kind::binary_operator);
         node = syntax::parenthesized(node.parent())) {
        const syntax::Binary sides{node.parent()};
        const Node beside = sides.left() == node ? sides.right() : sides.left();
        const syntax::Op op = syntax::operator_of(node.parent());
        const bool is_sum = op == syntax::Op::add || op == syntax::Op::sub || op == syntax::Op::mul;
        if (facts.value(beside).is_tensor()) return is_sum || op == syntax::Op::div;
        if (!is_sum || !function::is_number(facts.value(beside))) return false;
    }
    return false;
}

std::optional<Result> result_of(const torch::Row& row) {
    switch (row.role) {
        case torch::Role::prod: return Result::prod;
        case torch::Role::norm: return Result::norm;
        case torch::Role::variance: return Result::variance;
        case torch::Role::deviation: return Result::deviation;
        case torch::Role::greatest: return Result::greatest;
        case torch::Role::least: return Result::least;
        case torch::Role::every: return Result::all;
        default: break;
    }
    if (row.dtype == torch::Dtype::summed && row.traits.transparent) return Result::sum;
    if (row.dtype == torch::Dtype::boolean) return Result::any;
    const bool averages =
        row.dtype == torch::Dtype::same_dtype && row.traits.transparent && !row.traits.cuts && row.fields.empty();
    return averages ? std::optional(Result::average) : std::nullopt;
}

}  // namespace

std::optional<End> Selection::find_end(Node node) {
    if (node.is(Kind::call) && facts_.row_of(node)) {
        if (const auto loss = operations::loss_of(facts_, node); loss && !loss->whole) {
            if (sort_of(loss->of) != Sort::elements || sort_of(loss->against) != Sort::elements) return std::nullopt;
            return End{.call = node,
                       .of = node,
                       .result = loss->sums ? Result::sum : Result::average,
                       .reduction = loss->reduction};
        }
        if (auto end = reduced(node)) return end;
    }
    if (const auto field = operations::field_of(facts_, node); field && field->field->name == "values")
        return greatest_of(node, field->call);
    return counted(node);
}

std::optional<End> Selection::reduced(Node call) {
    const torch::Row& row = *facts_.row_of(call);
    const auto result = row.shape == torch::Shape::reduce ? result_of(row) : std::nullopt;
    if (!result) return std::nullopt;
    Node of = function::receiver_of(facts_, call), given = syntax::Call{call}.arguments().first_child();
    if (!of) of = given, given = given.next_sibling();
    if (!of || of.is(Kind::keyword_argument) || sort_of(of) != Sort::elements) return std::nullopt;
    End end{.call = call, .of = of, .result = *result};
    if (const auto dim = given && *result != Result::norm ? only_dimension(facts_, given) : std::nullopt) {
        end.is_row = true;
        end.may_be_rows = dim == 0.0;
        given = given.next_sibling();
        end.keeps_dim = given && keeps_dim(given);
        if (end.keeps_dim) given = given.next_sibling();
    }
    // `x[m].max(0)` gives places as well.
    if (end.is_row && facts_.value(call).is(values::Kind::sequence)) return std::nullopt;
    if (!given) return end;
    if (given.next_sibling()) return std::nullopt;
    const bool spreads = *result == Result::variance || *result == Result::deviation;
    if (const auto bias = spreads ? asked_bias(facts_, given) : std::nullopt) {
        end.is_biased = *bias;
        return end;
    }
    if (*result == Result::norm) {
        const auto keyword = syntax::as<syntax::Keyword>(given);
        const auto power = function::number_of(facts_.value(keyword ? keyword->value() : given));
        if (keyword && keyword->name().text() != "p" && keyword->name().text() != "ord") return std::nullopt;
        return power == 1.0 || power == 2.0 ? std::optional(end) : std::nullopt;
    }
    return std::nullopt;
}

// `x[m].max(0).values`, `x[m].min(dim=0)[0]`
std::optional<End> Selection::greatest_of(Node values, Node call) {
    const torch::Row& row = *facts_.row_of(call);
    const bool is_it = row.role == torch::Role::greatest || row.role == torch::Role::least;
    Node of = function::receiver_of(facts_, call), given = syntax::Call{call}.arguments().first_child();
    if (!of) of = given, given = given ? given.next_sibling() : Node{};
    const auto dim = is_it && given && !given.next_sibling() ? only_dimension(facts_, given) : std::nullopt;
    if (!dim || of.is(Kind::keyword_argument) || sort_of(of) != Sort::elements) return std::nullopt;
    return End{.call = values,
               .of = of,
               .result = row.role == torch::Role::greatest ? Result::greatest : Result::least,
               .is_row = true,
               .may_be_rows = dim == 0.0};
}

// `x[m].numel()`, `x[m].shape[0]`, `len(x[m])`, beside a tensor, so that it may be one as well
std::optional<End> Selection::counted(Node node) {
    if (!facts_.value(node).is(values::Kind::shape_number)) return std::nullopt;
    if (!meets_tensor(facts_, node)) return std::nullopt;
    Node of;
    bool all = false;
    if (node.is(Kind::call)) {
        const Node object = syntax::Call{node}.function().child(Field::object),
                   given = syntax::Call{node}.arguments().first_child();
        of = object && facts_.value(object).is_tensor() ? object : given;
        all = object && !given;
        if (object && given && given.text() != "0") return std::nullopt;
    } else if (node.is(Kind::subscript) && node.child(Field::value).is(Kind::attribute)) {
        of = node.child(Field::value).child(Field::object);
        if (syntax::Subscript{node}.indices().front().text() != "0") return std::nullopt;
    }
    if (!of || sort_of(of) != Sort::elements) return std::nullopt;
    return End{.call = node, .of = of, .result = Result::number, .is_row = !all};
}

}  // namespace transforms::masks
