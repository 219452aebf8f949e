#include "server/confirm/kept.h"

#include "server/cache/cache.h"
#include "server/files/hash.h"
#include "server/files/read.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

namespace confirm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path file_of(const std::string& folder, const std::string& path) {
    std::error_code error;
    const std::string whole = fs::weakly_canonical(path, error).string();
    return fs::path(folder) / ("confirmed-" + files::to_string(files::hash_of(whole)) + ".json");
}

std::uint32_t line_of(const text::Source& source, const rules::Finding& finding) {
    return source.line_at(finding.span.begin) + 1;
}

std::string text_of_line(const text::Source& source, std::uint32_t line) {
    const std::string_view text = source.text(source.line(line - 1));
    const std::size_t begin = text.find_first_not_of(" \t");
    return std::string(text.substr(std::min(begin, text.size())));
}

std::string words(const Judged& judged, const Confirmation& all) {
    const std::string where = " on torch " + all.run->torch;
    switch (judged.verdict) {
        case Verdict::confirmed:
            return "confirmed" + where + (judged.site ? ", " + frequency(*judged.site, all.forwards) : "");
        case Verdict::clean: return "did not break" + where + " in " + std::to_string(all.forwards) + " forwards";
        case Verdict::eager:
        case Verdict::not_reached: break;
    }
    return "";
}

}  // namespace

void keep(const std::string& folder, const Confirmation& confirmation) {
    std::map<std::string, Json> files;
    for (std::size_t i = 0; i < confirmation.findings.size(); ++i) {
        const output::Item& item = confirmation.report->items[i];
        const std::string note = words(confirmation.findings[i], confirmation);
        if (note.empty()) continue;
        const std::uint32_t line = line_of(*item.source, item.finding);
        Json& file = files[item.source->path()];
        file["hash"] = files::to_string(files::hash_of(item.source->text()));
        file["findings"].push_back({{"code", item.finding.code},
                                    {"function", item.finding.function},
                                    {"line", line},
                                    {"text", text_of_line(*item.source, line)},
                                    {"note", note}});
    }
    if (files.empty() || !cache::make(folder)) return;
    for (const auto& [path, file] : files)
        static_cast<void>(
            files::write(file_of(folder, path).string(), file.dump(1, ' ', false, Json::error_handler_t::replace)));
}

std::optional<Kept> Kept::of(const std::string& folder, const std::string& path) {
    if (folder.empty()) return std::nullopt;
    const Json file = Json::parse(files::text_of(file_of(folder, path)), nullptr, false);
    if (!file.is_object()) return std::nullopt;
    Kept kept;
    try {
        kept.hash_ = file.at("hash");
        for (const Json& each : file.at("findings"))
            kept.records_.push_back({.code = each.at("code"),
                                     .function = each.at("function"),
                                     .text = each.at("text"),
                                     .line = each.at("line"),
                                     .note = each.at("note")});
    } catch (const Json::exception&) {
        return std::nullopt;  // of another release, or damaged
    }
    return kept;
}

std::string Kept::note(const text::Source& source, const rules::Finding& finding) const {
    const std::uint32_t line = line_of(source, finding);
    const std::string text = text_of_line(source, line);
    const auto nearest = [&](bool same_text) {
        const Record* found = nullptr;
        const auto distance = [&](const Record& each) { return std::abs(std::int64_t{each.line} - line); };
        for (const Record& each : records_)
            if (each.code == finding.code && each.function == finding.function && (each.text == text) == same_text &&
                (!found || distance(each) < distance(*found)))
                found = &each;
        return found;
    };
    const Record* record = nearest(true);
    const bool edited = record == nullptr;
    if (edited) record = nearest(false);
    if (!record) return "";
    const bool same_file = hash_ == files::to_string(files::hash_of(source.text()));
    return record->note + (same_file ? "" : edited ? ", before this line was edited" : ", before the last edits");
}

}  // namespace confirm
