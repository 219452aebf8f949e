#include "server/config/packages.h"

#include "server/files/read.h"
#include "server/os/os.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

namespace config {
namespace {

namespace fs = std::filesystem;

void add(std::vector<std::string>& folders, const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) return;
    const std::string path = os::spelled(folder.lexically_normal());
    if (std::ranges::find(folders, path) == folders.end()) folders.push_back(path);
}

// Each line is a folder, a comment, or code that is not run here.
void add_lines(std::vector<std::string>& folders, const fs::path& pth) {
    std::istringstream lines(files::text_of(pth));
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty() && line[0] != '#' && !line.starts_with("import ") && !line.starts_with("import\t"))
            add(folders, pth.parent_path() / line);
    }
}

// What `pip install -e` leaves: {"url": "file:///home/me/project", "dir_info": {"editable": true}}.
void add_editable(std::vector<std::string>& folders, const fs::path& direct_url) {
    constexpr std::string_view scheme = "file://";
    const auto record = nlohmann::json::parse(files::text_of(direct_url), nullptr, false);
    if (!record.is_object() || !record.contains("dir_info") || !record["dir_info"].is_object()) return;
    const auto url = record.find("url");
    const auto editable = record["dir_info"].find("editable");
    if (editable == record["dir_info"].end() || !editable->is_boolean() || !editable->get<bool>()) return;
    if (url == record.end() || !url->is_string() || !url->get<std::string>().starts_with(scheme)) return;
    const fs::path project(os::path_of_uri(url->get<std::string>().substr(scheme.size())));
    add(folders, project / "src");
    add(folders, project);
}

}  // namespace

std::vector<std::string> search_path_of(const std::string& site_packages) {
    std::vector<std::string> folders;
    add(folders, site_packages);
    for (const fs::path& entry : files::sorted_entries(site_packages)) {
        if (entry.extension() == ".pth") add_lines(folders, entry);
        if (entry.extension() == ".dist-info") add_editable(folders, entry / "direct_url.json");
    }
    return folders;
}

}  // namespace config
