// What runs on the real PyTorch said about a file, kept from one program of ours to the next, the last run for each
// environment. It ages with the file: what moved keeps its word, and what stands in an edited line is told as of
// before.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "server/confirm/evidence.h"
#include "server/confirm/judge.h"
#include "server/files/hash.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace confirm {

// In a folder of caches; the last run of a file in an environment counts. Nothing happens if it cannot be written.
void keep(const std::string& folder, const Confirmation& confirmation);

// Of a text: a word for each of its findings, empty if nothing is known, and what only runs have shown.
struct Notes {
    struct Entry {
        std::uint32_t line = 0;  // 1-based
        std::string text;        // "only at run time: Unsupported method call, on torch 2.13.0+cpu, once per forward"
    };
    std::vector<std::string> findings{};
    std::vector<Entry> only_at_run_time{};
    Evidence evidence{};  // of this very text
};

// A fix that a run has confirmed (Tried::is_confirmed).
struct Confirmed {
    std::string code;        // of its finding
    std::uint32_t line = 0;  // likewise, 1-based
    std::string title;
    bool operator==(const Confirmed&) const = default;
};

class Kept {
  public:
    // What a file of ours holds; nothing if it is of another release, or damaged.
    [[nodiscard]] static std::optional<Kept> parse(const std::string& text);
    [[nodiscard]] Notes notes(const text::Source& source, std::span<const rules::Finding> findings) const;
    // Those of this very text; and so of what fixes assume.
    [[nodiscard]] std::vector<Confirmed> confirmed(const text::Source& source) const;
    [[nodiscard]] Evidence evidence(const text::Source& source) const;
    [[nodiscard]] std::vector<Observed> observed_of(const std::string& hash) const;
    [[nodiscard]] const std::string& path() const { return path_; }
    // The hash of the text of the last run.
    [[nodiscard]] std::string newest() const { return runs_.empty() ? "" : runs_.front().hash; }

  private:
    struct Record {
        std::string code;  // of the finding; empty for what only a run has shown
        std::string function;
        std::string text;  // of the line
        std::uint32_t line = 0;
        std::string note;
    };
    struct Ran {
        std::string hash;  // of the file as it was
        std::vector<Record> records;
        std::vector<Confirmed> confirmed;
        std::vector<Observed> observed;
        // Of the finding in that line: a record of the same text before others, then the nearest. Null if there is
        // none.
        [[nodiscard]] const Record* about(const rules::Finding& finding, std::uint32_t line,
                                          const std::string& text) const;
    };
    [[nodiscard]] std::string note_of(const rules::Finding& finding, const text::Source& source,
                                      const std::string& hash) const;
    [[nodiscard]] std::vector<Notes::Entry> only_at_run_time(const text::Source& source, const std::string& hash) const;

    std::string path_;
    std::vector<Ran> runs_;  // the newest first
};

// What the last runs said of a file; nothing if there was none.
[[nodiscard]] std::optional<Kept> kept_of(const std::string& folder, const std::string& path);

// A file about which something is kept, and what runs have shown of what its fixes assume.
struct Listed {
    std::string place;  // of the file that keeps it
    std::string path;
    std::vector<Observed> observed;  // of its newest text
    bool is_current = false;         // the file still has that text
};

[[nodiscard]] std::vector<Listed> listed_in(const std::string& folder);  // by path
// False if it could not be deleted.
[[nodiscard]] bool forget(const std::string& folder, const Listed& listed);

// The files in a folder of caches that somebody has asked for, in memory: they are read again when `refresh` sees that
// they have changed. From any thread.
class Notebook {
  public:
    explicit Notebook(std::string folder) : folder_(std::move(folder)) {}
    [[nodiscard]] Notes notes(const text::Source& source, std::span<const rules::Finding> findings);
    [[nodiscard]] bool knows(const std::string& path) { return kept(path) != nullptr; }
    // The paths about which there is something new.
    [[nodiscard]] std::set<std::string> refresh();

  private:
    struct Page {
        std::optional<files::Stamp> stamp;
        std::shared_ptr<const Kept> kept;  // null: there is nothing
    };
    [[nodiscard]] Page read(const std::string& path) const;
    [[nodiscard]] std::shared_ptr<const Kept> kept(const std::string& path);

    std::string folder_;  // empty: nothing is kept
    std::mutex mutex_;
    std::map<std::string, Page> pages_;
};

}  // namespace confirm
