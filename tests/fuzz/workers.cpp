#include "tests/fuzz/workers.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <new>
#include <stdexcept>

namespace fuzz {
namespace {

constexpr std::uint32_t cases_of_a_worker = 200;
constexpr int out_of_memory = 3;

// What a worker leaves behind when it dies.
struct Board {
    std::uint32_t current = 0;
    Spent spent{};
};

Board* shared_board() {
    void* const memory = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    return new (memory) Board;
}

// The system ends a process that uses more of the processor (SIGPROF), and gives it no more memory than this.
void bound_time(double seconds) {
    const auto whole = static_cast<time_t>(seconds);
    const auto rest = static_cast<suseconds_t>((seconds - static_cast<double>(whole)) * 1e6);
    const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = whole, .tv_usec = rest}};
    ::setitimer(ITIMER_PROF, &timer, nullptr);
}

void bound_memory(std::size_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit limit{.rlim_cur = most, .rlim_max = most};
    ::setrlimit(RLIMIT_AS, &limit);
}

void work_on(Board& board, std::uint32_t end, const Limits& limits, const Cases& cases) {
    bound_memory(limits.bytes);
    for (; board.current < end; ++board.current) {
        bound_time(0);  // for none: what makes a text may take its time
        const std::string text = cases.make(board.current);
        bound_time(limits.seconds);
        const std::clock_t start = std::clock();
        try {
            if (!cases.work(board.current, text)) ++board.spent.wrong;
        } catch (const std::bad_alloc&) {
            ::_exit(out_of_memory);
        }
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        board.spent.seconds += seconds;
        if (seconds < board.spent.most) continue;
        board.spent.most = seconds;
        board.spent.slowest = board.current;
    }
    ::_exit(0);
}

std::string cause_of(int status, const Limits& limits) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
        return "took more than " + std::to_string(limits.seconds) + " s";
    if (WIFSIGNALED(status)) return std::string("died of ") + ::strsignal(WTERMSIG(status));
    if (WEXITSTATUS(status) == out_of_memory) return "took more than " + std::to_string(limits.bytes >> 20U) + " MB";
    return WEXITSTATUS(status) == 0 ? "" : "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Spent run_apart(std::uint32_t first, std::uint32_t count, const Limits& limits, const Cases& cases) {
    Board& board = *shared_board();
    board.current = first;
    while (board.current < first + count) {
        const std::uint32_t end = std::min(first + count, board.current + cases_of_a_worker);
        const pid_t child = ::fork();
        if (child < 0) throw std::runtime_error("no more processes");
        if (child == 0) work_on(board, end, limits, cases);
        int status = 0;
        rusage usage{};
        ::wait4(child, &status, 0, &usage);
        board.spent.bytes = std::max(board.spent.bytes, static_cast<std::size_t>(usage.ru_maxrss) << 10U);
        const std::string cause = cause_of(status, limits);
        if (cause.empty()) continue;
        ++board.spent.wrong;
        cases.died(board.current++, cause);
    }
    return board.spent;
}

}  // namespace fuzz
