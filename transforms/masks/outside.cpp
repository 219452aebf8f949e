#include "transforms/masks/outside.h"

#include "analysis/effects/provenance.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/operations/loss.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace transforms::masks {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::array<double, 3> candidates{0, 1, 0.5};
constexpr std::size_t most_free = 4;       // that each get a number of their own
constexpr double smallest_divisor = 1e-3;  // in half precision, its square is no zero

bool is_number(const Facts& facts, Node node) { return function::is_number(facts.value(node)); }

// No gradient is recorded where the node stands.
bool is_without_gradients(const Facts& facts, Node node) {
    if (facts.without_gradients()) return true;
    for (Node around = node.parent(); around && around != facts.function(); around = around.parent())
        if (around.is(Kind::with_statement) && function::only_stops_gradients(facts, around)) return true;
    return false;
}

std::optional<double> at(const torch::At& row, std::optional<double> operand) {
    for (const auto& [number, result] : {std::pair(0.0, row.zero), std::pair(0.5, row.half), std::pair(1.0, row.one)})
        if (operand == number && !std::isnan(result)) return result;
    return std::nullopt;
}

bool is_known(const torch::At& row) { return !std::isnan(row.zero) || !std::isnan(row.half) || !std::isnan(row.one); }

}  // namespace

double neutral_of(Result result) {
    switch (result) {
        case Result::all:
        case Result::prod: return 1;
        case Result::greatest: return -std::numeric_limits<double>::infinity();
        case Result::least: return std::numeric_limits<double>::infinity();
        default: return 0;
    }
}

Outside::Outside(const Facts& facts, Selection& selection, bool at_reads)
    : facts_(facts), selection_(selection), at_reads_(at_reads) {
    for (const Node value : selection.named()) fill_name(value);
    for (const End& end : selection.ends()) {
        const auto loss = end.of == end.call ? operations::loss_of(facts, end.call) : std::nullopt;
        for (const Node each : loss ? std::vector{loss->of, loss->against} : std::vector{end.of})
            if (loss ? is_steep(end.call) : has_steep(each)) fill(each);
    }
    choose();
    while (!tame_ && fill_operands_of(spoiling_)) choose();
}

std::optional<double> Outside::filler(Node expression) const {
    const auto found = fillers_.find(expression);
    return found == fillers_.end() ? std::nullopt : std::optional(found->second);
}

// A gradient of zero may become something else on its way through the operation, for data outside of the mask.
bool Outside::is_steep(Node node) const {
    if (!effects::may_have_gradient(facts_.value(node)) || is_without_gradients(facts_, node)) return false;
    if (const auto sum = arithmetic_in(facts_, node)) {
        if (sum->op == Op::add || sum->op == Op::sub) return false;
        if (sum->op == Op::mul) return !is_number(facts_, sum->left) && !is_number(facts_, sum->right);
        return sum->op == Op::pow || !is_number(facts_, sum->right);
    }
    const torch::Row* row = node.is(Kind::call) ? facts_.row_of(node) : nullptr;
    return row && !row->traits.cuts && (is_known(row->at) || !row->traits.transparent);
}

bool Outside::has_steep(Node node) {
    if (node.is(Kind::comparison_operator) || selection_.end_at(node) || !selection_.has(node)) return false;
    if (is_steep(node)) return true;
    if (node.is(Kind::identifier) || node.is(Kind::subscript)) return false;
    return std::ranges::any_of(function::operands_of(facts_, node), [&](Node each) { return has_steep(each); });
}

// Something of what lies outside of the mask gets through.
bool Outside::is_bare(Node node) {
    if (!selection_.has(node) || std::ranges::find(filled_, node) != filled_.end()) return false;
    if (node.is(Kind::subscript)) return true;
    if (node.is(Kind::identifier)) return bare_[selection_.value_of(node)];
    return std::ranges::any_of(function::operands_of(facts_, node), [&](Node each) { return is_bare(each); });
}

void Outside::fill(Node node) {
    if (!is_bare(node)) return;
    const bool is_read = node.is(Kind::identifier) || node.is(Kind::subscript);
    if (is_read || (!at_reads_ && !has_steep(node))) return filled_.push_back(node);
    for (const Node each : function::operands_of(facts_, node)) fill(each);
}

// Where no number further down leaves the operation finite, its operands get one of their own.
bool Outside::fill_operands_of(Node operation) {
    const std::size_t before = filled_.size();
    for (const Node each : function::operands_of(facts_, operation))
        if (selection_.has(each) && std::ranges::find(filled_, each) == filled_.end()) filled_.push_back(each);
    return filled_.size() > before;
}

// A name that stands for all elements shares them with nobody; and it is finite, if a gradient comes to it.
void Outside::fill_name(Node value) {
    const bool is_read = syntax::unparenthesized(value).is(Kind::subscript);
    if (is_read || effects::may_have_gradient(facts_.value(value))) fill(value);
    bare_[value] = is_bare(value);
}

