#include "transforms/gradients.h"

#include <algorithm>

namespace transforms {

namespace {

constexpr std::string_view wants = ".requires_grad";

bool has_name(const Facts& facts, syntax::Node statement, const Root& root) {
    if (root.name.find('.') != std::string_view::npos) return root.since == statement.index();
    const auto& bindings = facts.scope().bindings;
    const auto variable = std::ranges::find(bindings, root.name, &names::Binding::text);
    if (variable == bindings.end()) return false;
    const auto definition = facts.definition(*variable, statement);
    return root.since == (definition ? definition->value.index() : statement.index());
}

}  // namespace

std::optional<std::string> wants_no_gradient(const Facts& facts, syntax::Node statement, const Root& root,
                                             const std::vector<syntax::Node>& expressions) {
    if (auto test = wants_no_gradient(facts, statement, {root})) return test;
    std::set<std::string_view> names;
    for (const syntax::Node expression : expressions)
        for (std::uint32_t i = expression.index(); expression && i < expression.end_index(); ++i) {
            const syntax::Node node = expression.tree()->node(i);
            const names::Binding* variable = facts.variable(node);
            if (!variable) continue;
            if (!roots_of(facts, *variable, statement, facts.value(node)).differentiable.contains(root)) continue;
            if (!facts.must_defined().before(statement, variable->text)) return std::nullopt;
            names.insert(variable->text);
        }
    if (names.empty()) return std::nullopt;
    std::string any;
    for (const std::string_view name : names) any.append(any.empty() ? "" : " or ").append(name).append(wants);
    return names.size() == 1 ? "not " + any : "not (" + any + ")";
}

std::optional<std::string> wants_no_gradient(const Facts& facts, syntax::Node statement, const std::set<Root>& roots) {
    std::string any;
    for (const Root& root : roots) {
        if (!has_name(facts, statement, root)) return std::nullopt;
        any.append(any.empty() ? "" : " or ").append(root.name).append(wants);
    }
    return roots.size() == 1 ? "not " + any : "not (" + any + ")";
}

}  // namespace transforms
