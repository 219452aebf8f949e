// What one analysis sees of the other files, and the record of it: the result is the same as long as every question has
// the same answer. Not shared between threads.
#pragma once

#include "server/modules/modules.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace modules {

struct Question {
    const Roots* roots;
    std::string module;
    std::string word;  // whether the file mentions it; empty: the file itself was asked for
};

// So that a question is looked up without being copied.
struct QuestionOrder {
    using is_transparent = void;
    using Key = std::tuple<const Roots*, std::string_view, std::string_view>;
    static Key key(const Question& question) { return {question.roots, question.module, question.word}; }
    static Key key(const Key& key) { return key; }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
        return key(a) < key(b);
    }
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
    std::map<Question, Answer, QuestionOrder> answers;
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
    // The answer, and whether the question is new.
    std::pair<Answer&, bool> ask(std::string_view module, std::string_view word, const names::File& importer);

    std::shared_ptr<Modules> modules_;
    std::unordered_map<const names::File*, const Roots*> roots_;  // of those who asked
    Record record_;
};

}  // namespace modules
