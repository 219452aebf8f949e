#include "server/confirm/sites.h"

#include "server/confirm/words.h"

#include "server/files/walk.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace confirm {
namespace {

constexpr std::string_view generator_refused = "GB0003";

struct Charged {
    const Place* at = nullptr;
    Site::Kind kind = Site::Kind::own;
};

const Place* last_of_ours(const std::vector<Place>& stack, const Ours& ours) {
    const auto last = std::find_if(stack.rbegin(), stack.rend(), [&](const Place& place) { return ours(place.path); });
    return last == stack.rend() ? nullptr : &*last;
}

// Which line of the user's a break is charged to.
Charged charged(const Break& each, bool is_first, const Ours& ours) {
    if (const Place* at = last_of_ours(each.stack, ours)) return {.at = at};
    if (each.frame && ours(each.frame->path)) {
        const bool is_consequence =
            !is_first && each.outcome != "error" && each.gb == std::vector{std::string(generator_refused)};
        return {.at = &*each.frame, .kind = is_consequence ? Site::Kind::consequence : Site::Kind::own};
    }
    return {.at = last_of_ours(each.caller, ours),
            .kind = each.outcome == "error" ? Site::Kind::own : Site::Kind::library};
}

int weight(std::string_view outcome) { return outcome == "error" ? 2 : outcome == "skip" ? 1 : 0; }

void add(Site& site, const Break& each) {
    if (site.compiled++ == 0) {
        site.type = each.type;
        site.reason = each.reason;
        site.outcome = each.outcome;
    }
    if (weight(each.outcome) > weight(site.outcome)) site.outcome = each.outcome;
    for (const std::string& id : each.gb)
        if (std::ranges::find(site.gb, id) == site.gb.end()) site.gb.push_back(id);
    if (each.stack.size() > site.stack.size()) site.stack = each.stack;
}

// Ranks do the same work: one of them stands for the others.
void count(Site& site, const Counted& counted, const std::string& rank, bool stands_for_all) {
    if (!rank.empty()) site.ranks[rank] += counted.all;
    if (!stands_for_all) return;
    site.runs += counted.all;
    site.most = std::max(site.most, counted.most);
}

// By path and line, over the processes added so far.
class Sites {
  public:
    Sites(const Ours& ours, Statements& statements) : ours_(ours), statements_(statements) {}

    void add(const Process& process, bool stands_for_all) {
        for (const Break& each : process.breaks) add_break(process, each);
        for (const Counted& each : process.resumed) {
            const std::string path = files::shown(each.at.path);
            const auto site = sites_.find({path, statements_.at(path, each.at.line).line, true});
            if (site != sites_.end()) count(site->second, each, process.rank, stands_for_all);
        }
        for (const Counted& each : process.eager)
            if (const auto frame = given_up_.find(each.at); frame != given_up_.end())
                count(sites_.at(frame->second), each, process.rank, stands_for_all);
    }

    [[nodiscard]] std::vector<Site> all() && {
        std::vector<Site> result;
        for (auto& [key, site] : sites_) result.push_back(std::move(site));
        return result;
    }

  private:
    void add_break(const Process& process, const Break& each) {
        const Charged charge = charged(each, &each == &process.breaks.front(), ours_);
        if (!charge.at) return;
        const std::string path = files::shown(charge.at->path);
        const Statement statement = statements_.at(path, charge.at->line);
        const Key key{path, statement.line, charge.kind == Site::Kind::own};
        Site& site = sites_.try_emplace(key).first->second;
        site.path = path;
        site.statement = statement;
        site.kind = charge.kind;
        if (!process.rank.empty()) site.ranks.try_emplace(process.rank);
        confirm::add(site, each);
        // Frames around the one that breaks are given up with it; each of its runs is one break.
        const bool is_own_frame = each.stack.size() <= 1;
        if (each.outcome != "split" && each.frame && is_own_frame && charge.kind == Site::Kind::own)
            given_up_.try_emplace(*each.frame, key);
    }

    using Key = std::tuple<std::string, std::uint32_t, bool>;  // path, line, and whether the statement itself breaks
    const Ours& ours_;
    Statements& statements_;
    std::map<Key, Site> sites_;
    std::map<Place, Key> given_up_;  // frames, and the first site at which they were
};

}  // namespace

bool Ours::operator()(const std::string& path) const {
    if (path.empty() || path.front() == '<') return false;
    for (const std::string_view folder : {"/site-packages/", "/dist-packages/"})
        if (const std::size_t at = path.rfind(folder); at != std::string::npos) {
            const std::string rest = path.substr(at + folder.size());
            const std::string top = rest.substr(0, rest.find_first_of("/."));
            return std::ranges::find(packages_, top) != packages_.end();
        }
    if (path.find("/lib/python3.") != std::string::npos) return false;
    return std::ranges::none_of(libraries_, [&](const std::string& folder) { return path.starts_with(folder + "/"); });
}

std::string counted_rank(const Run& run) {
    // The one that starts the ranks is none itself, and compiles nothing.
    const std::string* first = nullptr;
    for (const auto& [id, process] : run.processes)
        if (process.forwards > 0 && (first == nullptr || ByNumber()(process.rank, *first))) first = &process.rank;
    return first == nullptr ? "" : *first;
}

std::vector<Site> sites_of(const Run& run, const Ours& ours, Statements& statements) {
    Sites sites(ours, statements);
    const std::string counted = counted_rank(run);
    for (const auto& [id, process] : run.processes) sites.add(process, process.rank == counted);
    return std::move(sites).all();
}

std::string times(std::uint64_t number) {
    return number == 1 ? "once" : number == 2 ? "twice" : std::to_string(number) + " times";
}

std::string counted(std::uint64_t number, std::string_view thing) {
    return std::to_string(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

std::string frequency(const Site& site, std::uint64_t forwards) {
    if (site.runs == 0) return "met " + times(site.compiled) + " while compiling";
    if (site.runs == site.most * forwards) return times(site.most) + " per forward, in " + counted(forwards, "forward");
    return times(site.runs) + " in " + counted(forwards, "forward") + ", at most " + times(site.most) + " in one";
}

std::vector<std::string> hints_of(const std::string& reason) {
    std::vector<std::string> hints;
    constexpr std::string_view word = "Hint: ";
    for (std::size_t at = reason.find(word); at != std::string::npos; at = reason.find(word, at + 1)) {
        const std::size_t begin = at + word.size();
        hints.push_back(reason.substr(begin, reason.find('\n', begin) - begin));
    }
    return hints;
}

}  // namespace confirm
