#include "analysis/operations/loss.h"

#include "analysis/function/literals.h"
#include "analysis/syntax/python.h"

namespace operations {

using syntax::Node;

namespace {

// Where a square turns into a line, by a number above 0.
bool is_bend(const torch::Row& row, std::string_view name) {
    return (row.name == "torch.nn.functional.huber_loss" && name == "delta") ||
           (row.name == "torch.nn.functional.smooth_l1_loss" && name == "beta");
}

}  // namespace

std::optional<Loss> loss_of(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (!row || row->role != torch::Role::loss) return std::nullopt;
    const Node one = syntax::Call{call}.arguments().first_child(), other = one ? one.next_sibling() : Node{};
    if (!other) return std::nullopt;
    Loss loss{.of = one, .against = other};
    for (Node option = other.next_sibling(); option; option = option.next_sibling()) {
        const auto keyword = syntax::as<syntax::Keyword>(option);
        if (!keyword) return std::nullopt;
        const std::string_view name = keyword->name().text();
        if (name == "reduction") {
            const auto word = syntax::plain_string(keyword->value());
            if (word != "none" && word != "mean" && word != "sum") return std::nullopt;
            loss.whole = word == "none";
            loss.sums = word == "sum";
            loss.reduction = keyword->value();
        } else if (!is_bend(*row, name) || !(function::number_of(facts.value(keyword->value())).value_or(0) > 0)) {
            return std::nullopt;
        }
    }
    return loss;
}

namespace {

bool takes_classes(const function::Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (row) return row->shape == torch::Shape::reduce && row->dtype == torch::Dtype::floating && row->traits.indexes;
    // `nn.CrossEntropyLoss()`, which was made without arguments.
    const torch::Row* module = facts.row_of_module(call);
    return module && facts.value(syntax::Call{call}.function()).origin == values::Origin::fresh &&
           module->role == torch::Role::loss && module->traits.indexes;
}

}  // namespace

std::optional<ClassLoss> class_loss_of(const function::Facts& facts, Node call) {
    if (!takes_classes(facts, call)) return std::nullopt;
    const Node one = syntax::Call{call}.arguments().first_child(), other = one ? one.next_sibling() : Node{};
    if (!other) return std::nullopt;
    ClassLoss loss{.of = one, .classes = other, .ignored = "-100"};
    for (Node option = other.next_sibling(); option; option = option.next_sibling()) {
        const auto keyword = syntax::as<syntax::Keyword>(option);
        const std::string_view name = keyword ? keyword->name().text() : "";
        if (name == "ignore_index" && function::number_of(facts.value(keyword->value())))
            loss.ignored = keyword->value().text();
        else if (name == "reduction" && syntax::plain_string(keyword->value()) == "none")
            return std::nullopt;
        else if (name != "reduction" && name != "weight" && name != "label_smoothing")
            return std::nullopt;
    }
    return loss;
}

}  // namespace operations
