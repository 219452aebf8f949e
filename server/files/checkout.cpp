#include "server/files/checkout.h"

#include "server/files/read.h"
#include "server/os/os.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

extern char** environ;

namespace files {

namespace {

namespace fs = std::filesystem;

// What git is asked for, with its own index if that is not to be the repository's, and what it reads.
struct Question {
    std::vector<std::string> words;
    std::string index{};
    std::string input = "/dev/null";
};

struct Answer {
    bool is_started = false;
    int status = -1;
    std::string text{};  // what it wrote to standard output
};

std::vector<std::string> environment_with(const std::string& index) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (index.empty() || !std::string_view(*entry).starts_with("GIT_INDEX_FILE=")) result.emplace_back(*entry);
    if (!index.empty()) result.push_back("GIT_INDEX_FILE=" + index);
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

Answer ask_git(const std::string& folder, Question question) {
    std::vector<std::string> command{"git", "-C", folder};
    command.insert(command.end(), question.words.begin(), question.words.end());
    std::vector<std::string> environment = environment_with(question.index);
    std::array<int, 2> pipe{};
    if (os::make_pipe(pipe) != 0) return {};
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, question.input.c_str(), O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    Answer answer;
    answer.is_started =
        ::posix_spawnp(&child, "git", &actions, nullptr, pointers(command).data(), pointers(environment).data()) == 0;
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    if (answer.is_started) {
        answer.text = read_all(pipe[0]);
        while (::waitpid(child, &answer.status, 0) < 0 && errno == EINTR) {
        }
    }
    ::close(pipe[0]);
    return answer;
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
    std::string name = (fs::temp_directory_path(error) / "graphmend-XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr) return std::nullopt;
    return name;
}

}  // namespace

std::variant<std::unique_ptr<Checkout>, std::string> Checkout::make(const std::string& inside,
                                                                    const std::string& revision) {
    const Answer top = ask_git(inside, {{"rev-parse", "--show-toplevel"}});
    if (!top.is_started) return "there is no program `git`, which --diff-base asks";
    if (top.status != 0) return "is in no git repository, so that there is no revision to compare with";
    const std::string root = first_line(top.text);
    const std::string name = revision + "^{commit}";
    if (ask_git(root, {{"rev-parse", "--verify", "--quiet", "--end-of-options", name}}).status != 0) {
        const bool is_shallow = ask_git(root, {{"rev-parse", "--is-shallow-repository"}}).text.starts_with("true");
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
    if (ask_git(root_, {{"read-tree", revision}, index}).status != 0) return problem;
    const Answer names =
        ask_git(root_, {{"ls-files", "-z", "--", "*.py", "*.pyi", "*.toml", "*.cfg", "*.gitignore"}, index});
    if (names.status != 0 || write(list, names.text)) return problem;
    if (ask_git(root_, {{"checkout-index", "-z", "--stdin", "--prefix=" + folder() + "/"}, index, list}).status != 0)
        return problem;
    const Answer renames = ask_git(
        root_, {{"diff", "--name-status", "-z", "-M", "--diff-filter=R", "--no-ext-diff", revision, "--", "*.py"}});
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
