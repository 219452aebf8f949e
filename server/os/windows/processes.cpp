#include "server/os/processes.h"

#include "server/os/os.h"
#include "server/os/windows/windows.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace os {
namespace {

namespace fs = std::filesystem;

// Windows itself would look into the working directory first, which may be anybody's.
std::string found(const std::string& program) {
    const fs::path name = file_of(program);
    std::error_code error;
    if (name.has_parent_path()) return fs::absolute(name, error).string();
    const std::string folders = variable("PATH");
    for (std::string_view rest = folders; !rest.empty();) {
        const std::size_t end = std::min(rest.find(between_folders()), rest.size());
        const fs::path file = fs::path(rest.substr(0, end)) / name;
        if (file.is_absolute() && fs::is_regular_file(file, error)) return file.string();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return "";
}

// A program gets one text, and its C library takes it apart: backslashes count where a quote follows them.
std::string quoted(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\n\v\"") == std::string::npos) return word;
    std::string result = "\"";
    std::size_t backslashes = 0;
    for (const char c : word) {
        if (c == '"') result.append(backslashes + 1, '\\');
        backslashes = c == '\\' ? backslashes + 1 : 0;
        result += c;
    }
    return result.append(backslashes, '\\') + '"';
}

std::string line_of(const std::vector<std::string>& command) {
    std::string line;
    for (const std::string& word : command) line += (line.empty() ? "" : " ") + quoted(word);
    return line;
}

// All variables in one text, each with a NUL at its end, and one more.
std::string environment_with(const std::vector<std::string>& more) {
    std::string all;
    for (char** entry = _environ; *entry != nullptr; ++entry) {
        const std::string_view each(*entry);
        bool is_replaced = false;
        for (const std::string& other : more)
            is_replaced = is_replaced || each.starts_with(std::string_view(other).substr(0, other.find('=') + 1));
        if (!is_replaced) all.append(each) += '\0';
    }
    for (const std::string& each : more) all.append(each) += '\0';
    return all + '\0';
}

struct Streams {
    HANDLE in = ::GetStdHandle(STD_INPUT_HANDLE);
    HANDLE out = ::GetStdHandle(STD_OUTPUT_HANDLE);
    HANDLE err = ::GetStdHandle(STD_ERROR_HANDLE);
};

// Null, with an error in errno, where it cannot be started.
Handle start(const std::vector<std::string>& command, const std::vector<std::string>& variables, Streams streams) {
    const std::string program = found(command.front());
    std::string line = line_of(command), environment = environment_with(variables);
    STARTUPINFOA how{};
    how.cb = sizeof how;
    how.dwFlags = STARTF_USESTDHANDLES;
    how.hStdInput = streams.in;
    how.hStdOutput = streams.out;
    how.hStdError = streams.err;
    PROCESS_INFORMATION made{};
    if (program.empty()) errno = ENOENT;
    if (program.empty() || (!::CreateProcessA(program.c_str(), line.data(), nullptr, nullptr, TRUE, 0,
                                              environment.data(), nullptr, &how, &made) &&
                            !failed()))
        return nullptr;
    ::CloseHandle(made.hThread);
    return owned(made.hProcess);
}

int status_of(const Handle& process) {
    DWORD status = 1;
    ::WaitForSingleObject(process.get(), INFINITE);
    ::GetExitCodeProcess(process.get(), &status);
    return static_cast<int>(status);
}

SECURITY_ATTRIBUTES passed_on{
    .nLength = sizeof(SECURITY_ATTRIBUTES), .lpSecurityDescriptor = nullptr, .bInheritHandle = TRUE};

Handle file_passed_on(const std::string& path, DWORD access) {
    return owned(::CreateFileA(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE, &passed_on, OPEN_EXISTING,
                               FILE_ATTRIBUTE_NORMAL, nullptr));
}

std::string read_all(const Handle& pipe) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (DWORD count = 0;
         ::ReadFile(pipe.get(), buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr) && count > 0;)
        text.append(buffer.data(), count);
    return text;
}

}  // namespace

Answer ask(const Question& question) {
    HANDLE ours = nullptr, theirs = nullptr;
    if (!::CreatePipe(&ours, &theirs, &passed_on, 0)) return {};
    const Handle from = owned(ours);
    Handle to = owned(theirs);
    ::SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
    const Handle in = file_passed_on(question.input.empty() ? "NUL" : question.input, GENERIC_READ);
    const Handle nothing = file_passed_on("NUL", GENERIC_WRITE);
    const Handle process =
        start(question.command, question.variables, {.in = in.get(), .out = to.get(), .err = nothing.get()});
    to.reset();  // else the end of what it writes would not be seen
    if (!process) return {};
    Answer answer{.is_started = true, .text = read_all(from)};
    answer.status = status_of(process);
    return answer;
}

// A process cannot become another program here: it waits for it, and ends as it did. What interrupts both is the
// program's to answer.
int become(const std::vector<std::string>& command, const std::vector<std::string>& variables) {
    const Handle process = start(command, variables, {});
    if (!process) return errno;
    ::SetConsoleCtrlHandler([](DWORD) -> BOOL { return TRUE; }, TRUE);
    std::exit(status_of(process));
}

bool is_running(std::int64_t process) {
    const Handle handle = owned(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process)));
    if (!handle) return ::GetLastError() != ERROR_INVALID_PARAMETER;  // there is one, of somebody else
    return ::WaitForSingleObject(handle.get(), 0) == WAIT_TIMEOUT;
}

}  // namespace os
