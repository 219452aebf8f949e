#include "server/os/processes.h"

#include "server/os/files.h"
#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstdlib>

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace os {
namespace {

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace

std::vector<std::string> environment_with(const std::vector<std::string>& more) {
    const auto is_replaced = [&](std::string_view entry) {
        for (const std::string& each : more)
            if (entry.substr(0, entry.find('=')) == std::string_view(each).substr(0, each.find('='))) return true;
        return false;
    };
    std::vector<std::string> result = more;
    for (char** entry = environ; *entry; ++entry)
        if (!is_replaced(*entry)) result.emplace_back(*entry);
    return result;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

Answer ask(const Question& question) {
    const std::vector<std::string> environment = environment_with(question.variables);
    const char* input = question.input.empty() ? "/dev/null" : question.input.c_str();
    std::array<int, 2> pipe{};
    if (make_pipe(pipe) != 0) return {};
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    Answer answer;
    answer.is_started = ::posix_spawnp(&child, question.command.front().c_str(), &actions, nullptr,
                                       pointers(question.command).data(), pointers(environment).data()) == 0;
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

int become(const std::vector<std::string>& command, const std::vector<std::string>& variables) {
    for (const std::string& variable : variables) {
        const std::size_t sign = variable.find('=');
        ::setenv(variable.substr(0, sign).c_str(), variable.c_str() + sign + 1, 1);
    }
    ::execvp(command.front().c_str(), pointers(command).data());
    return errno;
}

bool is_running(std::int64_t process) { return ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH; }

}  // namespace os
