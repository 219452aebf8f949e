// Fixes tried out on the user's program, in memory: what became of its breaks, and whether it is still the same
// program. Used by confirm and profile.
#pragma once

#include "server/commands/program.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace commands {

using confirm::Compared;

class Trial {
  public:
    // `report` outlives the Trial.
    Trial(const Confirm& arguments, const output::Report& report);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    // Runs four times, each in a fresh process from the same seeds; and more often when something differs. The
    // processes have torch in common, imported once, and nothing of the program.
    [[nodiscard]] std::vector<Compared> compare(const Texts& texts);
    // Of the conditions that fixes are about, in the original: by the index of the finding in the Report.
    [[nodiscard]] const std::map<std::size_t, confirm::Ways>& ways() const { return ways_; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

  private:
    // A run of the program that is written down.
    struct Arm {
        std::string name;  // "original", "rewritten", ...
        std::string arms;  // "eager" or "compiled"
        Texts texts;
    };
    // Runs each, and compares those that are not the original itself with it; those that could be compared.
    [[nodiscard]] std::vector<Compared> observe(const std::vector<Arm>& arms);
    [[nodiscard]] std::optional<Compared> observe(const Arm& arm);
    [[nodiscard]] std::filesystem::path folder_of(const std::string& name, const std::string& arms) const;
    [[nodiscard]] nlohmann::json turn_of(const Arm& arm) const;
    void hear_end(const nlohmann::json& event, const std::vector<Arm>& arms);
    [[nodiscard]] const output::Item& item(const confirm::Applied& applied) const;
    void hear_ways(const nlohmann::json& event);
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
