// Reads one function for row_wise.h, and those that it calls. Private to row_wise.cpp and row_calls.cpp.
#pragma once

#include "analysis/effects/row_wise.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace effects {

// What an expression is to the rows that are selected.
struct RowSort {
    enum class Of : std::uint8_t { other, same, rows, several };  // several: a tuple, each with a row
    Of of = Of::other;
    syntax::Node selection{};    // that has them
    std::optional<int> more{0};  // dimensions of a row than the selection has; not known

    [[nodiscard]] bool has_rows() const { return of == Of::rows || of == Of::several; }
};

inline RowSort same_for_all() { return {.of = RowSort::Of::same}; }
inline RowSort rows_of(RowSort sort, std::optional<int> more) {
    return {.of = RowSort::Of::rows, .selection = sort.selection, .more = more};
}

inline std::optional<int> moved(const RowSort& sort, int by) {
    return sort.more ? std::optional(*sort.more + by) : std::nullopt;
}

// One function, and those that it calls.
class RowReader {
  public:
    RowReader(const function::Facts& facts, const RowWise::Selects* selects, RowNeeds& needs, int depth)
        : facts_(facts), selects_(selects), needs_(needs), depth_(depth) {}

    void bind(const names::Binding& parameter, const RowSort& sort) { parameters_[&parameter] = sort; }
    [[nodiscard]] RowSort sort_of(syntax::Node expression);

  private:
    [[nodiscard]] RowSort find_sort(syntax::Node node);
    [[nodiscard]] RowSort sort_of_name(syntax::Node name);
    [[nodiscard]] RowSort sort_of_attribute(syntax::Node attribute);
    [[nodiscard]] RowSort sort_of_subscript(syntax::Node node);
    [[nodiscard]] RowSort sort_of_operator(syntax::Node operation);
    [[nodiscard]] RowSort sort_of_call(syntax::Node call);
    [[nodiscard]] RowSort sort_of_operation(syntax::Node call, const torch::Row& row);
    [[nodiscard]] RowSort sort_of_row_wise(const std::vector<syntax::Node>& operands);
    [[nodiscard]] RowSort sort_of_layers(syntax::Node call, const std::vector<const torch::Row*>& layers);
    [[nodiscard]] RowSort sort_of_modules(syntax::Node call, const values::Sequence& modules);
    [[nodiscard]] RowSort sort_of_followed(syntax::Node call);
    [[nodiscard]] RowSort sort_of_one(syntax::Node call, const values::Activation& followed);
    [[nodiscard]] RowSort sort_of_dims(syntax::Node call, const torch::Row& row, const RowSort& all);
    [[nodiscard]] RowSort sort_of_all(const std::vector<syntax::Node>& operands);
    [[nodiscard]] bool is_of_rows(const std::vector<syntax::Node>& operands);
    [[nodiscard]] RowSort sort_of_other(syntax::Node node);
    [[nodiscard]] RowSort parts_of(const RowSort& sort, syntax::Node tensor);
    [[nodiscard]] bool lie_in_row(const std::vector<int>& dims, const RowSort& sort, syntax::Node tensor);
    [[nodiscard]] bool has_own_dimension(const RowSort& sort, syntax::Node tensor);

    const function::Facts& facts_;
    const RowWise::Selects* selects_;  // null in a function that is called
    RowNeeds& needs_;
    int depth_;
    std::map<const names::Binding*, RowSort> parameters_;
    std::unordered_map<syntax::Node, RowSort> sorts_;
};

}  // namespace effects
