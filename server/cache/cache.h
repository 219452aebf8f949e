// Results of earlier runs, on the disk, as long as nothing that they rest on has changed. They are never wrong:
// whatever happens to the files of the cache, at worst the work is done again. Used by check.
#pragma once

#include "analysis/analyze.h"
#include "server/files/load.h"
#include "server/modules/view.h"
#include "server/output/result.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cache {

class Cache {
  public:
    // Reads what is in `folder` for these options, from this working directory, by this program.
    Cache(const std::string& folder, const analysis::Options& options, std::shared_ptr<modules::Modules> modules);
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;
    ~Cache();

    // The result for the file as it is now, if it is known. It may point into this Cache. Of each file one result is
    // kept where others say nothing of it, the last one where they call its functions, and the last one where they
    // claim something about its classes.
    [[nodiscard]] std::optional<output::Result> find(const std::string& path, const output::Asked& asked = {});
    // What came of the file, when the other files were seen so.
    void keep(const files::Loaded& loaded, const modules::Record& record, const output::Result& result,
              const output::Asked& asked = {});
    // Writes all of it, if there is news.
    void save();

  private:
    struct Contents;
    std::mutex mutex_;  // of `contents_`
    std::unique_ptr<Contents> contents_;
};

// Where it is unless the user says otherwise: GRAPHMEND_CACHE_DIR, or `graphmend` in the user's folder for caches.
[[nodiscard]] std::string default_folder();

// Makes the folder, marks it as ours if it is new, and clears it of what nobody has written for long. False if it
// cannot be.
[[nodiscard]] bool make(const std::string& folder);

// Deletes what is in there, if it is ours. How many bytes that were.
[[nodiscard]] std::uint64_t clean(const std::string& folder);

}  // namespace cache
