#include "server/modules/search.h"

#include "analysis/names/extension.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace modules {
namespace {

namespace fs = std::filesystem;

constexpr int max_ancestors = 8;
constexpr std::array<std::string_view, 4> marks_of_projects{".git", "pyproject.toml", "setup.py", "setup.cfg"};

std::unordered_set<std::string> listed(const std::string& folder) {
    std::unordered_set<std::string> names;
    for (const fs::path& entry : files::sorted_entries(folder)) names.insert(entry.filename().string());
    return names;
}

std::string parent_of(const std::string& path) { return os::spelled(fs::path(path).parent_path()); }

}  // namespace

const Search::Names& Search::names_in(const std::string& folder) {
    const auto [known, inserted] = folders_.try_emplace(folder);
    if (inserted)
        known->second = {.stamp = files::stamp_of_folder(folder), .listed = files::now(), .names = listed(folder)};
    return known->second.names;
}

bool Search::refresh() {
    const bool changed = std::ranges::any_of(folders_, [](const auto& known) {
        const auto& [path, folder] = known;
        if (files::stamp_of_folder(path) != folder.stamp) return true;
        return folder.stamp && files::is_fresh(*folder.stamp, folder.listed) && listed(path) != folder.names;
    });
    if (!changed) return false;
    folders_.clear();
    roots_.clear();
    found_.clear();
    named_.clear();
    return true;
}

const Name& Search::name_of(const std::string& path) {
    const auto [known, inserted] = named_.try_emplace(path);
    if (inserted) known->second = make_name(path);
    return known->second;
}

Name Search::make_name(const std::string& path) {
    const fs::path file(path);
    const bool is_package = file.filename() == "__init__.py";
    std::string module = is_package ? "" : file.stem().string();
    if (names::is_extension(path))
        module.resize(std::min(module.find('.'), module.size()));  // `_ext.cpython-311-x86_64.so`
    for (std::string folder = parent_of(path); has(folder, "__init__.py") && folder != parent_of(folder);
         folder = parent_of(folder))
        module = fs::path(folder).filename().string() + (module.empty() ? "" : "." + module);
    return {.module = std::move(module), .is_package = is_package};
}

// Where code in the folder looks: beside its package, as scripts do beside themselves; further out in its project,
// where scripts are run from; and among what is installed.
const Roots& Search::roots_of(const std::string& folder) {
    const Roots*& known = roots_[folder];
    if (known != nullptr) return *known;
    Roots roots;
    std::string here = folder;
    while (has(here, "__init__.py") && here != parent_of(here)) here = parent_of(here);
    for (int up = 0; up < max_ancestors && here != parent_of(here); ++up, here = parent_of(here)) {
        if (std::ranges::find(packages_, here) != packages_.end()) break;
        roots.push_back(here);
        if (has(here, "src")) roots.push_back(here + "/src");
        if (std::ranges::any_of(marks_of_projects, [&](std::string_view mark) { return has(here, std::string(mark)); }))
            break;
    }
    roots.insert(roots.end(), packages_.begin(), packages_.end());
    return *(known = &*all_roots_.insert(std::move(roots)).first);
}

std::string Search::find_below(const std::string& root, std::string_view module) {
    std::string folder = root;
    for (std::size_t start = 0;;) {
        const std::size_t dot = module.find('.', start);
        const std::string part(module.substr(start, dot == std::string_view::npos ? dot : dot - start));
        const bool last = dot == std::string_view::npos;
        if (last && has(folder, part)) {
            const std::string package = folder + "/" + part;
            if (has(package, "__init__.py")) return package + "/__init__.py";
        }
        if (last) return has(folder, part + ".py") ? folder + "/" + part + ".py" : find_extension(folder, part);
        if (!has(folder, part)) return "";
        folder += "/" + part;
        start = dot + 1;
    }
}

// Python takes the one that was made for itself; what else is there was made of the same.
std::string Search::find_extension(const std::string& folder, const std::string& part) {
    const std::string begin = std::string(part).append(".");
    std::string found;
    for (const std::string& name : names_in(folder))
        if (names::is_extension(name) && name.starts_with(begin) && (found.empty() || name < found)) found = name;
    return found.empty() ? found : std::string(folder).append("/").append(found);
}

std::string Search::find_in(const Roots& roots, std::string_view module) {
    const std::string first(module.substr(0, module.find('.')));
    for (const std::string& root : roots) {
        if (!has(root, first) && first != module) continue;
        if (std::string path = find_below(root, module); !path.empty()) return path;
    }
    return "";
}

const std::string& Search::find(std::string_view module, const Roots& roots) {
    Found& found = found_[roots];
    const auto known = found.find(module);
    return known != found.end() ? known->second : found[std::string(module)] = find_in(roots, module);
}

}  // namespace modules
