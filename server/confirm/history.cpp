#include "server/confirm/history.h"

#include "server/confirm/words.h"

#include "server/cache/cache.h"
#include "server/files/load.h"
#include "server/files/read.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <variant>

namespace confirm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t most_runs = 4;  // of other environments, that are kept

fs::path file_of(const std::string& folder, const std::string& path) {
    std::error_code error;
    const std::string whole = fs::weakly_canonical(path, error).string();
    return fs::path(folder) / ("confirmed-" + files::to_string(files::hash_of(whole)) + ".json");
}

std::string text_of_line(const text::Source& source, std::uint32_t line) {
    const std::string_view text = source.text(source.line(line - 1));
    const std::size_t begin = text.find_first_not_of(" \t");
    return std::string(text.substr(std::min(begin, text.size())));
}

std::int64_t distance(std::uint32_t one, std::uint32_t other) { return std::abs(std::int64_t{one} - other); }

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

// The runs kept so far, in other environments.
Json others(const fs::path& place, const Json& run) {
    Json file = Json::parse(files::text_of(place), nullptr, false);
    Json runs = Json::array();
    if (!file.is_object() || !file.contains("runs") || !file["runs"].is_array()) return runs;
    for (Json& each : file["runs"])
        if (each.is_object() && each.value("environment", Json()) != run.at("environment") && runs.size() < most_runs)
            runs.push_back(std::move(each));
    return runs;
}

}  // namespace

void keep(const std::string& folder, const Confirmation& confirmation) {
    const std::map<std::string, Json> files = Writer(confirmation).files();
    if (files.empty() || !cache::make(folder)) return;
    for (const auto& [path, run] : files) {
        const fs::path place = file_of(folder, path);
        Json runs = others(place, run);
        runs.insert(runs.begin(), run);
        const Json file{{"runs", std::move(runs)}};
        static_cast<void>(files::write(place.string(), file.dump(1, ' ', false, Json::error_handler_t::replace)));
    }
}

std::optional<Kept> Kept::parse(const std::string& text) {
    const Json file = Json::parse(text, nullptr, false);
    if (!file.is_object()) return std::nullopt;
    Kept kept;
    try {
        for (const Json& run : file.at("runs")) {
            Ran& ran = kept.runs_.emplace_back();
            ran.hash = run.at("hash");
            for (const Json& each : run.value("confirmed", Json::array()))
                ran.confirmed.push_back({.code = each.at("code"), .line = each.at("line"), .title = each.at("title")});
            for (const Json& each : run.value("records", Json::array()))
                ran.records.push_back({.code = each.at("code"),
                                       .function = each.at("function"),
                                       .text = each.at("text"),
                                       .line = each.at("line"),
                                       .note = each.at("note")});
        }
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    return kept;
}

Notes Kept::notes(const text::Source& source, std::span<const rules::Finding> findings) const {
    const std::string hash = files::to_string(files::hash_of(source.text()));
    Notes all{.findings = {}, .only_at_run_time = only_at_run_time(source, hash)};
    for (const rules::Finding& finding : findings) all.findings.push_back(note_of(finding, source, hash));
    return all;
}

std::vector<Confirmed> Kept::confirmed(const text::Source& source) const {
    const std::string hash = files::to_string(files::hash_of(source.text()));
    std::vector<Confirmed> all;
    for (const Ran& run : runs_)
        if (run.hash == hash) all.insert(all.end(), run.confirmed.begin(), run.confirmed.end());
    return all;
}

const Kept::Record* Kept::Ran::about(const rules::Finding& finding, std::uint32_t line, const std::string& text) const {
    const auto rank = [&](const Record& each) { return std::pair(each.text != text, distance(each.line, line)); };
    const Record* best = nullptr;
    for (const Record& each : records)
        if (each.code == finding.code && each.function == finding.function && (!best || rank(each) < rank(*best)))
            best = &each;
    return best;
}

std::string Kept::note_of(const rules::Finding& finding, const text::Source& source, const std::string& hash) const {
    const std::uint32_t line = source.line_at(finding.span.begin) + 1;
    const std::string text = text_of_line(source, line);
    std::string note;
    for (const Ran& run : runs_) {
        const Record* known = run.about(finding, line, text);
        if (!known) continue;
        const char* age = run.hash == hash      ? ""
                          : known->text == text ? ", before the last edits"
                                                : ", before this line was edited";
        note += (note.empty() ? "" : "; ") + known->note + age;
    }
    return note;
}

std::vector<Notes::Entry> Kept::only_at_run_time(const text::Source& source, const std::string& hash) const {
    std::map<std::string, std::vector<std::uint32_t>> lines;  // where a text stands
    for (const Ran& run : runs_)
        for (const Record& each : run.records)
            if (each.code.empty()) lines.try_emplace(each.text);
    for (std::uint32_t line = 1; !lines.empty() && line <= source.line_count(); ++line)
        if (const auto at = lines.find(text_of_line(source, line)); at != lines.end()) at->second.push_back(line);
    std::vector<Notes::Entry> found;
    for (const Ran& run : runs_)
        for (const Record& each : run.records) {
            if (!each.code.empty() || lines[each.text].empty()) continue;
            const auto from_there = [&](std::uint32_t line) { return distance(each.line, line); };
            found.push_back({*std::ranges::min_element(lines[each.text], {}, from_there),
                             each.note + (run.hash == hash ? "" : ", before the last edits")});
        }
    return found;
}

std::optional<Kept> kept_of(const std::string& folder, const std::string& path) {
    return folder.empty() ? std::nullopt : Kept::parse(files::text_of(file_of(folder, path).string()));
}

Notebook::Page Notebook::read(const std::string& path) const {
    const std::string place = file_of(folder_, path).string();
    Page page{.stamp = files::stamp_of(place), .kept = nullptr};
    if (!page.stamp) return page;
    if (auto kept = Kept::parse(files::text_of(place))) page.kept = std::make_shared<const Kept>(std::move(*kept));
    return page;
}

std::shared_ptr<const Kept> Notebook::kept(const std::string& path) {
    if (folder_.empty()) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto [page, is_new] = pages_.try_emplace(path);
    if (is_new) page->second = read(path);
    return page->second.kept;
}

Notes Notebook::notes(const text::Source& source, std::span<const rules::Finding> findings) {
    if (const auto known = kept(source.path())) return known->notes(source, findings);
    return {.findings = std::vector<std::string>(findings.size()), .only_at_run_time = {}};
}

std::set<std::string> Notebook::refresh() {
    std::set<std::string> news;
    const std::lock_guard lock(mutex_);
    for (auto& [path, page] : pages_) {
        if (files::stamp_of(file_of(folder_, path).string()) == page.stamp) continue;
        page = read(path);
        news.insert(path);
    }
    return news;
}

}  // namespace confirm
