#include "transforms/in_memory/definitions.h"

#include "analysis/values/program.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/hygiene.h"

#include <algorithm>

namespace transforms::in_memory {

using edit::private_package;

std::optional<Definitions> Definitions::of(const analysis::Analysis& analysis) {
    const values::Program* program = analysis.program();
    const syntax::Node import = program ? edit::last_import(program->tree()) : syntax::Node{};
    if (!import) return std::nullopt;
    const bool is_imported = edit::imports_runtime(program->names(), private_package);
    if (edit::is_bound(program->names(), private_package) && !is_imported) return std::nullopt;
    return Definitions(analysis, import, is_imported ? "" : edit::private_import());
}

std::string Definitions::new_name() {
    std::string name;
    do name = std::string(private_package) + "_" + std::to_string(++number_);
    while (edit::is_bound(analysis_.program()->names(), name));
    return name;
}

void Definitions::finish(InMemory& rewritten) const {
    if (rewritten.edits.empty()) return;
    const std::uint32_t end = import_.span().end;
    if (!text_.empty()) rewritten.edits.push_back({{end, end}, text_});
    std::ranges::sort(rewritten.edits, {}, &edit::Edit::span);
    keep_meanings(analysis_, rewritten);
}

}  // namespace transforms::in_memory
