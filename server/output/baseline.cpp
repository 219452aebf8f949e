#include "server/output/baseline.h"

#include "server/files/read.h"
#include "server/os/os.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

namespace output {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* version_key = "graphmend-baseline";
constexpr int version = 1;

// Empty if the form is right, else what is wrong with it.
std::string fault(const Json& file) {
    if (file.is_discarded()) return "is no complete JSON, as a baseline is; write it anew with --write-baseline";
    if (!file.is_object() || !file.contains(version_key) || !file[version_key].is_number_integer())
        return "is not a baseline; `check --write-baseline` writes one";
    if (file[version_key] != version) return "is a baseline of another version of graphmend; write it anew";
    if (!file.contains("findings") || !file["findings"].is_array()) return "is a baseline without a list of findings";
    return "";
}

bool add(Identities& known, const Json& entry) {
    const auto has_text = [&](const char* key) { return entry.contains(key) && entry[key].is_string(); };
    if (!entry.is_object() || !has_text("path") || !has_text("function") || !has_text("code") ||
        !has_text("statement") || !entry.contains("count") || !entry["count"].is_number_unsigned())
        return false;
    known[{entry["path"], entry["function"], entry["code"], entry["statement"]}] += entry["count"].get<std::size_t>();
    return true;
}

}  // namespace

std::string baseline(const Identities& known) {
    Json findings = Json::array();
    for (const auto& [identity, count] : known)
        findings.push_back({{"path", identity.path},
                            {"function", identity.function},
                            {"code", identity.code},
                            {"statement", identity.statement},
                            {"count", count}});
    const Json file{{version_key, version}, {"findings", std::move(findings)}};
    return file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::variant<Identities, files::Failure> read_baseline(const std::string& path) {
    const auto text = files::read(path);
    if (const auto* error = std::get_if<files::IoError>(&text))
        return files::Failure{.path = path, .reason = error->reason};
    const Json file = Json::parse(std::get<std::string>(text), nullptr, false);
    if (std::string reason = fault(file); !reason.empty())
        return files::Failure{.path = path, .reason = std::move(reason)};
    Identities known;
    for (std::size_t i = 0; i < file["findings"].size(); ++i)
        if (!add(known, file["findings"][i]))
            return files::Failure{.path = path, .reason = "entry " + std::to_string(i + 1) + " is not a finding"};
    return known;
}

std::string folder_of_baseline(const std::string& path) {
    std::error_code error;
    return os::spelled(std::filesystem::absolute(path, error).parent_path());
}

}  // namespace output
