#include "server/cache/cache.h"
#include "server/files/read.h"
#include "server/os/os.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cache {
namespace {

namespace fs = std::filesystem;

constexpr auto kept_for = std::chrono::hours(24 * 30);

// Backups and searches leave folders with this file out (bford.info/cachedir); and we know ours by it.
constexpr const char* tag_name = "CACHEDIR.TAG";
constexpr std::string_view tag = "Signature: 8a477f597d28d172789f06886806bc55\n# The cache of GraphMend\n";

std::string variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
    return value != nullptr ? value : "";
}

bool is_ours(const fs::path& folder) { return files::text_of(folder / tag_name) == tag; }

void clear_of_old(const fs::path& folder) {
    std::error_code error;
    for (const fs::path& path : files::sorted_entries(folder)) {
        const auto written = fs::last_write_time(path, error);
        if (!error && path.filename() != tag_name && fs::file_time_type::clock::now() - written > kept_for)
            fs::remove(path, error);
    }
}

}  // namespace

std::string default_folder() {
    if (std::string folder = variable("GRAPHMEND_CACHE_DIR"); !folder.empty()) return folder;
    if (const std::string folder = variable("XDG_CACHE_HOME"); !folder.empty()) return folder + "/graphmend";
    const std::string caches = os::user_caches();
    return caches.empty() ? "" : caches + "/graphmend";
}

bool make(const std::string& folder) {
    std::error_code error;
    const bool is_new = fs::create_directories(folder, error);
    if (error) return false;
    // A folder that was there before, with other things in it, is not ours to clear.
    if ((is_new || fs::is_empty(folder, error)) && files::write(os::spelled(fs::path(folder) / tag_name), tag))
        return false;
    if (is_ours(folder)) clear_of_old(folder);
    return true;
}

std::uint64_t clean(const std::string& folder) {
    std::error_code error;
    std::uint64_t bytes = 0;
    if (folder.empty() || !is_ours(folder)) return bytes;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
        if (entry.is_regular_file(error)) bytes += entry.file_size(error);
    fs::remove_all(folder, error);
    return bytes;
}

}  // namespace cache
