#include "analysis/analyze.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace {

// "3 warning skip, 4 hint split": the line, severity and outcome of every finding in a compiled function with this
// body.
std::string severities(const std::string& body) {
    const std::string head = "import torch\n@torch.compile\ndef f(x: torch.Tensor, xs: list, flag=None):\n";
    const auto source = std::make_shared<const text::Source>("losses.py", head + body);
    const analysis::Analysis analysis = analysis::analyze(source, {});
    std::string text;
    for (const rules::Finding& finding : analysis.findings()) {
        const auto line = text::line_column(*source, finding.span.begin).line - 3;
        text.append(text.empty() ? "" : ", ").append(std::to_string(line)).append(" ");
        text.append(to_string(finding.severity)).append(" ").append(to_string(finding.outcome));
    }
    return text;
}

}  // namespace

TEST_CASE("what stands behind a lost frame is a hint") {
    CHECK(severities("    for y in xs:\n        x.item()\n        x.item()\n") == "2 warning skip, 3 hint skip");
    CHECK(severities("    for y in xs:\n        x.item()\n    x.item()\n") == "2 warning skip, 3 hint split");
    CHECK(severities("    try:\n        x.item()\n    finally:\n        x = x + 1\n    x.item()\n") ==
          "2 warning skip, 5 hint split");
    // What cannot be resumed behind, wherever it stands: an operator that answers with a bool.
    CHECK(severities("    y = not x.sum()\n    x.item()\n") == "1 warning skip, 2 hint split");
    CHECK(severities("    if flag:\n        y = not x.sum()\n    x.item()\n") == "2 warning skip, 3 warning split");
}

TEST_CASE("what a lost frame does not stand in front of is a warning") {
    CHECK(severities("    x.item()\n    x.item()\n") == "1 warning split, 2 warning split");
    CHECK(severities("    x.item()\n    for y in xs:\n        x.item()\n") == "1 warning split, 3 warning skip");
    CHECK(severities("    for y in xs:\n        if flag:\n            x.item()\n        x.item()\n") ==
          "3 warning skip, 4 warning skip");
    CHECK(severities("    for y in xs:\n        z = flag and x.item()\n        x.item()\n") ==
          "2 warning skip, 3 warning skip");
    CHECK(severities("    if flag:\n        for y in xs:\n            x.item()\n    else:\n        x.item()\n") ==
          "3 warning skip, 5 warning split");
    CHECK(severities("    def g():\n        for y in xs:\n            x.item()\n    g()\n    x.item()\n") ==
          "3 warning skip, 5 warning split");
}
