// The files that code imports, found and read when somebody asks, each once. Used by the commands and by the sessions
// of the server.
#pragma once

#include "analysis/names/file.h"
#include "server/modules/search.h"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace modules {

class Modules : public names::Files {
  public:
    // `packages` are the folders of installed packages, in the order in which Python looks into them.
    explicit Modules(std::vector<std::string> packages) : search_(std::move(packages)) {}

    [[nodiscard]] std::shared_ptr<const names::File> find(std::string_view module,
                                                          const names::File& importer) override;
    [[nodiscard]] bool mentions(std::string_view module, std::string_view word, const names::File& importer) override;
    [[nodiscard]] std::shared_ptr<const names::File> file(std::shared_ptr<const text::Source> source) override;

  private:
    struct Entry {
        std::once_flag read, parsed;
        std::shared_ptr<const text::Source> source;  // null: cannot be read
        std::shared_ptr<const names::File> file;
    };

    [[nodiscard]] const std::string& absolute(const std::string& path);
    [[nodiscard]] std::string path_of(std::string_view module, const names::File& importer);
    [[nodiscard]] std::shared_ptr<Entry> entry(const std::string& path);
    [[nodiscard]] static const std::shared_ptr<const text::Source>& source_of(Entry& entry, const std::string& path);
    [[nodiscard]] std::shared_ptr<const names::File> parse(std::shared_ptr<const text::Source> source,
                                                           const std::string& path);

    std::mutex mutex_;  // of all that follows
    Search search_;
    std::unordered_map<std::string, std::shared_ptr<Entry>> entries_;  // by path
    std::unordered_map<std::string, std::string> absolute_;            // by path as it is shown
    std::unordered_map<std::string, bool> mentions_;                   // by path and word
};

}  // namespace modules
