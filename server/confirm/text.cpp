#include "server/confirm/judge.h"
#include "server/confirm/words.h"
#include "server/output/width.h"

#include <algorithm>
#include <map>
#include <string>

namespace confirm {
namespace {

using output::printable;

constexpr std::size_t most_reasons = 3;  // of a recompilation, told in the terminal

class Writer {
  public:
    Writer(const Confirmation& all, bool colour) : all_(all), colour_(colour) {}

    [[nodiscard]] std::string text() {
        for (std::size_t i = 0; i < all_.findings.size(); ++i) {
            write(all_.report->items[i], all_.findings[i]);
            if (all_.tried != nullptr) continue;  // it stands beside the fixes
            write_probed(i);
        }
        for (const Site* site : all_.only_at_run_time) write(*site);
        for (const Recompiled& each : all_.recompiled) write(each);
        for (const Left& each : all_.left) write(each);
        for (const Shared& each : all_.ddp) write(each);
        write_summary();
        if (all_.tried != nullptr) write_trial(*all_.tried);
        return out_;
    }

  private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        return colour_ ? "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m" : std::string(text);
    }
    void entry(std::string_view path, std::uint32_t line, std::string_view colour, std::string_view verdict,
               std::string_view what) {
        out_ += paint("1", printable(path) + ":" + std::to_string(line) + ":") + " " + paint(colour, verdict) + " " +
                printable(what) + "\n";
    }
    void note(const std::string& text) { out_ += "  = " + printable(text) + "\n"; }

    [[nodiscard]] static std::string consequence(const Site& site) {
        if (site.outcome == "error") return "stopped the compilation with an error";
        return site.outcome == "skip" ? "left the function to eager" : "split the graph";
    }
    void tell(const Site& site) {
        std::string ids;
        for (const std::string& id : site.gb) ids += (ids.empty() ? " (" : ", ") + id;
        note(consequence(site) + " " + frequency(site, all_.forwards) + ids + (ids.empty() ? "" : ")"));
        std::string ranks;
        for (const auto& [rank, runs] : site.ranks)
            ranks += (ranks.empty() ? "on rank " : ", rank ") + rank + (site.runs == 0 ? "" : ": " + times(runs));
        if (!ranks.empty()) note(ranks);
    }
    void write(const output::Item& item, const Judged& judged) {
        const std::uint32_t line = item.source->line_at(item.finding.span.begin) + 1;
        const std::string what = std::string(item.finding.code) + ": " + item.finding.message;
        const std::string_view colour = judged.verdict == Verdict::confirmed ? "1;31"
                                        : judged.verdict == Verdict::clean   ? "1;32"
                                                                             : "2";
        entry(item.source->path(), line, colour, to_string(judged.verdict), what);
        if (judged.site) tell(*judged.site);
        if (judged.recompilation) note("compiled again: " + judged.recompilation->reasons.front());
        if (judged.verdict == Verdict::clean) note("traced, and did not break in " + counted(all_.forwards, "forward"));
        if (judged.verdict == Verdict::confirmed && !item.proposal.fixes.empty())
            note("fix available: " + item.proposal.fixes.front().title);
    }
    void write(const Site& site) {
        const std::string_view about = site.kind == Site::Kind::library       ? " (in a library that it calls)"
                                       : site.kind == Site::Kind::consequence ? " (because its caller runs eagerly)"
                                                                              : "";
        entry(site.path, site.statement.line, "1;33", "only at run time", site.type + std::string(about));
        tell(site);
        for (const std::string& hint : hints_of(site.reason)) note("hint: " + hint);
    }
    void write(const Recompiled& each) {
        entry(each.path, each.statement.line, "1;33", "recompiled", each.function + ", " + times(each.times));
        for (std::size_t i = 0; i < std::min(most_reasons, each.reasons.size()); ++i) note(each.reasons[i]);
        if (each.reasons.size() > most_reasons)
            note("and for " + counted(each.reasons.size() - most_reasons, "other reason"));
    }
    // Unless a break in it is the cause, which is told already, or there was nothing to compile.
    void write(const Left& left) {
        for (const std::string_view nothing : {"No ops traced", "no tensor-related objects"})
            if (left.why.find(nothing) != left.why.npos) return;
        const auto is_cause = [&](const Site& site) {
            return site.outcome != "split" && site.path == left.path &&
                   site.statement.function == left.statement.function;
        };
        if (std::ranges::any_of(all_.sites, is_cause)) return;
        entry(left.path, left.statement.line, "2", "left to eager", left.function + ": " + left.why);
    }
    void write(const Shared& each) {
        entry(each.path, each.statement.line, "2", "split on purpose",
              "DistributedDataParallel makes " + counted(each.graphs, "graph") + " of one, to send gradients early");
    }
    void write_summary() {
        const auto number_of = [&](Verdict verdict) {
            return std::ranges::count(all_.findings, verdict, &Judged::verdict);
        };
        out_ += std::to_string(number_of(Verdict::confirmed)) + " of " + counted(all_.findings.size(), "finding") +
                " confirmed";
        for (const Verdict verdict : {Verdict::clean, Verdict::eager, Verdict::not_reached})
            if (const auto number = number_of(verdict))
                out_ += ", " + std::to_string(number) + " " + std::string(to_string(verdict));
        if (!all_.only_at_run_time.empty())
            out_ += "; " + counted(all_.only_at_run_time.size(), "break") + " only at run time";
        out_ += "\n";
        const Run& run = *all_.run;
        std::string where;
        if (!run.torch.empty()) where += " on torch " + run.torch;
        if (!run.python.empty()) where += ", Python " + run.python + ", " + run.device;
        if (all_.forwards > 0) out_ += counted(all_.forwards, "forward") + printable(where) + "\n";
    }

