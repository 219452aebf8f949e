#include "transforms/masks/masked_store.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/layout_queries.h"
#include "analysis/effects/saved_for_backward.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/findings.h"
#include "transforms/masks/prove_masked_store.h"

#include <algorithm>

namespace transforms::masks {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view select = ".where(";

}  // namespace

Proposal propose_masked_write(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const Node read = masked_read(facts, operand);
    auto write = read ? write_of(facts, syntax::statement_of(read), mask_of(read).text()) : std::nullopt;
    if (!write) return {};
    const text::Source& source = analysis.source();
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto layout = edit::indentation(source, write->statement.span());
    if (!torch || !layout) return declined(torch ? "the assignment shares its line" : edit::no_torch_name);
    if (is_watched(facts, write->statement)) return declined("something around it may see the difference");
    const names::Binding& variable = *facts.variable(write->tensor());
    // In a `with torch.no_grad():` a new tensor is without the gradient that an old one keeps.
    const auto definition = facts.definition(variable, write->statement);
    const bool rebinds = effects::is_unshared(facts, variable, write->statement) && definition &&
                         with_around(definition->value) == with_around(write->statement) &&
                         !effects::saved_with(facts, variable, write->statement, write->statement.index()) &&
                         !effects::layout_is_asked_for(facts, write->statement, variable.text);
    const ProvenWrite proven = prove_write(facts, *write, *torch, rebinds);
    if (proven.proof.refused()) return declined(*proven.proof.unproven());
    const proof::Guards tests = proven.proof.guards();
    const std::string name(write->tensor().text()), chosen = std::string(select) + proven.mask;
    const std::string made = std::string(*torch) + chosen + ", " + value_of_all(*write) + ", " + name + ")";
    const std::string line = rebinds ? name + " = " + made : name + ".copy_(" + made + ")";
    if (const Node around = write->statement.parent().parent(); around.is(Kind::else_clause)) {
        const std::string_view tested = around.parent().child(Field::consequence).text();
        if (tested.find(chosen) != std::string_view::npos)
            return declined("this is what the test in front of it leaves");
    }
    const text::Span span = write->statement.span();
    const std::string next = std::string(source.line_ending()) + std::string(*layout);
    std::vector<edit::Edit> edits;
    if (tests.empty()) {
        std::string text;
        for (const std::string_view comment : edit::comments_in(source, span, {})) text.append(comment).append(next);
        edits.push_back({span, text + line});
    } else {
        const std::string step = edit::step_of(source, write->statement);
        std::string text = edit::header("if", proof::codes(tests), *layout, step, source.line_ending());
        text.append(next).append(step).append(line).append(next).append("else:").append(next).append(step);
        edits = edit::deeper(source, write->statement, step);
        edits.insert(edits.begin(), {{span.begin, span.begin}, std::move(text)});
    }
    return offered({.rewrite = "masked-write",
                    .title = "compute it for all elements, and choose with `torch.where`",
                    .safety = Safety::safe,
                    .edits = std::move(edits),
                    .tests = tests});
}

}  // namespace transforms::masks
