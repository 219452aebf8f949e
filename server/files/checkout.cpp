#include "server/files/checkout.h"

#include "server/files/read.h"
#include "server/os/files.h"
#include "server/os/os.h"
#include "server/os/processes.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace files {

namespace {

namespace fs = std::filesystem;

// With an index of its own if it is not to be the repository's, and what it reads.
os::Answer ask_git(const std::string& folder, std::vector<std::string> words, const std::string& index = "",
                   const std::string& input = "") {
    os::Question question{.command = {"git", "-C", folder}, .input = input};
    std::ranges::move(words, std::back_inserter(question.command));
    if (!index.empty()) question.variables.push_back("GIT_INDEX_FILE=" + index);
    return os::ask(question);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Takes off the next part that ends in a NUL.
std::string next_part(std::string_view& text) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    const std::string part(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::optional<std::string> temporary_folder() {
    std::error_code error;
    std::string name = os::spelled(fs::temp_directory_path(error) / "graphmend-XXXXXX");
    if (error || !os::make_folder_new(name)) return std::nullopt;
    return name;
}

}  // namespace

std::variant<std::unique_ptr<Checkout>, std::string> Checkout::make(const std::string& inside,
                                                                    const std::string& revision) {
    const os::Answer top = ask_git(inside, {"rev-parse", "--show-toplevel"});
    if (!top.is_started) return "there is no program `git`, which --diff-base asks";
    if (top.status != 0) return "is in no git repository, so that there is no revision to compare with";
    const std::string root = first_line(top.text);
    const std::string name = revision + "^{commit}";
    if (ask_git(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", name}).status != 0) {
        const bool is_shallow = ask_git(root, {"rev-parse", "--is-shallow-repository"}).text.starts_with("true");
        return "has no revision `" + revision + "`" +
               (is_shallow ? "; the clone is a shallow one: `git fetch` that revision first" : "");
    }
    const auto base = temporary_folder();
    if (!base) return "cannot be compared: there is no folder for temporary files";
    std::unique_ptr<Checkout> made(new Checkout(root, *base));
    if (std::string problem = made->fill(revision); !problem.empty()) return problem;
    return made;
}

// Files that the analysis reads, and those that tell where modules and what is ignored are.
std::string Checkout::fill(const std::string& revision) {
    const std::string problem = "cannot be compared: git does not give the files of `" + revision + "`";
    const std::string index = base_ + "/index", list = base_ + "/list";
    std::error_code error;
    fs::create_directories(folder() + "/.git", error);  // a repository ends there
    if (ask_git(root_, {"read-tree", revision}, index).status != 0) return problem;
    const os::Answer names =
        ask_git(root_, {"ls-files", "-z", "--", "*.py", "*.pyi", "*.toml", "*.cfg", "*.gitignore"}, index);
    if (names.status != 0 || write(list, names.text)) return problem;
    if (ask_git(root_, {"checkout-index", "-z", "--stdin", "--prefix=" + folder() + "/"}, index, list).status != 0)
        return problem;
    const os::Answer renames = ask_git(
        root_, {"diff", "--name-status", "-z", "-M", "--diff-filter=R", "--no-ext-diff", revision, "--", "*.py"});
    for (std::string_view left = renames.text; !left.empty();) {
        next_part(left);  // R100
        std::string old_name = next_part(left);
        renamed_[next_part(left)] = std::move(old_name);
    }
    return "";
}

Checkout::~Checkout() {
    std::error_code error;
    fs::remove_all(base_, error);
}

std::string Checkout::name_before(const std::string& name) const {
    const auto found = renamed_.find(name);
    return found == renamed_.end() ? name : found->second;
}

}  // namespace files