    void write_trial(const Tried& tried) {
        if (tried.files == 0) {
            out_ += "nothing to fix\n";
            return;
        }
        for (const auto& [i, fix] : tried.fixed) {
            const output::Item& item = all_.report->items[i];
            const Judged &before = all_.findings[i], &after = tried.after.findings[i];
            const std::string title = std::string(item.finding.code) + ": " + fix->title;
            const std::uint32_t line = item.source->line_at(item.finding.span.begin) + 1;
            if (after.site)
                entry(item.source->path(), line, "1;31", "still breaks", title);
            else if (before.site)
                entry(item.source->path(), line, "1;32", "removed", title);
            else
                entry(item.source->path(), line, "2", "fixed, " + std::string(to_string(before.verdict)), title);
            if (const auto ways = tried.ways.find(i); ways != tried.ways.end()) write(ways->second);
            for (const transforms::proof::Guard& guard : fix->assumed)
                if (const Probed* asked = all_.about(i, transforms::proof::code(guard))) write(*asked);
        }
        for (const Site* site : tried.new_breaks(all_))
            entry(site->path, site->statement.line, "1;33", was_reached(*site) ? "new" : "reached now", site->type);
        out_ += counted(breaks_of(tried.after), "break") + " per run after the fixes, " +
                std::to_string(breaks_of(all_)) + " before\n";
        for (const Compared& each : tried.compared) write(each);
    }
    void write(const Ways& ways) {
        if (ways.when_true > 0 && ways.when_false > 0)
            note("compared with its condition true " + times(ways.when_true) + " and false " + times(ways.when_false));
        else
            note(std::string("compared with its condition ") + (ways.when_true > 0 ? "true" : "false") +
                 " alone: no call made it " + (ways.when_true > 0 ? "false" : "true"));
    }
    void write(const Probed& each) {
        if (each.failed > 0)
            note("assumed by fixes: `" + each.test + "`, did not hold " + times(each.failed) + ": " + each.refuted);
        else if (each.held > 0)
            note("assumed by fixes: `" + each.test + "`, held " + times(each.held));
        else
            note("assumed by fixes: `" + each.test + "`, no call came by to ask");
    }
    // Of what fixes of a finding assume: what held in as many calls stands together.
    void write_probed(std::size_t finding) {
        std::map<std::uint64_t, std::string> held;
        for (const Probed& each : all_.probed) {
            if (each.finding != finding) continue;
            if (each.failed > 0)
                write(each);
            else
                held[each.held] += (held[each.held].empty() ? "`" : ", `") + each.test + "`";
        }
        for (const auto& [calls, tests] : held)
            note("assumed by fixes: " + tests + (calls > 0 ? ", held " + times(calls) : ", no call came by to ask"));
    }
    // Whether the line was traced before the fixes; behind a break nothing is seen.
    [[nodiscard]] bool was_reached(const Site& site) const {
        for (std::size_t i = 0; i < all_.findings.size(); ++i) {
            const output::Item& item = all_.report->items[i];
            const bool is_there = item.source->path() == site.path &&
                                  item.source->line_at(item.finding.span.begin) + 1 == site.statement.line;
            if (is_there && all_.findings[i].verdict != Verdict::clean) return false;
        }
        return true;
    }
    [[nodiscard]] static std::uint64_t breaks_of(const Confirmation& confirmation) {
        std::uint64_t sum = 0;
        for (const Site& site : confirmation.sites) sum += site.runs;
        return sum;
    }
    void write(const Compared& each) {
        if (each.difference.empty()) {
            out_ += paint("1;32", "same program") + ", " + each.arms +
                    ": results, state, gradients, random draws and output, at " + counted(each.moments, "moment") +
                    (each.within.empty() ? "" : ", " + each.within) + "\n";
            return;
        }
        if (each.differs_anyway) {
            out_ += paint("1;33", "cannot be compared") + ", " + each.arms + ": the original differs from itself\n";
            note(each.difference);
            return;
        }
        out_ += paint("1;31", "not the same program") + ", " + each.arms + "\n";
        note(each.difference);
        if (!each.culprit) return;
        const output::Item& item = all_.report->items[each.culprit->finding];
        note("because of " + item.source->path() + ":" +
             std::to_string(item.source->line_at(item.finding.span.begin) + 1) + ": " + each.culprit->fix->title);
    }

    const Confirmation& all_;
    bool colour_;
    std::string out_;
};

}  // namespace

std::string text(const Confirmation& confirmation, bool colour) { return Writer(confirmation, colour).text(); }

}  // namespace confirm
