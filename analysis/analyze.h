// The facade of the analysis: one Source in, everything known about it out. Used by the commands and by the server.
#pragma once

#include "analysis/elsewhere.h"
#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "analysis/values/declared/claim.h"
#include "analysis/values/declared/dynamo.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace names {
class Files;
}
namespace torch {
struct OwnRows;
}
namespace values {
class Program;
}

namespace analysis {

struct Version {
    int major = 0;
    int minor = 0;
    constexpr auto operator<=>(const Version&) const = default;
};

[[nodiscard]] std::optional<Version> parse_version(std::string_view text);  // "2.13", "2.13.0+cpu"
[[nodiscard]] std::string to_string(Version version);                       // "2.13"

struct Options {
    Version torch{2, 13};
    Version python{3, 11};
    std::shared_ptr<const torch::OwnRows> rows{};  // of knowledge, the user's own
    values::Dynamo dynamo{};                       // what Dynamo is told besides the source
    bool entries_compile = true;                   // what the source hands to torch.compile
    bool entries_forward = true;                   // forward of every nn.Module
    bool entries_functions = false;                // every function that takes or makes tensors
    bool entries_others = false;                   // and every other one, where what is found is a hint
    std::vector<std::string> entries;   // functions that compiled code of other files calls: values/declared/passed.h
    std::vector<values::Claim> claims;  // of other files about classes of this one
    std::vector<std::string> select;    // codes or prefixes of codes; empty: all
    std::vector<std::string> ignore;
    bool forward_counts = false;  // what only a `forward` reaches that nobody compiles is more than a hint
    Severities severity;  // what the findings of a rule are, whatever else speaks for it; the longest beginning counts
    std::shared_ptr<names::Files> files{};  // that the source may import; null: it stands alone
    std::function<bool()> cancelled;        // polled now and then; the result of a cancelled analysis is incomplete
};

// All settings that findings depend on, as text: equal texts, equal findings.
[[nodiscard]] std::string settings_text(const Options& options);

// Why a part of the file could not be analysed.
struct Problem {
    std::string reason;  // "syntax error at 12:3"
    text::Span span{};   // to show it at; empty: of the whole file
};

// Everything known about one file. Cheap to move, immutable, shared by readers; holds its Source alive.
class Analysis {
  public:
    Analysis(std::shared_ptr<const text::Source> source, std::unique_ptr<const values::Program> program,
             std::vector<rules::Finding> findings, std::vector<Problem> problems, std::vector<Elsewhere> elsewhere = {},
             std::vector<rules::Finding> rare = {});
    Analysis(Analysis&&) noexcept;
    Analysis& operator=(Analysis&&) noexcept;
    ~Analysis();

    [[nodiscard]] const text::Source& source() const { return *source_; }
    // Sorted by position, then code; suppressed findings are not among them.
    [[nodiscard]] std::span<const rules::Finding> findings() const { return findings_; }
    [[nodiscard]] std::span<const Elsewhere> elsewhere() const { return elsewhere_; }
    // Breaks only for a dtype that is rare, so that nobody is told; `fix` mends them like the others.
    [[nodiscard]] std::span<const rules::Finding> rare() const { return rare_; }
    // Empty when all of the file was analysed.
    [[nodiscard]] std::span<const Problem> problems() const { return problems_; }
    // Other files of which this one needed a part that could not be analysed: where, and why.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> problems_elsewhere() const;
    // Trees and interpreted functions, for the rewrites. Null when the file cannot hold a compiled region and was not
    // parsed.
    [[nodiscard]] const values::Program* program() const { return program_.get(); }

  private:
    std::shared_ptr<const text::Source> source_;
    std::unique_ptr<const values::Program> program_;
    std::vector<rules::Finding> findings_;
    std::vector<Elsewhere> elsewhere_;
    std::vector<rules::Finding> rare_;
    std::vector<Problem> problems_;
};

// Parses, resolves, interprets and applies the rules. Cannot fail: what is not understood yields no findings.
[[nodiscard]] Analysis analyze(std::shared_ptr<const text::Source> source, const Options& options);

// Whether the text can hold a compiled region at all; a scan of bytes, no parse.
[[nodiscard]] bool can_matter(std::string_view text);

}  // namespace analysis
