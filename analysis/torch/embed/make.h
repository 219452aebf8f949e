// Makes the Row that a line describes. The line has been checked.
#pragma once

#include "analysis/torch/embed/read.h"

#include <deque>

namespace embed {

// Holds what the rows that it made point to.
class Maker {
  public:
    // Where the line is silent the row is as `base`; a null takes away what that says.
    [[nodiscard]] torch::Row make(const Line& line, torch::Row base = {});

    [[nodiscard]] const std::deque<torch::Row>& conditions() const { return conditions_; }
    [[nodiscard]] const std::deque<std::vector<torch::Field>>& fields() const { return fields_; }

  private:
    std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
    torch::ArgumentSet set_of(const Json& listed);
    void set_gives(torch::Row& row, const Json& cells);
    void set_fields(torch::Row& row, const Json& cell);
    void set_condition(torch::Row& row, const Json& cells);
    void set_also(torch::Row& row, const Json& others);
    void set_later(torch::Row& row, const Json& later);

    std::deque<std::string> texts_;
    std::deque<std::vector<torch::Field>> fields_;
    std::deque<torch::Row> conditions_;  // each behind the one that its `also` points to
};

}  // namespace embed