// The first numbers that leave the least to be done.
void Outside::choose() {
    std::map<std::string_view, std::vector<Node>> alike;  // get the same number
    for (const Node each : filled_) alike[each.text()].push_back(each);
    const std::size_t free = alike.size() > most_free ? 1 : alike.size();
    std::size_t ways = 1;
    for (std::size_t i = 0; i < free; ++i) ways *= candidates.size();
    const auto take = [&](std::size_t way) {
        for (const auto& [text, nodes] : alike) {
            for (const Node each : nodes) fillers_[each] = candidates[way % candidates.size()];
            if (free > 1) way /= candidates.size();
        }
    };
    std::size_t best = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t way = 0; way < ways; ++way) {
        take(way);
        if (const int found = flaws(); found < least) least = found, best = way;
    }
    take(best);
    static_cast<void>(flaws());
}

int Outside::flaws() {
    constexpr int spoils = 1000;
    tame_ = true;
    int open = 0;
    for (const Node value : selection_.named()) named_[value] = this->value(value);
    for (const End& end : selection_.ends())
        if (value(end.of) != neutral_of(end.result) && end.result != Result::stored) ++open;
    for (const auto& [node, filler] : fillers_) open += filler == 0.5 ? 1 : 0;
    return open + (tame_ ? 0 : spoils);
}

std::optional<double> Outside::spoiled(Node node) {
    if (tame_ && is_steep(node)) tame_ = false, spoiling_ = node;
    return std::nullopt;
}

std::optional<double> Outside::value(Node node) {
    if (const auto known = filler(node)) return known;
    if (node.is(Kind::parenthesized_expression)) return value(node.first_child());
    if (const auto number = function::number_of(facts_.value(node))) return *number;
    if (const End* end = selection_.end_at(node); end && end->of != node) return std::nullopt;
    if (node.is(Kind::identifier)) {
        const Node assigned = selection_.value_of(node);
        const auto named = named_.find(assigned);
        return named == named_.end() ? std::nullopt : named->second;
    }
    if (node.is(Kind::unary_operator) && syntax::operator_of(node) == Op::sub) {
        const auto operand = value(node.first_child());
        return operand ? std::optional(0 - *operand) : std::nullopt;
    }
    if (const auto sum = arithmetic_in(facts_, node)) return computed(node, *sum);
    return node.is(Kind::call) ? value_of_call(node) : std::nullopt;
}

std::optional<double> Outside::value_of_call(Node call) {
    const torch::Row* row = facts_.row_of(call);
    const auto loss = row ? operations::loss_of(facts_, call) : std::nullopt;
    const std::vector<Node> operands =
        loss ? std::vector{loss->of, loss->against} : function::operands_of(facts_, call);
    std::optional<double> first;
    bool alike = row && (operands.size() == 1 || loss);
    for (const Node each : operands) {
        const auto number = value(each);
        alike = alike && (each == operands.front() || number == first);
        first = each == operands.front() ? number : first;
    }
    const auto known = alike ? at(row->at, first) : std::nullopt;
    return known || !row || row->traits.transparent ? known : spoiled(call);
}

std::optional<double> Outside::computed(Node node, const operations::Arithmetic& sum) {
    if (sum.op == Op::div) return quotient(node, sum);
    if (sum.op == Op::pow) return power(node, sum);
    const auto left = value(sum.left), right = value(sum.right);
    if (!left || !right) return std::nullopt;
    switch (sum.op) {
        case Op::add: return *left + *right;
        case Op::sub: return *left - *right;
        case Op::mul: return *left * *right;
        default: return std::nullopt;
    }
}

// What everything is divided by is the program's own matter.
std::optional<double> Outside::quotient(Node node, const operations::Arithmetic& sum) {
    const auto left = value(sum.left), right = value(sum.right);
    if (!selection_.has(sum.right)) return left && right && *right != 0 ? std::optional(*left / *right) : std::nullopt;
    if (right && std::abs(*right) >= smallest_divisor) return left ? std::optional(*left / *right) : std::nullopt;
    return spoiled(node);
}

std::optional<double> Outside::power(Node node, const operations::Arithmetic& sum) {
    const auto base = value(sum.left), exponent = value(sum.right);
    if (base == 1.0) return base;
    const bool is_smooth = exponent && (*exponent >= 1 || *exponent == 0) && !selection_.has(sum.right);
    if (is_smooth && base) return std::pow(*base, *exponent);
    if (exponent && base && *base > 0) return std::pow(*base, *exponent);
    const bool is_finite = is_smooth && (!selection_.has(sum.left) || *exponent == std::floor(*exponent));
    return is_finite ? std::nullopt : spoiled(node);
}

}  // namespace transforms::masks
