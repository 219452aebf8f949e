// The files that code imports, found and read when somebody asks, each once. Used by the commands and by the sessions
// of the server, through a View for each analysis.
#pragma once

#include "analysis/names/file.h"
#include "server/files/hash.h"
#include "server/modules/search.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace modules {

// How the paths of Sources are spelled.
enum class Spelling : std::uint8_t { relative, absolute };

// One state of a file: as it was when it was first asked for, or as an editor has it. Shared between threads.
class Unit {
  public:
    explicit Unit(Spelling spelling) : spelling_(spelling) {}

    // Null: it cannot be read.
    [[nodiscard]] const std::shared_ptr<const text::Source>& source(const std::string& path);
    [[nodiscard]] files::Hash hash() const { return hash_; }  // behind source(); zero if it cannot be read
    [[nodiscard]] std::optional<files::Stamp> stamp() const { return stamp_; }  // likewise; from before it was read
    // As if read just now; nothing happens if it was read before.
    void put(std::shared_ptr<const text::Source> source);
    // What an editor made of `before`.
    void put(std::shared_ptr<const text::Source> source, const Unit& before);
    // The file parsed; source() is not null. It gets another name when folders become packages, or are none any more.
    [[nodiscard]] std::shared_ptr<const names::File> file(const Name& name);
    // Whether the text holds the word.
    [[nodiscard]] bool mentions(const std::string& path, std::string_view word);
    // Whether the disk still says the same; true if nobody has read it.
    [[nodiscard]] bool is_current(const std::string& path);

  private:
    Spelling spelling_;
    std::once_flag read_;
    std::atomic<std::int64_t> when_{0};  // it was read
    std::mutex parsing_;
    mutable std::mutex mutex_;  // of the next ones
    std::map<std::string, bool, std::less<>> mentions_;
    std::shared_ptr<const names::File> latest_;  // of this state, or of one before as long as nobody parsed this one
    std::shared_ptr<const text::Source> source_;
    std::optional<files::Stamp> stamp_;
    files::Hash hash_;
};

class Modules {
  public:
    // `packages` are the folders of installed packages, in the order in which Python looks into them.
    explicit Modules(Roots packages, Spelling spelling = Spelling::relative)
        : spelling_(spelling), search_(std::move(packages)) {}

    [[nodiscard]] const Roots& packages() const { return search_.packages(); }
    [[nodiscard]] std::string absolute(const std::string& path);
    // Where code in a folder looks for modules, and what it finds there; see Search.
    [[nodiscard]] const Roots& roots_of(const std::string& folder);
    [[nodiscard]] std::string find(std::string_view module, const Roots& roots);
    [[nodiscard]] Name name_of(const std::string& path);
    [[nodiscard]] std::shared_ptr<Unit> unit(const std::string& path);

    // For servers: a file that an editor has opened is what the editor says, until it is closed again. What it was
    // before is given back: perhaps nobody else has it, and to take it apart takes time.
    [[nodiscard]] std::shared_ptr<Unit> open(const std::string& path, std::shared_ptr<const text::Source> source);
    [[nodiscard]] std::shared_ptr<Unit> close(const std::string& path);
    // Looks at the disk again, and forgets what is not so any more.
    struct News {
        bool files = false;
        bool folders = false;
    };
    News refresh();

  private:
    Spelling spelling_;
    std::mutex searching_;  // of the next two; held while folders are listed
    Search search_;
    std::unordered_map<std::string, std::string> absolute_;         // by path as it is shown
    std::mutex mutex_;                                              // of the next two
    std::unordered_map<std::string, std::shared_ptr<Unit>> units_;  // by absolute path
    std::unordered_set<std::string> open_;                          // paths of units that editors have
};

}  // namespace modules
