#include "server/config/versions.h"

#include "analysis/torch/knowledge.h"
#include "server/config/interpreter.h"
#include "server/config/packages.h"
#include "server/config/requirement.h"
#include "server/config/toml.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

namespace config {
namespace {

namespace fs = std::filesystem;
using analysis::Version;

constexpr int newest_python = 20;  // the minor versions of Python 3 that a project may ask for
constexpr int oldest_python = 6;

using files::sorted_entries;
using files::text_of;

// What follows the key and an equals sign in the first line that starts so: `__version__ = '2.13.0+cpu'`.
std::optional<Version> version_after(std::string_view text, std::string_view key) {
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        if (at > 0 && text[at - 1] != '\n') continue;
        const std::size_t digit = text.find_first_not_of(" \t='\"", at + key.size());
        if (digit == std::string_view::npos) return std::nullopt;
        return analysis::parse_version(text.substr(digit, text.find_first_of("'\"\r\n", digit) - digit));
    }
    return std::nullopt;
}

std::optional<Version> torch_in(const fs::path& packages) {
    if (auto version = version_after(text_of(packages / "torch" / "version.py"), "__version__")) return version;
    for (const fs::path& entry : sorted_entries(packages)) {
        const std::string name = entry.filename().string();
        if (name.starts_with("torch-") && name.ends_with(".dist-info")) return analysis::parse_version(name.substr(6));
    }
    return std::nullopt;
}

// `lib/python3.11`, unless that is of another Python than the one of the environment.
void add_library(Versions& found, const fs::path& library, bool is_environment) {
    const auto version = analysis::parse_version(library.filename().string().substr(6));
    if (version && found.python && *version != *found.python) return;
    std::error_code error;
    for (const char* packages : {"site-packages", "dist-packages"}) {
        std::ranges::move(search_path_of(os::spelled(library / packages)), std::back_inserter(found.packages));
        if (found.torch || !fs::is_directory(library / packages, error)) continue;
        found.torch = torch_in(library / packages);
        if (!found.python && (found.torch || is_environment)) found.python = version;
    }
}

// `python`: of the interpreter, if its name says so.
Versions installed_below(const fs::path& prefix, std::optional<Version> python) {
    Versions found{.torch = {}, .python = python};
    const std::string configuration = text_of(prefix / "pyvenv.cfg");
    for (const char* key : {"version_info", "version"})
        if (!found.python) found.python = version_after(configuration, key);
    std::error_code error;
    if (fs::is_directory(prefix / "Lib" / "site-packages", error)) {
        found.torch = torch_in(prefix / "Lib" / "site-packages");
        found.packages = search_path_of(os::spelled(prefix / "Lib" / "site-packages"));
    }
    for (const fs::path& lib : {prefix / "lib", prefix / "local" / "lib"})
        for (const fs::path& entry : sorted_entries(lib))
            if (entry.filename().string().starts_with("python3")) add_library(found, entry, !configuration.empty());
    return found;
}

// From the first that says something.
void complete(Versions& versions, const Versions& more) {
    if (!versions.torch) versions.torch = more.torch;
    if (!versions.python) versions.python = more.python;
    if (versions.packages.empty()) versions.packages = more.packages;
}

// Newest first.
std::vector<Version> torch_candidates() {
    std::vector<Version> candidates;
    if (torch::releases().empty()) return candidates;
    const torch::Release newest = torch::releases().back();
    for (int minor = newest.minor; minor >= 0; --minor) candidates.push_back({newest.major, minor});
    return candidates;
}

// The one that is assumed when nothing is said, then later ones, then older ones.
std::vector<Version> python_candidates() {
    const Version usual = analysis::Options{}.python;
    std::vector<Version> candidates;
    for (int minor = usual.minor; minor <= newest_python; ++minor) candidates.push_back({usual.major, minor});
    for (int minor = usual.minor - 1; minor >= oldest_python; --minor) candidates.push_back({usual.major, minor});
    return candidates;
}

// What the files of one folder ask of torch and Python. A requirement that contradicts those before it is left out:
// extras, and files for other machines, may.
class Requirements {
  public:
    void read(const fs::path& folder) {
        const std::string pyproject = text_of(folder / "pyproject.toml");
        const bool matters =
            pyproject.find("torch") != std::string::npos || pyproject.find("python") != std::string::npos;
        const toml::parse_result parsed = toml::parse(matters ? std::string_view(pyproject) : "");
        if (parsed) read_project(parsed.table());
        read_lines(text_of(folder / "requirements.txt"));
        for (const fs::path& entry : sorted_entries(folder)) {
            const std::string name = entry.filename().string();
            if (name.starts_with("requirements") && name.ends_with(".txt") && name != "requirements.txt")
                read_lines(text_of(entry));
        }
        if (!parsed || !torch_.empty()) return;
        read_lists(parsed.table().at_path("project.optional-dependencies"));
        read_lists(parsed.table().at_path("dependency-groups"));
    }

