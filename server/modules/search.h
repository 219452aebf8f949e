// From the dotted name of a module to its file, as Python would find it, without running anything. Private to this
// folder; not safe to share between threads.
#pragma once

#include "server/files/hash.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace modules {

// How a file is imported.
struct Name {
    std::string module;  // "a.b"
    bool is_package = false;
    bool operator==(const Name&) const = default;
};

// Folders in which modules are looked for, in this order.
using Roots = std::vector<std::string>;

class Search {
  public:
    // `packages` are the folders of installed packages, in the order in which Python looks into them.
    explicit Search(Roots packages) : packages_(std::move(packages)) {}

    // All paths are absolute. The same object for all folders that look into the same ones.
    [[nodiscard]] const Roots& roots_of(const std::string& folder);
    [[nodiscard]] const std::string& find(std::string_view module, const Roots& roots);  // empty: there is none
    [[nodiscard]] const Name& name_of(const std::string& path);
    [[nodiscard]] const Roots& packages() const { return packages_; }

    // Forgets what folders hold, if some of them are not what they were. The objects of roots_of stay.
    bool refresh();

  private:
    using Names = std::unordered_set<std::string>;
    struct Hash {  // so that texts are looked up without being copied
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Found = std::unordered_map<std::string, std::string, Hash, std::equal_to<>>;
    struct Folder {
        std::optional<files::Stamp> stamp;  // from before it was listed
        std::int64_t listed = 0;
        Names names;
    };

    [[nodiscard]] std::string find_in(const Roots& roots, std::string_view module);
    [[nodiscard]] std::string find_below(const std::string& root, std::string_view module);
    [[nodiscard]] std::string find_extension(const std::string& folder, const std::string& part);
    [[nodiscard]] Name make_name(const std::string& path);
    [[nodiscard]] bool has(const std::string& folder, const std::string& name) {
        return names_in(folder).contains(name);
    }
    [[nodiscard]] const Names& names_in(const std::string& folder);

    Roots packages_;
    std::unordered_map<std::string, Folder> folders_;
    std::unordered_map<std::string, const Roots*> roots_;  // by folder of the importer
    std::set<Roots> all_roots_;
    std::map<Roots, Found> found_;                 // by module
    std::unordered_map<std::string, Name> named_;  // by path
};

}  // namespace modules
