#include "server/confirm/history.h"
#include "server/confirm/place.h"

#include "server/files/load.h"
#include "server/files/read.h"
#include "server/os/os.h"

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

constexpr std::string_view prefix = "confirmed-";

std::int64_t distance(std::uint32_t one, std::uint32_t other) { return std::abs(std::int64_t{one} - other); }

std::string hash_of_text(const text::Source& source) { return files::to_string(files::hash_of(source.text())); }

}  // namespace

Json json_of(const Observed& observed) {
    return {{"code", observed.code}, {"function", observed.function}, {"line", observed.line},
            {"test", observed.test}, {"held", observed.held},         {"failed", observed.failed},
            {"runs", observed.runs}, {"refuted", observed.refuted}};
}

Observed observed_in(const Json& json) {
    return {.code = json.at("code"),
            .function = json.at("function"),
            .line = json.at("line"),
            .test = json.at("test"),
            .held = json.at("held"),
            .failed = json.at("failed"),
            .runs = json.at("runs"),
            .refuted = json.at("refuted")};
}

std::string whole_path(const std::string& path) {
    std::error_code error;
    return os::spelled(fs::weakly_canonical(path, error));
}

fs::path file_of(const std::string& folder, const std::string& path) {
    return fs::path(folder) / (std::string(prefix) + files::to_string(files::hash_of(whole_path(path))) + ".json");
}

std::string text_of_line(const text::Source& source, std::uint32_t line) {
    const std::string_view text = source.text(source.line(line - 1));
    const std::size_t begin = text.find_first_not_of(" \t");
    return std::string(text.substr(std::min(begin, text.size())));
}

std::optional<Kept> Kept::parse(const std::string& text) {
    const Json file = Json::parse(text, nullptr, false);
    if (!file.is_object()) return std::nullopt;
    Kept kept;
    try {
        kept.path_ = file.value("path", "");
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
            for (const Json& each : run.value("observed", Json::array())) ran.observed.push_back(observed_in(each));
        }
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    return kept;
}

Notes Kept::notes(const text::Source& source, std::span<const rules::Finding> findings) const {
    const std::string hash = hash_of_text(source);
    Notes all{.only_at_run_time = only_at_run_time(source, hash), .evidence = Evidence(observed_of(hash))};
    for (const rules::Finding& finding : findings) all.findings.push_back(note_of(finding, source, hash));
    return all;
}

std::vector<Confirmed> Kept::confirmed(const text::Source& source) const {
    const std::string hash = hash_of_text(source);
    std::vector<Confirmed> all;
    for (const Ran& run : runs_)
        if (run.hash == hash) all.insert(all.end(), run.confirmed.begin(), run.confirmed.end());
    return all;
}

Evidence Kept::evidence(const text::Source& source) const { return Evidence(observed_of(hash_of_text(source))); }

std::vector<Observed> Kept::observed_of(const std::string& hash) const {
    std::vector<Observed> all;
    for (const Ran& run : runs_) {
        if (run.hash != hash) continue;
        for (const Observed& each : run.observed) {
            const auto known = std::ranges::find_if(all, [&](const Observed& it) { return it.is_same_test(each); });
            if (known == all.end())
                all.push_back(each);
            else
                known->add(each);
        }
    }
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
    return folder.empty() ? std::nullopt : Kept::parse(files::text_of(os::spelled(file_of(folder, path))));
}

std::vector<Listed> listed_in(const std::string& folder) {
    std::vector<Listed> all;
    for (const fs::path& place : files::sorted_entries(folder)) {
        if (!place.filename().string().starts_with(prefix)) continue;
        const auto kept = Kept::parse(files::text_of(os::spelled(place)));
        if (!kept || kept->path().empty() || kept->newest().empty()) continue;
        Listed listed{.place = os::spelled(place), .path = kept->path(), .observed = kept->observed_of(kept->newest())};
        const auto loaded = files::load(listed.path);
        const auto* good = std::get_if<files::Loaded>(&loaded);
        listed.is_current = good != nullptr && hash_of_text(*good->source) == kept->newest();
        if (!listed.observed.empty()) all.push_back(std::move(listed));
    }
    std::ranges::sort(all, {}, &Listed::path);
    return all;
}

bool forget(const std::string& folder, const Listed& listed) {
    std::error_code error;
    const fs::path place = file_of(folder, listed.path);
    return place == fs::path(listed.place) && fs::remove(place, error) && !error;
}

Notebook::Page Notebook::read(const std::string& path) const {
    const std::string place = os::spelled(file_of(folder_, path));
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
    return {.findings = std::vector<std::string>(findings.size())};
}

std::set<std::string> Notebook::refresh() {
    std::set<std::string> news;
    const std::lock_guard lock(mutex_);
    for (auto& [path, page] : pages_) {
        if (files::stamp_of(os::spelled(file_of(folder_, path))) == page.stamp) continue;
        page = read(path);
        news.insert(path);
    }
    return news;
}

}  // namespace confirm