    [[nodiscard]] Versions versions() const {
        return {.torch = choose(torch_, torches_), .python = choose(python_, pythons_)};
    }

  private:
    static void narrow(std::string& asked, const std::string& more, const std::vector<Version>& candidates) {
        const std::string both = asked.empty() ? more : asked + "," + more;
        if (asked.empty() || can_choose(both, candidates)) asked = both;
    }

    void read_requirement(std::string_view requirement) {
        if (const auto asked = asked_of("torch", requirement); asked && !asked->empty())
            narrow(torch_, *asked, torches_);
    }

    void read_lines(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_requirement(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    void read_list(toml::node_view<const toml::node> list) {
        if (const toml::array* array = list.as_array())
            for (const toml::node& element : *array)
                if (const auto* requirement = element.as_string()) read_requirement(requirement->get());
    }

    void read_lists(toml::node_view<const toml::node> lists) {
        if (const toml::table* table = lists.as_table())
            for (const auto& [name, list] : *table) read_list(toml::node_view<const toml::node>(list));
    }

    void read_project(const toml::table& file) {
        const auto text_at = [&](const char* path) {
            const toml::value<std::string>* value = file.at_path(path).as_string();
            return value ? value->get() : "";
        };
        for (const char* path : {"project.requires-python", "tool.poetry.dependencies.python"})
            if (const std::string asked = text_at(path); !asked.empty()) narrow(python_, asked, pythons_);
        read_list(file.at_path("project.dependencies"));
        for (const char* path : {"tool.poetry.dependencies.torch", "tool.poetry.dependencies.torch.version"})
            if (const std::string asked = text_at(path); !asked.empty()) narrow(torch_, asked, torches_);
    }

    std::vector<Version> torches_ = torch_candidates();
    std::vector<Version> pythons_ = python_candidates();
    std::string torch_;
    std::string python_;
};

bool is_complete(const Versions& versions) { return versions.torch && versions.python; }

}  // namespace

Versions versions_for(const std::string& folder) {
    Versions found;
    if (const char* active = std::getenv("VIRTUAL_ENV"); active && *active) found = installed_below(active, {});
    std::error_code error;
    for (fs::path here = fs::absolute(folder, error).lexically_normal(); !is_complete(found);
         here = here.parent_path()) {
        if (fs::exists(here / ".venv" / "pyvenv.cfg", error)) complete(found, installed_below(here / ".venv", {}));
        if (here == here.parent_path()) break;
    }
    for (fs::path here = fs::absolute(folder, error).lexically_normal(); !is_complete(found);
         here = here.parent_path()) {
        Requirements requirements;
        requirements.read(here);
        complete(found, requirements.versions());
        if (fs::exists(here / ".git", error) || here == here.parent_path()) break;
    }
    return found;
}

std::optional<Versions> versions_of(const std::string& interpreter) {
    const auto found = program_on_path(interpreter);
    if (!found) return std::nullopt;
    const fs::path program(*found);
    // A link in an environment leads out of it, but the name of what it leads to may say its version.
    std::error_code error;
    const std::string name = fs::canonical(program, error).filename().string();
    const auto version =
        name.starts_with("python") ? analysis::parse_version(std::string_view(name).substr(6)) : std::nullopt;
    return installed_below(os::environment_of(program), version);
}

void apply(analysis::Options& options, const Versions& versions) {
    options.torch = versions.torch.value_or(options.torch);
    options.python = versions.python.value_or(options.python);
}

}  // namespace config
