// Which comments silence a finding, and which do not. Used where the findings of a file are known.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/syntax/suppressions.h"

#include <set>
#include <vector>

namespace values {
class Program;
}

namespace analysis {

// The comment that silences a finding; null if there is none.
[[nodiscard]] const syntax::Suppression* comment_on(const rules::Finding& finding, syntax::Suppressions& comments);
[[nodiscard]] const syntax::Suppression* comment_on(const rules::CallSite& site, std::string_view code,
                                                    syntax::Suppressions& comments);

// The comments, and the codes listed in them, without which a finding would be told.
class UsedSuppressions {
  public:
    explicit UsedSuppressions(syntax::Suppressions& comments) : comments_(comments) {}

    void add(const rules::Finding& finding);
    void add(const rules::CallSite& site, std::string_view code);
    [[nodiscard]] bool contains(text::Span span) const { return spans_.contains(span); }

  private:
    void add(const syntax::Suppression* comment, const text::Source& source, std::string_view code);

    syntax::Suppressions& comments_;
    std::set<text::Span> spans_;
};

// What silences nothing, whatever rules are asked for. It can be silenced by name alone.
[[nodiscard]] std::vector<rules::Finding> unused_suppressions(const values::Program& program,
                                                              const UsedSuppressions& used);

}  // namespace analysis
