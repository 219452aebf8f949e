#include "analysis/effects/star_imports.h"

#include "analysis/values/interpret/stars.h"

#include <algorithm>
#include <set>
#include <utility>

namespace effects {

namespace {

Star star_of(const values::Program& program, const names::Import& import) {
    Star made{.import = &import};
    const names::File& here = *program.files().front();
    std::vector<std::string> left{here.absolute(import.module)};
    std::set<std::string> seen;
    while (!left.empty()) {
        const std::string module = std::move(left.back());
        left.pop_back();
        if (!seen.insert(module).second) continue;
        const auto file = std::ranges::find(program.files(), module, [](const auto& each) { return each->module(); });
        if (values::is_listed(module, torch::Knowledge{program.release()})) {
            made.modules.push_back(module);
        } else if (file == program.files().end()) {
            made.unread = true;
        } else {
            made.files.push_back(file->get());
            for (const names::Import& further : (*file)->names().top().star_imports)
                left.push_back((*file)->absolute(further.module));
        }
    }
    return made;
}

}  // namespace

std::vector<Star> stars_of(const values::Program& program) {
    std::vector<Star> all;
    for (const names::Import& each : program.names().top().star_imports) all.push_back(star_of(program, each));
    return all;
}

}  // namespace effects
