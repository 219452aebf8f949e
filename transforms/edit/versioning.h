// New code beside the old one: tests in front of both say which of them runs. Who writes such versions, and how a
// second run tells that code is the old one of two.
#pragma once

#include "analysis/syntax/node.h"
#include "analysis/text/source.h"
#include "transforms/edit/edit.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::edit {

using Tests = std::vector<std::string>;  // Python expressions, joined by `and`; none: the new code takes the place

// `if a and b:`, the new lines, `else:`, and the statements, which lie one behind the other, as they are. Nothing if
// one of them shares its line.
[[nodiscard]] std::optional<std::vector<Edit>> in_versions(const text::Source& source,
                                                           std::span<const syntax::Node> statements, const Tests& tests,
                                                           const std::vector<std::string>& lines);

// `new if a and b else old`
[[nodiscard]] Edit in_versions(syntax::Node expression, const Tests& tests, const std::string& made);

// The node lies in the version that runs where one of the tests fails, or behind one that has the text.
[[nodiscard]] bool is_old_version(syntax::Node node, const Tests& tests, std::string_view only_new = {});

// Where the condition does not hold, one of the tests fails: it is made of nothing but them.
[[nodiscard]] bool is_among(syntax::Node condition, const Tests& tests);

}  // namespace transforms::edit
