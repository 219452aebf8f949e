// The records of one log file. Private to this folder; logs.h is the way in.
#pragma once

#include "server/confirm/run.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace confirm {

struct Records {
    std::string torch;                       // the version, if it is said
    std::map<std::string, Process> by_rank;  // "" without one
    std::size_t damaged = 0;                 // records that cannot be read
};

[[nodiscard]] Records read_records(std::string_view text);

[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);  // without their ends

}  // namespace confirm
