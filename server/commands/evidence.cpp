#include "server/commands/evidence.h"

#include "server/cache/cache.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/confirm/history.h"
#include "server/files/walk.h"
#include "server/os/os.h"
#include "server/output/width.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace commands {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Below one of the paths; all, if there are none.
bool is_meant(const std::string& file, const std::vector<std::string>& paths) {
    const auto holds = [&](const std::string& path) {
        std::error_code error;
        const std::string whole = os::spelled(fs::weakly_canonical(path, error));
        return file == whole || whole == "/" || file.starts_with(whole + "/");
    };
    return paths.empty() || std::ranges::any_of(paths, holds);
}

std::string counted(std::uint64_t number, const std::string& thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

// "  12: GM301 in forward: `y.shape == out.shape` held in 240 calls of 2 runs"
std::string line_of(const confirm::Observed& each) {
    std::string text = "  " + std::to_string(each.line) + ": " + each.code + " in " + each.function + ": `" + each.test;
    if (each.failed > 0)
        text += "` failed in " + counted(each.failed, "call") + " of " + counted(each.held + each.failed, "call") +
                (each.refuted.empty() ? "" : ", first where " + each.refuted);
    else
        text += "` held in " + counted(each.held, "call") + " of " + counted(each.runs, "run");
    return output::printable(text) + "\n";
}

std::string text_of(const std::vector<confirm::Listed>& all) {
    std::string text;
    for (const confirm::Listed& listed : all) {
        text += output::printable(files::shown(listed.path)) +
                (listed.is_current ? "\n" : " (it was edited since: this is not used)\n");
        for (const confirm::Observed& each : listed.observed) text += line_of(each);
    }
    return text.empty() ? "no run has asked what fixes assume: `graphmend confirm --evidence PROGRAM` does\n" : text;
}

std::string json_of(const std::vector<confirm::Listed>& all) {
    Json files = Json::array();
    for (const confirm::Listed& listed : all) {
        Json observed = Json::array();
        for (const confirm::Observed& each : listed.observed)
            observed.push_back({{"code", each.code},
                                {"function", each.function},
                                {"line", each.line},
                                {"test", each.test},
                                {"held", each.held},
                                {"failed", each.failed},
                                {"runs", each.runs},
                                {"refuted", each.refuted.empty() ? Json(nullptr) : Json(each.refuted)}});
        files.push_back({{"path", listed.path}, {"current", listed.is_current}, {"observed", std::move(observed)}});
    }
    return Json{{"version", 1}, {"files", std::move(files)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int forget(const std::vector<confirm::Listed>& all, const std::string& folder) {
    std::size_t gone = 0;
    for (const confirm::Listed& listed : all) {
        if (confirm::forget(folder, listed))
            ++gone;
        else
            static_cast<void>(fail({.path = listed.place, .reason = "cannot be deleted"}));
    }
    return print("deleted what runs said of " + counted(gone, "file") + "\n") && gone == all.size() ? 0 : 2;
}

}  // namespace

void weigh(output::Report& report, const Analysing& analysing) {
    const std::string folder = analysing.no_cache ? "" : cache_folder(analysing);
    std::map<std::string, confirm::Evidence> known;
    for (output::Item& item : report.items) {
        const auto assumes = [](const transforms::Fix& fix) { return !fix.assumed.empty(); };
        if (folder.empty() || std::ranges::none_of(item.proposal.fixes, assumes)) continue;
        const auto [of, is_new] = known.try_emplace(item.source->path());
        if (is_new)
            if (const auto kept = confirm::kept_of(folder, item.source->path()))
                of->second = kept->evidence(*item.source);
        of->second.weigh(item.proposal, item.finding, *item.source);
    }
}

int run(const Evidence& arguments) {
    const std::string folder = arguments.folder.empty() ? cache::default_folder() : arguments.folder;
    std::vector<confirm::Listed> all = confirm::listed_in(folder);
    std::erase_if(all, [&](const confirm::Listed& each) { return !is_meant(each.path, arguments.paths); });
    if (arguments.forget) return forget(all, folder);
    return print(arguments.json ? json_of(all) : text_of(all)) ? 0 : 2;
}

}  // namespace commands
