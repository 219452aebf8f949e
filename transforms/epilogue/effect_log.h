// Effects that happen any number of times, or not at all where something fails: what is compiled puts their values into
// a list, in order, and the function around it reads that.
//
//   effects.append((0, i, x.max()))        for effect, *values in effects:
//                                              if effect == 0:
//                                                  i, value = values
//                                                  print(f"step {i}: {value:.3f}")
#pragma once

#include "transforms/epilogue/writer.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace transforms::epilogue {

class Records {
  public:
    explicit Records(ShellText& text);

    [[nodiscard]] std::optional<Recorded> record();

    // The values of the effect, and the names that they go by around what is compiled.
    struct Entry {
        std::ptrdiff_t number = 0;
        const Part* part = nullptr;
        std::map<std::string, std::string> names{};                 // by what they stand for
        std::vector<std::pair<std::string, std::string>> values{};  // what, and its name
    };

  private:
    void enter(const Part& part, const in_graph::EffectSite& site);
    // Where there are several, each tells which one it is. What tells that the code has begun is the first one.
    [[nodiscard]] bool is_numbered() const { return sites_.size() > 1 || text_.shell.begins; }
    [[nodiscard]] std::string put(const in_graph::EffectSite& site) const;
    [[nodiscard]] std::string read();
    [[nodiscard]] bool put_all(const Part& part, std::vector<edit::Edit>& edits) const;
    [[nodiscard]] edit::Edit parameter(const Part& part) const;
    [[nodiscard]] bool write_beginning();
    [[nodiscard]] bool write_twin(const Part& part, const std::string& name);
    // Of a helper that is named by what it does, in a function of its name.
    [[nodiscard]] std::string act(const in_graph::EffectSite& site, const std::string& indent,
                                  const std::string& step) const;
    [[nodiscard]] std::string statement_of(const in_graph::EffectSite& site, const std::string& indent) const;

    ShellText& text_;
    std::string list_;
    std::vector<const in_graph::EffectSite*> sites_;
    std::set<std::string, std::less<>> spoken_;  // names that effects mean as they stand
    std::map<const in_graph::EffectSite*, Entry> entries_;
    std::vector<std::string> twins_;  // the names of what is compiled of the function, and of each helper
};

}  // namespace transforms::epilogue
