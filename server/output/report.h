// What a run of `check` or `fix` has to tell, ready for any of the formats in output.h.
#pragma once

#include "analysis/analyze.h"
#include "analysis/entry_points.h"
#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "server/files/walk.h"
#include "transforms/transforms.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace output {

struct Item {
    std::shared_ptr<const text::Source> source;
    rules::Finding finding;
    transforms::Proposal proposal;
    std::string confirmed{};  // what a run on the real PyTorch said of it, if that is asked for
};

// What a run on the real PyTorch has shown where nothing was found.
struct Seen {
    std::shared_ptr<const text::Source> source;
    std::uint32_t line = 0;  // 1-based
    std::string text;        // "only at run time: Unsupported method call, on torch 2.13.0+cpu, once per forward"
};

struct Report {
    analysis::Version torch;
    analysis::Version python;
    std::vector<Item> items;  // sorted by path, position, code
    std::size_t checked = 0;  // files in which everything could be looked at
    std::vector<files::Failure> failed;
    std::vector<analysis::EntryPoint> entry_points{};  // sorted; of one place, those that are known
    std::size_t known = 0;  // findings that are left out: a baseline has them, or the revision compared with
    std::optional<std::vector<Seen>> seen{};  // sorted by path and line, if that is asked for
};

}  // namespace output
