#include "server/output/output.h"

#include <array>

namespace output {

namespace {

template <std::string (*write)(const Report&)>
std::string plain(const Report& report, Style) {
    return write(report);
}

constexpr std::array table{
    Format{"text", Reader::person, text},
    Format{"concise", Reader::person, plain<concise>},
    Format{"grouped", Reader::person, grouped},
    Format{"json", Reader::program, plain<json>},
    Format{"json-lines", Reader::program, plain<json_lines>},
    Format{"sarif", Reader::program, plain<sarif>},
    Format{"github", Reader::program, plain<github>},
    Format{"gitlab", Reader::program, plain<gitlab>},
    Format{"junit", Reader::program, plain<junit>},
};

}  // namespace

std::span<const Format> formats() { return table; }

}  // namespace output
