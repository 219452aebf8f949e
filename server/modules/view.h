// What one analysis sees of the other files, and the record of it: the result is the same as long as every question has
// the same answer. Not shared between threads.
#pragma once

#include "server/modules/modules.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

namespace modules {

struct Question {
    const Roots* roots;
    std::string module;
    std::string word;  // whether the file mentions it; empty: the file itself was asked for
    auto operator<=>(const Question&) const = default;
};

struct Answer {
    std::string path;                         // empty: there is no such module
    std::shared_ptr<Unit> unit;               // of `path`
    std::shared_ptr<const names::File> file;  // null: it cannot be read, or was not asked for
    bool mentioned = false;
};

struct Record {
    // Whether the file has a part in it.
    [[nodiscard]] bool mentions(const std::string& path) const;
    // Whether every question has the same answer now.
    [[nodiscard]] bool holds(Modules& modules) const;

    std::map<std::string, const Roots*> roots;  // by folder of those who asked
    std::map<std::string, Name> names;          // by path of the files that were parsed
    std::map<Question, Answer> answers;
};

class View : public names::Files {
  public:
    explicit View(std::shared_ptr<Modules> modules) : modules_(std::move(modules)) {}

    [[nodiscard]] std::shared_ptr<const names::File> find(std::string_view module,
                                                          const names::File& importer) override;
    [[nodiscard]] bool mentions(std::string_view module, std::string_view word, const names::File& importer) override;
    [[nodiscard]] std::shared_ptr<const names::File> file(std::shared_ptr<const text::Source> source) override;

    [[nodiscard]] const Record& record() const { return record_; }

  private:
    [[nodiscard]] const Roots& roots_of(const names::File& importer);
    [[nodiscard]] const Name& name_of(const std::string& path);

    std::shared_ptr<Modules> modules_;
    Record record_;
};

}  // namespace modules
