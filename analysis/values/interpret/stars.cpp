#include "analysis/values/interpret/stars.h"

#include <algorithm>
#include <array>

namespace values {

namespace {

// Of Python's own, what people import so; tests/fixes/test_stars.py asks Python.
constexpr std::array<std::string_view, 12> modules{"abc",       "collections", "contextlib", "dataclasses",
                                                   "functools", "itertools",   "math",       "numbers",
                                                   "pathlib",   "random",      "types",      "typing"};

}  // namespace

bool is_listed(std::string_view module, const torch::Knowledge& knowledge) {
    const torch::Row* root = torch::find(module.substr(0, module.find('.')), knowledge);
    return (root && root->role == torch::Role::described) || std::ranges::find(modules, module) != modules.end();
}

}  // namespace values
