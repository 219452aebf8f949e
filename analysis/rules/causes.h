// The causes that the rules speak of, and which of them are one to the reader. Used by run.cpp.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/values/program.h"

#include <map>
#include <utility>
#include <vector>

namespace rules {

// One cause: where it is, and what rule speaks of it.
using Key = std::pair<std::uint32_t, std::string_view>;
using Causes = std::map<Key, Finding>;

// A loop that goes over as many elements as the data of a tensor says perhaps does not run at all.
void doubt_loops_over_data(const values::Program& program, Causes& causes);

// The findings, and as dismissals those that another one of the same cause makes no news.
void tell_once(const values::Program& program, const Causes& causes, Verdict& verdict);

}  // namespace rules
