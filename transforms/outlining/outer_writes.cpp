#include "transforms/outlining/outer_writes.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/program.h"
#include "transforms/edit/quote.h"

#include <algorithm>

namespace transforms::outlining {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view running_statistics = "BatchNorm";  // of what it sees, while it trains

}  // namespace

void OuterWrites::look(const Facts& facts, Node code) {
    for (const Node node : subtree(code))
        if (node.is(Kind::call)) look_at(facts, node);
}

void OuterWrites::look_at(const Facts& facts, Node call) {
    const values::Value callee = facts.value(call.child(Field::function));
    const torch::Row* row = callee.is(values::Kind::module) ? values::row_of(callee) : row_or_guess(facts, call);
    const bool counts = row && row->name.find(running_statistics) != std::string_view::npos;
    if (counts && !store) store = call;
    if (row && !counts && !row->traits.in_place) return;
    const auto& callees = facts.program().calls().at(call);
    for (const values::Activation* each : callees) look_into(*each);
    const std::string name = quoted(call.child(Field::function));
    if (callees.empty() && !counts && std::ranges::find(open, name) == open.end()) open.push_back(name);
}

void OuterWrites::look_into(const values::Activation& callee) {
    const Node function = callee.scope->owner;
    if (!seen_.insert(function).second) return;
    if (!function.is(Kind::function_definition) || all_.program().number_of(function) != 0)
        return open.push_back(quoted(function));
    for (const Node node : subtree(function))
        if (node.is(Kind::assignment) || node.is(Kind::augmented_assignment))
            for (const Node target : syntax::elements_of(node.child(Field::left)))
                if (!target.is(Kind::identifier) && !store) store = node;
    look(all_.of(function), syntax::Function{function}.body());
}

}  // namespace transforms::outlining
