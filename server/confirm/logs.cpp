#include "server/confirm/logs.h"

#include "server/confirm/records.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

namespace confirm {
namespace {

namespace fs = std::filesystem;

std::uint32_t number(std::string_view text) {
    std::uint32_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The text between two marks, from `at` on; empty if the first is not there.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t at = text.find(begin);
    if (at == text.npos) return "";
    text.remove_prefix(at + begin.size());
    return text.substr(0, text.find(end));
}

// `  File "model.py", line 12, in forward`
std::optional<Place> place_in(std::string_view line) {
    const std::string_view path = between(line, "  File \"", "\", line ");
    const std::string_view rest = between(line, "\", line ", "\n");
    const std::size_t in = rest.find(", in ");
    if (path.empty() || in == rest.npos) return std::nullopt;
    return Place{std::string(path), number(rest), std::string(rest.substr(in + 5))};
}

std::vector<Place> stack_in(std::string_view text) {
    std::vector<Place> stack;
    text = text.substr(0, text.find("\nTraceback (most recent call last)"));
    for (const std::string_view line : lines_of(text))
        if (const auto place = place_in(line)) stack.push_back(*place);
    return stack;
}

std::string type_of(std::string_view reason) {
    for (const std::string_view line : lines_of(reason)) {
        const bool wraps = line.starts_with("Encountered graph break") || line.starts_with("Failed to handle");
        if (!wraps && !line.empty()) return std::string(line);
    }
    return "graph break";
}

std::vector<std::string> ids_in(std::string_view reason) {
    std::vector<std::string> ids;
    constexpr std::string_view mark = "/gb";
    for (std::size_t at = reason.find(mark); at != reason.npos; at = reason.find(mark, at + 1)) {
        const std::string_view digits = reason.substr(at + mark.size(), 4);
        const std::string id = "GB" + std::string(digits);
        const bool is_id = digits.find_first_not_of("0123456789") == digits.npos &&
                           reason.substr(at + mark.size() + 4).starts_with(".html");
        if (is_id && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    return ids;
}

// On this machine the file may be in another folder: the one below the working directory whose path ends the same way.
std::string local_path(const std::string& path) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) return path;
    fs::path rest = fs::path(path).relative_path();
    for (; !rest.empty(); rest = rest.lexically_relative(*rest.begin())) {
        if (fs::is_regular_file(rest, error)) return os::spelled(fs::absolute(rest, error));
        if (rest.lexically_relative(*rest.begin()) == fs::path(".")) break;
    }
    return path;
}

class Paths {
  public:
    void localize(Process& process) {
        for (Break& each : process.breaks)
            for (Place& place : each.stack) localize(place);
        for (Recompilation& each : process.recompilations) localize(each.code);
        for (Frame& frame : process.frames) {
            std::map<std::string, std::vector<std::uint32_t>> lines;
            for (auto& [name, numbers] : frame.lines) lines[local_path(name)] = std::move(numbers);
            frame.lines = std::move(lines);
        }
    }

  private:
    void localize(Place& place) {
        const auto [at, is_new] = known_.try_emplace(place.path);
        if (is_new) at->second = local_path(place.path);
        place.path = at->second;
    }

    std::map<std::string, std::string> known_;
};

std::vector<fs::path> files_in(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return {path};
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(path, error))
        if (entry.is_regular_file(error)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

}  // namespace

Break parse_break(std::string_view text) {
    constexpr std::string_view stack_mark = "User code traceback:\n";
    constexpr std::string_view skip_mark = "The graph break occurred in the following user code:\n";
    const std::string_view head = text.substr(0, text.find(stack_mark));
    Break result;
    const std::size_t named = head.find("Reason: ");
    result.reason = head.substr(named == head.npos ? 0 : named + 8);
    while (!result.reason.empty() && result.reason.back() == '\n') result.reason.pop_back();
    result.type = type_of(result.reason);
    result.gb = ids_in(text);
    const bool skips =
        result.reason.starts_with("Failed to handle graph break gracefully") || text.find(skip_mark) != text.npos;
    result.outcome = skips ? "skip" : "split";
    for (const std::string_view mark : {stack_mark, skip_mark})
        if (const std::size_t at = text.find(mark); at != text.npos)
            result.stack = stack_in(text.substr(at + mark.size()));
    if (!result.stack.empty()) return result;
    // Told once only; this is another time.
    const std::string_view where = between(text, "in user code at ", "\n");
    if (const std::size_t colon = where.rfind(':'); colon != where.npos)
        result.stack.push_back({std::string(where.substr(0, colon)), number(where.substr(colon + 1)), ""});
    return result;
}

Run read_logs(const std::string& path) {
    Run run;
    Paths paths;
    std::int64_t next = 0;
    for (const fs::path& file : files_in(path)) {
        auto bytes = files::read(os::spelled(file));
        if (const auto* error = std::get_if<files::IoError>(&bytes)) {
            run.problems.push_back(os::spelled(file) + ": " + error->reason);
            continue;
        }
        Records records = read_records(std::get<std::string>(bytes));
        if (records.damaged > 0)
            run.problems.push_back(os::spelled(file) + ": " + std::to_string(records.damaged) +
                                   " records are damaged or cut off");
        if (!records.torch.empty()) run.torch = records.torch;
        for (auto& [rank, process] : records.by_rank) {
            process.rank = rank;
            paths.localize(process);
            run.processes[next++] = std::move(process);
        }
    }
    const bool empty = std::ranges::all_of(run.processes, [](const auto& each) {
        return each.second.breaks.empty() && each.second.frames.empty() && each.second.recompilations.empty();
    });
    if (empty && run.problems.empty()) run.problems.push_back(path + ": nothing that Dynamo has logged is in there");
    return run;
}

}  // namespace confirm
