// Effects that happen any number of times: what is compiled puts their values into a list, in order, and the function
// around it reads that.
//
//   effects.append((0, i, x.max()))        for effect, *values in effects:
//                                              if effect == 0:
//                                                  i, value = values
//                                                  print(f"step {i}: {value:.3f}")
#pragma once

#include "transforms/shell.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace transforms {

// Statements of the function that put the same effects into one list, with no other effects between them.
struct Group {
    std::vector<syntax::Node> statements;
    std::string list{};
    std::vector<const EffectSite*> sites{};
};
[[nodiscard]] std::vector<Group> groups_of(const Shell& shell);

// It acts once and for certain, so its values need no list.
[[nodiscard]] bool is_straight(const Shell& shell, syntax::Node statement);
[[nodiscard]] bool is_documentation(syntax::Node statement);

class Records {
  public:
    using Fresh = std::function<std::string(std::string)>;  // makes a name of one that the file may have already

    // `numbered`: there are lists with several effects, so each tells which one it is.
    Records(const Shell& shell, bool numbered, Fresh fresh);

    // A statement of what is compiled.
    [[nodiscard]] std::string put(const EffectSite& site, std::string_view list) const;
    // The lines that read the list, in which these effects may be.
    [[nodiscard]] std::string read(std::string_view list, const std::vector<const EffectSite*>& sites,
                                   const std::string& indent, const std::string& step);

    // The values of the effect, and the names that they go by around what is compiled.
    struct Entry {
        std::size_t number = 0;
        const Part* part = nullptr;
        std::map<std::string, std::string> names{};                 // by what they stand for
        std::vector<std::pair<std::string, std::string>> values{};  // what, and its name
    };

  private:
    void enter(const Part& part, const EffectSite& site);
    // Of a helper that is named by what it does, in a function of its name.
    [[nodiscard]] std::string act(const EffectSite& site, const std::string& indent, const std::string& step) const;
    [[nodiscard]] std::string statement_of(const EffectSite& site, const std::string& indent) const;

    const Shell& shell_;
    bool numbered_;
    Fresh fresh_;
    std::set<std::string, std::less<>> spoken_;  // names that effects mean as they stand
    std::map<const EffectSite*, Entry> entries_;
};

}  // namespace transforms
