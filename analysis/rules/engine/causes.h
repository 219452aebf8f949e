// The causes that the rules speak of, and which of them are one to the reader. Used by run.cpp.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/values/program.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace rules {

struct Cause {
    Finding finding;
    syntax::Node node;                              // whose span the finding has
    bool loses_frame = false;                       // wherever it stands
    std::vector<const values::Activation*> seen{};  // where: in another file, those of this one that call it there
    const values::Activation* entered = nullptr;    // that its trail begins with
};

// The place of a cause: among the files of the Program, in its file, and the rule that speaks of it. In another file,
// also the call that leads there, because who does not look at that file is told there.
using Key = std::tuple<std::size_t, std::uint32_t, std::string_view, std::uint32_t>;
using Causes = std::map<Key, Cause>;

// A loop that goes over as many elements as the data of a tensor says perhaps does not run at all.
void doubt_loops_over_data(const values::Program& program, Causes& causes);

// Takes away those that another one of the same cause makes no news, into the dismissals.
void tell_once(const values::Program& program, Causes& causes, std::vector<Dismissal>& dismissals);

}  // namespace rules
