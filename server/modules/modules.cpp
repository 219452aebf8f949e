#include "server/modules/modules.h"

#include "server/files/load.h"
#include "server/files/read.h"
#include "server/files/walk.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

namespace modules {
namespace {

// What cannot be read is as good as absent to those who import it.
std::shared_ptr<const text::Source> source_at(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return nullptr;  // a pipe would be waited for
    const auto loaded = files::load(files::shown(path));
    const auto* file = std::get_if<files::Loaded>(&loaded);
    return file ? file->source : nullptr;
}

}  // namespace

// Asking the system for the working directory each time would cost more than all the rest.
const std::string& Modules::absolute(const std::string& path) {
    const auto [known, inserted] = absolute_.try_emplace(path);
    std::error_code error;
    if (inserted) known->second = std::filesystem::absolute(path, error).lexically_normal().string();
    return known->second;
}

std::string Modules::path_of(std::string_view module, const names::File& importer) {
    const std::lock_guard lock(mutex_);
    return search_.find(module, absolute(importer.source()->path()));
}

std::shared_ptr<Modules::Entry> Modules::entry(const std::string& path) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& found = entries_[path];
    if (!found) found = std::make_shared<Entry>();
    return found;
}

const std::shared_ptr<const text::Source>& Modules::source_of(Entry& entry, const std::string& path) {
    std::call_once(entry.read, [&] { entry.source = source_at(path); });
    return entry.source;
}

std::shared_ptr<const names::File> Modules::parse(std::shared_ptr<const text::Source> source, const std::string& path) {
    Name name;
    {
        const std::lock_guard lock(mutex_);
        name = search_.name_of(path);
    }
    return std::make_shared<const names::File>(std::move(source), std::move(name.module), name.is_package);
}

std::shared_ptr<const names::File> Modules::find(std::string_view module, const names::File& importer) {
    const std::string path = path_of(module, importer);
    if (path.empty()) return nullptr;
    const std::shared_ptr<Entry> found = entry(path);
    if (!source_of(*found, path)) return nullptr;
    std::call_once(found->parsed, [&] { found->file = parse(found->source, path); });
    return found->file;
}

bool Modules::mentions(std::string_view module, std::string_view word, const names::File& importer) {
    const std::string path = path_of(module, importer);
    if (path.empty()) return false;
    const std::string asked = path + "\n" + std::string(word);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = mentions_.find(asked); known != mentions_.end()) return known->second;
    }
    const auto& source = source_of(*entry(path), path);
    const bool found = source && source->text().find(word) != std::string_view::npos;
    const std::lock_guard lock(mutex_);
    return mentions_[asked] = found;
}

std::shared_ptr<const names::File> Modules::file(std::shared_ptr<const text::Source> source) {
    std::string path;
    {
        const std::lock_guard lock(mutex_);
        path = absolute(source->path());
    }
    const std::shared_ptr<Entry> found = entry(path);
    std::call_once(found->read, [&] { found->source = source; });
    if (!found->source || found->source->text() != source->text()) return parse(std::move(source), path);
    std::call_once(found->parsed, [&] { found->file = parse(found->source, path); });
    return found->file;
}

}  // namespace modules
