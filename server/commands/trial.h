// Fixes tried out on the user's program, in memory: what became of its breaks, and whether it is still the same
// program. Used by confirm and profile.
#pragma once

#include "server/commands/program.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

using confirm::Compared;

class Trial {
  public:
    // `report` outlives the Trial.
    Trial(const Confirm& arguments, const output::Report& report, bool unsafe);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    // Runs four times, each in a fresh process from the same seeds; and more often when something differs.
    [[nodiscard]] std::vector<Compared> compare(const Texts& texts);
    // Of the conditions that fixes are about, in the original: by the index of the finding in the Report.
    [[nodiscard]] const std::map<std::size_t, confirm::Ways>& ways() const { return ways_; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

  private:
    [[nodiscard]] std::string observe(const std::string& name, const std::string& arms, const Texts& texts);
    [[nodiscard]] std::optional<Compared> compared(const std::string& arms, const std::string& after);
    [[nodiscard]] const output::Item& item(const confirm::Applied& applied) const;
    void hear_ways(std::string_view line);
    void explain(Compared& difference);
    [[nodiscard]] std::optional<confirm::Applied> culprit_of(const std::string& arms);
    [[nodiscard]] Texts with_first(std::size_t count) const;

    const Confirm& arguments_;
    const output::Report& report_;
    std::filesystem::path folder_;
    std::vector<confirm::Applied> fixes_;
    std::map<std::size_t, confirm::Ways> ways_;
    std::vector<std::string> problems_;
};

}  // namespace commands
