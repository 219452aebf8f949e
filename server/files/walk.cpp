#include "server/files/walk.h"

#include "server/files/read.h"
#include "server/files/repository.h"
#include "server/os/os.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <variant>

namespace files {

namespace {

namespace fs = std::filesystem;

// Folders in which nobody keeps the source of the project, in byte order.
constexpr std::array<std::string_view, 31> default_excludes{
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "bazel-bin",
    "bazel-out",
    "bazel-testlogs",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
    "wandb",
};
static_assert(std::ranges::is_sorted(default_excludes));

class Walker {
  public:
    Walker(const Excludes& excludes, Walk& walk) : excludes_(excludes), walk_(walk) {}

    void folder(const std::string& path) {
        std::error_code error;
        absolute_ = os::spelled(fs::canonical(path, error));
        if (error) return fail(path, error);
        shown_ = path;
        levels_.clear();
        enter_ancestors();
        list(Place::named);
    }

    [[nodiscard]] bool saw_links() const { return saw_links_; }

  private:
    enum class Place : bool { named, below };  // whether the user named the folder

    struct Level {
        std::size_t base;  // how much of an absolute path is the folder of the patterns
        Ignore ignore;
    };

    // The .gitignore files between the root of the repository and the folder that was named.
    void enter_ancestors() {
        const std::optional<std::string> root = repository_root(absolute_);
        if (!root || *root == absolute_) return;
        enter_repository(*root);
        for (std::size_t slash = absolute_.find('/', root->size() + 1); slash != std::string::npos;
             slash = absolute_.find('/', slash + 1))
            enter(absolute_.substr(0, slash), absolute_.substr(0, slash) + "/.gitignore");
    }

    void enter_repository(const std::string& root) {
        levels_.clear();
        if (const std::optional<std::string> excludes = repository_excludes(root)) enter(root, *excludes);
        enter(root, root + "/.gitignore");
    }

    void enter(const std::string& folder, const std::string& patterns) {
        const auto text = read(patterns);
        if (!std::holds_alternative<std::string>(text)) return;
        Ignore ignore(std::get<std::string>(text));
        const std::size_t base = folder.size() + (folder.ends_with('/') ? 0 : 1);
        if (!ignore.empty()) levels_.push_back({.base = base, .ignore = std::move(ignore)});
    }

    void list(Place place) {
        std::error_code error;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator entry(absolute_, error); !error && entry != fs::directory_iterator();
             entry.increment(error))
            entries.push_back(*entry);
        if (error) return fail(shown_, error);

        const auto has = [&](std::string_view name) {
            return std::ranges::any_of(entries, [&](const auto& entry) { return entry.path().filename() == name; });
        };
        if (place == Place::below && has("pyvenv.cfg")) {  // a virtual environment, whatever its name
            ++walk_.left_out;
            return;
        }
        // A repository inside of another is none of the outer one's business.
        std::vector<Level> outer;
        const std::size_t depth = levels_.size();
        if (has(".git")) {
            outer = std::move(levels_);
            enter_repository(absolute_);
        } else if (has(".gitignore")) {
            enter(absolute_, absolute_ + "/.gitignore");
        }
        for (const fs::directory_entry& entry : entries) visit(entry);
        if (has(".git"))
            levels_ = std::move(outer);
        else
            levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(depth), levels_.end());
    }

    // A link to a folder is not followed: what it leads to is checked where it is, and loops cannot arise.
    void visit(const fs::directory_entry& entry) {
        std::error_code error;
        const std::string name = entry.path().filename().string();
        const bool is_folder = !entry.is_symlink(error) && entry.is_directory(error);
        if (!is_folder && (!name.ends_with(".py") || !entry.is_regular_file(error))) return;
        saw_links_ = saw_links_ || entry.is_symlink(error);
        if (left_out(os::spelled(entry.path()), name, is_folder)) {
            ++walk_.left_out;
            return;
        }
        const std::string path = shown_ == "." ? name : shown_.ends_with('/') ? shown_ + name : shown_ + "/" + name;
        if (!is_folder) {
            walk_.files.push_back(path);
            return;
        }
        const std::string absolute = std::exchange(absolute_, os::spelled(entry.path()));
        const std::string shown = std::exchange(shown_, path);
        list(Place::below);
        absolute_ = absolute;
        shown_ = shown;
    }

    [[nodiscard]] bool left_out(std::string_view path, std::string_view name, bool is_folder) const {
        std::optional<Verdict> setting;
        if (path.starts_with(excludes_.folder) && path.substr(excludes_.folder.size()).starts_with('/'))
            setting = excludes_.patterns.judge(path.substr(excludes_.folder.size() + 1), is_folder);
        if (setting == Verdict::ignored) return true;
        if (!setting && is_folder && std::ranges::binary_search(default_excludes, name)) return true;
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
            if (const auto verdict = level->ignore.judge(path.substr(level->base), is_folder))
                return *verdict == Verdict::ignored;
        return false;
    }

    void fail(const std::string& path, const std::error_code& error) {
        walk_.failed.push_back({.path = path, .reason = os::words_of(error)});
    }

    const Excludes& excludes_;
    Walk& walk_;
    std::string absolute_;
    std::string shown_;
    std::vector<Level> levels_;  // outermost first
    bool saw_links_ = false;
};

template <class T>
void sort_unique(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

// A file that several links lead to is looked at once, under its own name if that is among them.
void drop_second_names(std::vector<std::string>& files) {
    std::unordered_map<std::string, std::string> names;  // of each real file
    for (const std::string& file : files) {
        std::error_code error;
        const std::string real = os::spelled(fs::canonical(file, error));
        const auto [name, is_new] = names.try_emplace(error ? file : real, file);
        if (!is_new && !fs::is_symlink(file, error)) name->second = file;
    }
    files.clear();
    for (const auto& [real, name] : names) files.push_back(name);
    std::ranges::sort(files);
}

}  // namespace

std::string shown(const std::string& path) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const fs::path absolute = fs::absolute(path, error);
    const bool goes_up = std::ranges::find(absolute, fs::path("..")) != absolute.end();
    fs::path relative = absolute.lexically_normal().lexically_relative(here);
    // `link/..` is not where its spelling says, and the working directory may have been reached through a link.
    if (goes_up || relative.begin() == relative.end() || *relative.begin() == "..") {
        const fs::path name = absolute.filename();
        const bool keep_name = !name.empty() && name != "." && name != "..";
        const fs::path folder = fs::canonical(keep_name ? absolute.parent_path() : absolute, error);
        if (!error) relative = (keep_name ? folder / name : folder).lexically_relative(here);
        if (relative.begin() == relative.end() || *relative.begin() == "..")
            relative = error ? absolute.lexically_normal() : keep_name ? folder / name : folder;
    }
    std::string result = os::spelled(relative);
    while (result.ends_with('/') && fs::path(result).has_relative_path()) result.pop_back();
    return result;
}

Walk walk(std::span<const std::string> paths, const Excludes& excludes) {
    Walk result;
    Walker walker(excludes, result);
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status)) {
            result.failed.push_back(
                {.path = path, .reason = error ? os::words_of(error) : "No such file or directory"});
        } else if (fs::is_directory(status)) {
            walker.folder(shown(path));
        } else {
            result.files.push_back(shown(path));
        }
    }
    // A folder around the working directory holds files below it.
    for (std::string& file : result.files)
        if (fs::path(file).is_absolute()) file = shown(file);
    sort_unique(result.files);
    if (paths.size() > 1 || walker.saw_links()) drop_second_names(result.files);
    sort_unique(result.failed);
    return result;
}

}  // namespace files
