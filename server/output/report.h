// What a run of `check` or `fix` has to tell, ready for any of the formats in output.h.
#pragma once

#include "analysis/analyze.h"
#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "server/files/walk.h"
#include "transforms/fix.h"

#include <memory>
#include <string>
#include <vector>

namespace output {

struct Item {
    std::shared_ptr<const text::Source> source;
    rules::Finding finding;
    transforms::Proposal proposal;
    std::string confirmed{};  // what a run on the real PyTorch said of it, if that is asked for
};

struct Report {
    analysis::Version torch;
    analysis::Version python;
    std::vector<Item> items;  // sorted by path, position, code
    std::size_t checked = 0;  // files in which everything could be looked at
    std::vector<files::Failure> failed;
};

}  // namespace output
