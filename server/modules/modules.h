// The files that code imports, found and read when somebody asks, each once. Used by the commands and by the sessions
// of the server, through a View for each analysis.
#pragma once

#include "analysis/names/file.h"
#include "server/files/hash.h"
#include "server/modules/search.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace modules {

// A file as it was when it was first asked for. Shared between threads.
class Unit {
  public:
    // Null: it cannot be read.
    [[nodiscard]] const std::shared_ptr<const text::Source>& source(const std::string& path);
    [[nodiscard]] files::Hash hash() const { return hash_; }  // behind source(); zero if it cannot be read
    [[nodiscard]] std::optional<files::Stamp> stamp() const { return stamp_; }  // likewise; from before it was read
    // As if read just now; nothing happens if it was read before.
    void put(std::shared_ptr<const text::Source> source);
    // The file parsed; source() is not null.
    [[nodiscard]] const std::shared_ptr<const names::File>& file(const Name& name);

  private:
    std::once_flag read_, parsed_;
    std::shared_ptr<const text::Source> source_;
    std::optional<files::Stamp> stamp_;
    files::Hash hash_;
    std::shared_ptr<const names::File> file_;
};

class Modules {
  public:
    // `packages` are the folders of installed packages, in the order in which Python looks into them.
    explicit Modules(Roots packages) : search_(std::move(packages)) {}

    [[nodiscard]] const Roots& packages() const { return search_.packages(); }
    [[nodiscard]] std::string absolute(const std::string& path);
    // Where code in a folder looks for modules, and what it finds there; see Search.
    [[nodiscard]] const Roots& roots_of(const std::string& folder);
    [[nodiscard]] std::string find(std::string_view module, const Roots& roots);
    [[nodiscard]] Name name_of(const std::string& path);
    [[nodiscard]] std::shared_ptr<Unit> unit(const std::string& path);
    // Whether the text of the file holds the word.
    [[nodiscard]] bool mentions(const std::string& path, std::string_view word);

  private:
    std::mutex mutex_;  // of all that follows
    Search search_;
    std::unordered_map<std::string, std::shared_ptr<Unit>> units_;  // by absolute path
    std::unordered_map<std::string, std::string> absolute_;         // by path as it is shown
    std::unordered_map<std::string, bool> mentions_;                // by path and word
};

}  // namespace modules
