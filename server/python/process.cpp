#include "server/python/process.h"

#include "server/os/posix/posix.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>

namespace python {
namespace {

using Clock = std::chrono::steady_clock;
using End = Outcome::End;

constexpr int pause_ms = 50;                     // between two looks whether the child has ended
constexpr auto grace = std::chrono::seconds(2);  // between asking the group to end and killing it

volatile std::sig_atomic_t interrupted_by = 0;

// While a child runs, what interrupts us is its to answer first: it may have results to save.
class PassedOn {
  public:
    PassedOn() {
        interrupted_by = 0;
        struct sigaction action {};
        action.sa_handler = [](int number) { interrupted_by = number; };
        for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &before_[i]);
    }
    ~PassedOn() {
        for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
    }
    PassedOn(const PassedOn&) = delete;
    PassedOn& operator=(const PassedOn&) = delete;

  private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

// The terminal listens to one group at a time: a child that reads from it, a debugger say, has to be in that one.
class Foreground {
  public:
    explicit Foreground(pid_t group) : ours_(::getpgrp()) {
        if (::tcgetpgrp(STDIN_FILENO) == ours_) given_ = give(group);
    }
    ~Foreground() {
        if (given_) give(ours_);
    }
    Foreground(const Foreground&) = delete;
    Foreground& operator=(const Foreground&) = delete;

  private:
    static bool give(pid_t group) {
        const auto before = ::signal(SIGTTOU, SIG_IGN);  // who asks from the background is stopped otherwise
        const bool done = ::tcsetpgrp(STDIN_FILENO, group) == 0;
        ::signal(SIGTTOU, before);
        return done;
    }
    pid_t ours_;
    bool given_ = false;
};

// The child, between fork and exec. `report` is closed by a successful exec.
[[noreturn]] void become(char** command, char** environment, Streams streams, int report) {
    ::setpgid(0, 0);
    os::end_with_parent();
    if (streams != Streams::own) ::dup2(STDERR_FILENO, STDOUT_FILENO);
    if (streams == Streams::apart) ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    ::execve(command[0], command, environment);
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof error);
    ::_exit(127);
}

struct Child {
    pid_t pid = -1;
    int error = 0;  // why there is none
};

Child start(const Program& program, const std::string& address) {
    std::vector<std::string> more = program.environment;
    more.push_back("GRAPHMEND_CHANNEL=" + address);
    const std::vector<std::string> environment = os::environment_with(more);
    const std::vector<char*> command_pointers = os::pointers(program.command);
    const std::vector<char*> environment_pointers = os::pointers(environment);
    std::array<int, 2> report{};
    if (os::make_pipe(report) != 0) return {.error = errno};
    Child child{.pid = ::fork()};
    if (child.pid == 0)
        become(const_cast<char**>(command_pointers.data()), const_cast<char**>(environment_pointers.data()),
               program.streams, report[1]);
    if (child.pid < 0) child.error = errno;
    ::close(report[1]);
    if (child.pid > 0 && ::read(report[0], &child.error, sizeof child.error) == sizeof child.error) {
        ::waitpid(child.pid, nullptr, 0);
        child.pid = -1;
    }
    ::close(report[0]);
    if (child.pid > 0) ::setpgid(child.pid, child.pid);  // both do: neither knows who is first
    return child;
}

Outcome outcome_of(int status) {
    if (WIFSIGNALED(status)) return {.end = End::killed, .code = WTERMSIG(status)};
    return {.end = End::exited, .code = WEXITSTATUS(status)};
}

std::optional<int> ended(pid_t child) {
    int status = 0;
    return ::waitpid(child, &status, WNOHANG) == child ? std::optional(status) : std::nullopt;
}

// Asks first, so that the child can say what it knows, then insists. Nothing of the group is left.
void end_group(pid_t child, Channel& channel, const Heard& heard) {
    ::kill(-child, SIGTERM);
    const auto deadline = Clock::now() + grace;
    bool gone = false;
    while (!gone && Clock::now() < deadline) {
        channel.listen(pause_ms, heard);
        gone = ended(child).has_value();
    }
    ::kill(-child, SIGKILL);
    if (!gone) ::waitpid(child, nullptr, 0);
}

}  // namespace

std::string to_string(const Outcome& outcome) {
    switch (outcome.end) {
        case End::exited: return "ended with exit status " + std::to_string(outcome.code);
        case End::killed:
            return "was killed by signal " + std::to_string(outcome.code) + " (" + ::strsignal(outcome.code) + ")" +
                   (outcome.code == SIGKILL ? ": perhaps because memory ran out" : "");
        case End::timed_out: return "took longer than --timeout allows, and was ended";
        case End::interrupted: return "was interrupted";
        case End::not_started: return "could not be started: " + std::generic_category().message(outcome.code);
    }
    return "";
}

Outcome run(const Program& program, Channel& channel, const Heard& heard) {
    const Child child = start(program, channel.address());
    if (child.pid < 0) return {.end = End::not_started, .code = child.error};
    const PassedOn passed_on;
    const Foreground foreground(child.pid);
    const auto begin = Clock::now();
    while (true) {
        channel.listen(pause_ms, heard);
        if (const auto status = ended(child.pid)) {
            channel.finish(heard);
            return outcome_of(*status);
        }
        const bool late = program.timeout.count() > 0 && Clock::now() - begin > program.timeout;
        if (!late && interrupted_by == 0) continue;
        end_group(child.pid, channel, heard);
        channel.finish(heard);
        return {.end = late ? End::timed_out : End::interrupted, .code = late ? SIGTERM : int{interrupted_by}};
    }
}

}  // namespace python
