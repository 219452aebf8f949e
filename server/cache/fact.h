// What a result rests on, as far as it is not in the file itself: where modules are found, and what texts they have.
// Private to this folder.
#pragma once

#include "server/modules/view.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace cache {

struct Fact {
    enum class Kind : std::uint8_t {
        roots,   // code in the folder `about` looks for modules in `what`, a folder to a line
        name,    // the file `about` is imported as `what`, a package if `yes`
        found,   // in the folders `about`, the module `word` is the file `what`; empty: nothing
        text,    // the file `about` has this hash; zero: it cannot be read
        mention  // the file `about`, which had this hash then, mentions `word` if `yes`
    };
    Kind kind;
    std::string about{};
    std::string word{};
    std::string what{};
    files::Hash hash{};
    bool yes = false;
    bool operator==(const Fact&) const = default;
};

[[nodiscard]] std::vector<Fact> facts_of(const modules::Record& record);

template <class Archive>
void fields(Archive& archive, files::Hash& hash) {
    archive(hash.high, hash.low);
}

template <class Archive>
void fields(Archive& archive, Fact& fact) {
    auto& [kind, about, word, what, hash, yes] = fact;
    archive(kind, about, word, what, hash, yes);
}

// The hash that a file has had since it was stamped so.
struct Seen {
    files::Stamp stamp;
    files::Hash hash;
};

template <class Archive>
void fields(Archive& archive, Seen& seen) {
    auto& [device, inode, size, modified, changed] = seen.stamp;
    archive(device, inode, size, modified, changed, seen.hash);
}

// The files as they are now, read only where their stamps are new.
class World {
  public:
    explicit World(std::shared_ptr<modules::Modules> modules) : modules_(std::move(modules)) {}

    [[nodiscard]] bool still_holds(const Fact& fact);
    // What was read by somebody else.
    void see(const std::string& path, const std::optional<files::Stamp>& stamp, files::Hash hash);
    // Reads once more what was so young that it may have changed since without a new stamp. By now it has settled, or
    // the next run reads it.
    void look_again();

    std::unordered_map<std::string, Seen> seen;  // by path
    bool has_news = false;                       // `seen` is not what it was

  private:
    [[nodiscard]] files::Hash hash_of(const std::string& path);

    std::shared_ptr<modules::Modules> modules_;
    std::unordered_map<std::string, files::Hash> now_;
    std::unordered_map<std::string, files::Hash> young_;
    const std::int64_t started_ = files::now();
};

}  // namespace cache
