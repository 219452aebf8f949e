// The files in examples/, and where PyTorch 2.13 breaks them when they are run with TORCH_LOGS=graph_breaks.
#include "analysis/analyze.h"
#include "analysis/text/position.h"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace {

std::set<std::uint32_t> lines_with_findings(const std::string& name) {
    std::ostringstream bytes;
    bytes << std::ifstream(GRAPHMEND_ROOT "/examples/" + name).rdbuf();
    const auto decoded = text::decode(name, bytes.str());
    REQUIRE(std::holds_alternative<std::shared_ptr<const text::Source>>(decoded));
    const auto analysis = analysis::analyze(std::get<std::shared_ptr<const text::Source>>(decoded), {});
    CHECK(analysis.problems().empty());
    std::set<std::uint32_t> lines;
    for (const auto& finding : analysis.findings()) {
        lines.insert(text::line_column(analysis.source(), finding.span.begin).line);
    }
    return lines;
}

}  // namespace

TEST_CASE("findings in the examples are where PyTorch breaks them") {
    CHECK(lines_with_findings("encoder.py") == std::set<std::uint32_t>{18, 32, 35});
    CHECK(lines_with_findings("train_step.py") == std::set<std::uint32_t>{10, 18});
    CHECK(lines_with_findings("clean.py").empty());
}
