// From the dotted name of a module to its file, as Python would find it, without running anything. Private to this
// folder; not safe to share between threads.
#pragma once

#include <optional>
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
};

class Search {
  public:
    // `packages` are the folders of installed packages, in the order in which Python looks into them.
    explicit Search(std::vector<std::string> packages) : packages_(std::move(packages)) {}

    // All paths are absolute. Empty: there is no such module.
    [[nodiscard]] std::string find(std::string_view module, const std::string& importer);
    [[nodiscard]] Name name_of(const std::string& path);

  private:
    using Names = std::unordered_set<std::string>;

    [[nodiscard]] const std::vector<std::string>& roots_of(const std::string& folder);
    [[nodiscard]] std::string find_below(const std::string& root, std::string_view module);
    [[nodiscard]] bool has(const std::string& folder, const std::string& name) {
        return names_in(folder).contains(name);
    }
    [[nodiscard]] const Names& names_in(const std::string& folder);

    std::vector<std::string> packages_;
    std::unordered_map<std::string, Names> folders_;
    std::unordered_map<std::string, std::vector<std::string>> roots_;  // by folder of the importer
    std::unordered_map<std::string, std::string> found_;               // by root and module
};

}  // namespace modules
