// torch_embed OUT.cpp RELEASES.json BREAKS.json GENERATED.json... --by-hand ROWS.json...
// The build step that turns the rows of knowledge into constant tables, or says by file and line what is wrong with
// them.
#include "analysis/torch/embed/merge.h"
#include "analysis/torch/embed/read.h"
#include "analysis/torch/embed/write.h"

#include <algorithm>
#include <fstream>
#include <iostream>

namespace {

int refuse(const embed::Errors& errors) {
    for (const std::string& error : errors) std::cerr << error << '\n';
    return 1;
}

}  // namespace

int main(int count, char** values) {
    const std::vector<std::string> arguments(values + 1, values + count);
    const auto split = std::ranges::find(arguments, "--by-hand");
    if (arguments.size() < 3 || split == arguments.end() || split - arguments.begin() < 3) {
        std::cerr << "usage: torch_embed OUT.cpp RELEASES.json BREAKS.json GENERATED.json... --by-hand ROWS.json...\n";
        return 2;
    }
    embed::Errors errors;
    const auto releases = embed::read_releases(arguments[1], errors);
    const auto breaks = embed::read_breaks(arguments[2], errors);
    const auto sorted = embed::Order::sorted;
    const auto generated = embed::read_all(std::vector<std::string>{arguments.begin() + 3, split}, sorted, errors);
    const auto by_hand = embed::read_all(std::vector<std::string>{split + 1, arguments.end()}, sorted, errors);
    if (!errors.empty()) return refuse(errors);
    const auto rows = embed::resolve_aliases(embed::merge(generated, by_hand, errors), errors);
    embed::check(rows, embed::known_from(rows, breaks), errors);
    if (rows.size() >= 0xFFFF) errors.emplace_back("too many rows for the index");
    if (!errors.empty()) return refuse(errors);

    std::ofstream out(arguments[0]);
    embed::write_tables(out, rows, breaks, releases);
    return out.flush() ? 0 : 2;
}
