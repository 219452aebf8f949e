#include "transforms/speculation/dump.h"

#include "analysis/effects/dump.h"
#include "analysis/effects/escape.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/speculation/speculation.h"

#include <vector>

namespace transforms::speculation {

using effects::add;

namespace {

using syntax::Kind;
using syntax::Node;

std::string effects_at(const function::Facts& facts, Node statement) {
    if (effects::has_block(statement)) return {};
    bool writes = false;
    for (const Node node : subtree(statement)) writes = writes || effects::may_write(facts, node);
    std::string text = writes ? "writes" : "";
    const auto assignment = effects::assignment_of(statement);
    if (!assignment) return text;
    proof::Proof proof;
    metadata::Forms forms(facts, statement, proof);
    Speculation speculation(facts, statement, forms, proof);
    speculation.check(assignment->value());
    if (proof.refused()) return add(text, *proof.unproven(), ", "), text;
    const std::string tests = proof::code(proof.guards());
    add(text, edit::quoted(assignment->value()) + " may run" + (tests.empty() ? "" : " if " + tests), ", ");
    add(text, speculation.hazard(), ", ");
    return text;
}

}  // namespace

std::string print_effects(const values::Program& program) { return effects::dump(program, effects_at); }

}  // namespace transforms::speculation
