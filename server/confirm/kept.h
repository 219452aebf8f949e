// What runs on the real PyTorch said of a file's findings, kept from one program of ours to the next. It ages with the
// file: a finding that moved keeps its word, one whose line was edited is told as of before.
#pragma once

#include "analysis/rules/finding.h"
#include "analysis/text/source.h"
#include "server/confirm/judge.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace confirm {

// In a folder of caches; the last run of a file counts. Nothing happens if it cannot be written.
void keep(const std::string& folder, const Confirmation& confirmation);

class Kept {
  public:
    // Of a file, if there is something.
    [[nodiscard]] static std::optional<Kept> of(const std::string& folder, const std::string& path);
    // "confirmed on torch 2.13.0+cpu, 12 times per forward"; empty if nothing is known of the finding.
    [[nodiscard]] std::string note(const text::Source& source, const rules::Finding& finding) const;

  private:
    struct Record {
        std::string code;
        std::string function;
        std::string text;  // of the line
        std::uint32_t line = 0;
        std::string note;
    };
    std::string hash_;  // of the file as it was
    std::vector<Record> records_;
};

}  // namespace confirm
