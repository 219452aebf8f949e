#include "server/modules/modules.h"

#include "analysis/names/extension.h"
#include "server/files/load.h"
#include "server/files/walk.h"
#include "server/os/os.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace modules {

// What cannot be read is as good as absent to those who import it.
const std::shared_ptr<const text::Source>& Unit::source(const std::string& path) {
    std::call_once(read_, [&] {
        when_ = files::now();
        stamp_ = files::stamp_of(path);
        if (!stamp_) return;  // a pipe would be waited for
        if (names::is_extension(path)) {
            source_ = std::make_shared<const text::Source>(path, "");
            hash_ = files::hash_of(*source_);
            return;
        }
        auto loaded = files::load(spelling_ == Spelling::relative ? files::shown(path) : path);
        auto* file = std::get_if<files::Loaded>(&loaded);
        if (file == nullptr) return;
        source_ = std::move(file->source);
        stamp_ = file->stamp;
        hash_ = files::hash_of(*source_);
    });
    return source_;
}

void Unit::put(std::shared_ptr<const text::Source> source) {
    std::call_once(read_, [&] {
        source_ = std::move(source);
        hash_ = files::hash_of(*source_);
    });
}

void Unit::put(std::shared_ptr<const text::Source> source, const Unit& before) {
    put(std::move(source));
    const std::scoped_lock lock(mutex_, before.mutex_);
    latest_ = before.latest_;
}

std::shared_ptr<const names::File> Unit::file(const Name& name) {
    const std::lock_guard parsing(parsing_);
    std::shared_ptr<const names::File> before;
    {
        const std::lock_guard lock(mutex_);
        before = latest_;
    }
    if (before && before->source() == source_ && before->module() == name.module &&
        before->is_package() == name.is_package)
        return before;
    auto made = std::make_shared<const names::File>(source_, name.module, name.is_package, before.get());
    const std::lock_guard lock(mutex_);
    return latest_ = std::move(made);
}

bool Unit::mentions(const std::string& path, std::string_view word) {
    const auto& text = source(path);
    if (!text) return false;
    const std::lock_guard lock(mutex_);
    const auto known = mentions_.find(word);
    if (known != mentions_.end()) return known->second;
    return mentions_[std::string(word)] = text->text().find(word) != std::string_view::npos;
}

bool Unit::is_current(const std::string& path) {
    const std::int64_t when = when_;
    if (when == 0) return true;
    std::call_once(read_, [] {});  // waits for who is reading it
    const std::optional<files::Stamp> stamp = files::stamp_of(path);
    if (stamp != stamp_) return false;
    if (!stamp || !files::is_fresh(*stamp, when) || names::is_extension(path)) return true;
    const auto loaded = files::load(path);
    const auto* file = std::get_if<files::Loaded>(&loaded);
    return (file != nullptr ? files::hash_of(*file->source) : files::Hash{}) == hash_;
}

// Asking the system for the working directory each time would cost more than all the rest.
std::string Modules::absolute(const std::string& path) {
    const std::lock_guard lock(searching_);
    const auto [known, inserted] = absolute_.try_emplace(path);
    std::error_code error;
    if (inserted) known->second = os::spelled(std::filesystem::absolute(path, error).lexically_normal());
    return known->second;
}

const Roots& Modules::roots_of(const std::string& folder) {
    const std::lock_guard lock(searching_);
    return search_.roots_of(folder);
}

std::string Modules::find(std::string_view module, const Roots& roots) {
    const std::lock_guard lock(searching_);
    return search_.find(module, roots);
}

Name Modules::name_of(const std::string& path) {
    const std::lock_guard lock(searching_);
    return search_.name_of(path);
}

std::shared_ptr<Unit> Modules::unit(const std::string& path) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Unit>& found = units_[path];
    if (!found) found = std::make_shared<Unit>(spelling_);
    return found;
}

std::shared_ptr<Unit> Modules::open(const std::string& path, std::shared_ptr<const text::Source> source) {
    auto unit = std::make_shared<Unit>(spelling_);
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Unit>& known = units_[path];
    if (!open_.insert(path).second && known)
        unit->put(std::move(source), *known);
    else
        unit->put(std::move(source));
    return std::exchange(known, std::move(unit));
}

std::shared_ptr<Unit> Modules::close(const std::string& path) {
    const std::lock_guard lock(mutex_);
    open_.erase(path);
    auto closed = units_.extract(path);
    return closed.empty() ? nullptr : std::move(closed.mapped());
}

Modules::News Modules::refresh() {
    std::vector<std::pair<std::string, std::shared_ptr<Unit>>> on_disk;
    News news;
    {
        const std::lock_guard lock(searching_);
        news.folders = search_.refresh();
    }
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [path, unit] : units_)
            if (!open_.contains(path)) on_disk.emplace_back(path, unit);
    }
    std::erase_if(on_disk, [](const auto& known) { return known.second->is_current(known.first); });
    const std::lock_guard lock(mutex_);
    for (const auto& [path, unit] : on_disk)
        if (const auto known = units_.find(path); known != units_.end() && known->second == unit) units_.erase(known);
    news.files = !on_disk.empty();
    return news;
}

}  // namespace modules
