#include "server/modules/modules.h"

#include "server/files/load.h"
#include "server/files/walk.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

namespace modules {

// What cannot be read is as good as absent to those who import it.
const std::shared_ptr<const text::Source>& Unit::source(const std::string& path) {
    std::call_once(read_, [&] {
        if (!files::stamp_of(path)) return;  // a pipe would be waited for
        auto loaded = files::load(files::shown(path));
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

const std::shared_ptr<const names::File>& Unit::file(const Name& name) {
    std::call_once(parsed_,
                   [&] { file_ = std::make_shared<const names::File>(source_, name.module, name.is_package); });
    return file_;
}

// Asking the system for the working directory each time would cost more than all the rest.
std::string Modules::absolute(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto [known, inserted] = absolute_.try_emplace(path);
    std::error_code error;
    if (inserted) known->second = std::filesystem::absolute(path, error).lexically_normal().string();
    return known->second;
}

const Roots& Modules::roots_of(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    return search_.roots_of(folder);
}

std::string Modules::find(std::string_view module, const Roots& roots) {
    const std::lock_guard lock(mutex_);
    return search_.find(module, roots);
}

Name Modules::name_of(const std::string& path) {
    const std::lock_guard lock(mutex_);
    return search_.name_of(path);
}

std::shared_ptr<Unit> Modules::unit(const std::string& path) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Unit>& found = units_[path];
    if (!found) found = std::make_shared<Unit>();
    return found;
}

bool Modules::mentions(const std::string& path, std::string_view word) {
    const std::string asked = path + "\n" + std::string(word);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = mentions_.find(asked); known != mentions_.end()) return known->second;
    }
    const std::shared_ptr<Unit> asked_of = unit(path);
    const auto& source = asked_of->source(path);
    const bool found = source && source->text().find(word) != std::string_view::npos;
    const std::lock_guard lock(mutex_);
    return mentions_[asked] = found;
}

}  // namespace modules
