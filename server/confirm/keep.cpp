#include "server/confirm/history.h"
#include "server/confirm/place.h"
#include "server/confirm/words.h"

#include "server/cache/cache.h"
#include "server/files/load.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <variant>

// What a run has said, written beside what other runs have.

namespace confirm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t most_runs = 4;  // of other environments, that are kept

std::string words(const Judged& judged, const Confirmation& all) {
    const std::string where = " on torch " + all.run->torch;
    switch (judged.verdict) {
        case Verdict::confirmed:
            return "confirmed" + where + (judged.site ? ", " + frequency(*judged.site, all.forwards) : "");
        case Verdict::clean: return "did not break" + where + " in " + counted(all.forwards, "forward");
        case Verdict::eager:
        case Verdict::not_reached: break;
    }
    return "";
}

Json::iterator find(Json& all, const Observed& test) {
    return std::ranges::find_if(all, [&](const Json& each) { return observed_in(each).is_same_test(test); });
}

// What is to be kept of a run, by file.
class Writer {
  public:
    explicit Writer(const Confirmation& all) : all_(all) {}

    [[nodiscard]] std::map<std::string, Json> files() {
        for (const output::Item& item : all_.report->items) sources_.try_emplace(item.source->path(), item.source);
        for (std::size_t i = 0; i < all_.findings.size(); ++i) add(all_.report->items[i], all_.findings[i]);
        for (const Site* site : all_.only_at_run_time)
            add(site->path, site->statement,
                "only at run time: " + site->type + ", on torch " + all_.run->torch + ", " +
                    frequency(*site, all_.forwards));
        for (const Recompiled& each : all_.recompiled)
            add(each.path, each.statement,
                "compiled again " + times(each.times) + " on torch " + all_.run->torch + ": " + each.reasons.front());
        if (all_.tried != nullptr)
            for (const Applied& each : all_.tried->fixed)
                if (all_.tried->is_confirmed(each, all_)) add(each);
        for (const Probed& each : all_.probed) add(each);
        for (auto& [path, file] : files_) {
            file["environment"] = all_.run->torch + ", " + all_.run->python + ", " + all_.run->device;
            file["hash"] = files::to_string(files::hash_of(source(path)->text()));
        }
        return std::move(files_);
    }

  private:
    void add(const output::Item& item, const Judged& judged) {
        const std::string note = words(judged, all_);
        if (note.empty()) return;
        const std::uint32_t line = item.source->line_at(item.finding.span.begin) + 1;
        add(item.source->path(), std::string(item.finding.code), item.finding.function, line, note);
    }
    void add(const Applied& confirmed) {
        const output::Item& item = all_.report->items[confirmed.finding];
        files_[item.source->path()]["confirmed"].push_back({{"code", item.finding.code},
                                                            {"line", item.source->line_at(item.finding.span.begin) + 1},
                                                            {"title", confirmed.fix->title}});
    }
    void add(const Probed& probed) {
        if (probed.held == 0 && probed.failed == 0) return;
        const output::Item& item = all_.report->items[probed.finding];
        const Observed observed{.code = std::string(item.finding.code),
                                .function = item.finding.function,
                                .line = item.source->line_at(item.finding.span.begin) + 1,
                                .test = probed.test,
                                .held = probed.held,
                                .failed = probed.failed,
                                .runs = 1,
                                .refuted = probed.refuted};
        Json& all = files_[item.source->path()]["observed"];
        if (find(all, observed) == all.end()) all.push_back(json_of(observed));  // two findings ask in one statement
    }
    void add(const std::string& path, const Statement& at, const std::string& note) {
        add(path, "", at.function, at.line, note);
    }
    void add(const std::string& path, const std::string& code, const std::string& function, std::uint32_t line,
             const std::string& note) {
        const auto from = source(path);
        if (!from || line == 0 || line > from->line_count()) return;
        files_[path]["records"].push_back({{"code", code},
                                           {"function", function},
                                           {"line", line},
                                           {"text", text_of_line(*from, line)},
                                           {"note", note}});
    }
    // Of a file without findings, too.
    std::shared_ptr<const text::Source> source(const std::string& path) {
        const auto [at, is_new] = sources_.try_emplace(path);
        if (is_new)
            if (auto loaded = files::load(path); auto* good = std::get_if<files::Loaded>(&loaded))
                at->second = good->source;
        return at->second;
    }

    const Confirmation& all_;
    std::map<std::string, std::shared_ptr<const text::Source>> sources_;
    std::map<std::string, Json> files_;
};

// The runs kept so far. Of a file that does not keep what it should, none.
Json runs_in(const fs::path& place) {
    Json file = Json::parse(files::text_of(place), nullptr, false);
    return Kept::parse(file.dump()) ? std::move(file["runs"]) : Json::array();
}

// What earlier runs of the same text have shown stays true.
void add_earlier(Json& run, const Json& earlier, bool was_tried) {
    Json all = earlier.value("observed", Json::array());
    for (const Json& news : run.value("observed", Json::array())) {
        const Observed observed = observed_in(news);
        const auto known = find(all, observed);
        if (known == all.end()) {
            all.push_back(news);
            continue;
        }
        Observed sum = observed_in(*known);
        sum.add(observed);
        *known = json_of(sum);
    }
    if (!all.empty()) run["observed"] = std::move(all);
    if (!was_tried && earlier.contains("confirmed")) run["confirmed"] = earlier["confirmed"];
}

// The newest first, one for each environment.
Json with(Json run, Json earlier, bool was_tried) {
    Json runs = Json::array();
    for (Json& each : earlier) {
        if (each.value("environment", Json()) != run.at("environment")) {
            if (runs.size() < most_runs) runs.push_back(std::move(each));
        } else if (each.at("hash") == run.at("hash")) {
            add_earlier(run, each, was_tried);
        }
    }
    runs.insert(runs.begin(), std::move(run));
    return runs;
}

}  // namespace

void keep(const std::string& folder, const Confirmation& confirmation) {
    const std::map<std::string, Json> files = Writer(confirmation).files();
    if (files.empty() || !cache::make(folder)) return;
    for (const auto& [path, run] : files) {
        const fs::path place = file_of(folder, path);
        const Json file{{"path", whole_path(path)}, {"runs", with(run, runs_in(place), confirmation.tried != nullptr)}};
        static_cast<void>(files::write(os::spelled(place), file.dump(1, ' ', false, Json::error_handler_t::replace)));
    }
}

}  // namespace confirm
