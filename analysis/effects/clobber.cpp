#include "analysis/effects/clobber.h"

#include "analysis/effects/computation.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/function/dict_slot.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <set>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// What the node updates; a call that may write to anything is that itself.
Node written_in(const Facts& facts, Node node) {
    if (const Node updated = updated_in(facts, node)) return updated;
    if (!node.is(Kind::call) || facts.row_of_module(node)) return {};
    const torch::Row* row = function::row_or_guess(facts, node);
    const bool only_reads = row ? !function::writes_argument(facts, node) : computation_of(facts, node).has_value();
    return only_reads ? Node{} : node;
}

// The assigned expressions, and the parameters, by their indices. Adding to them fails if something is not known.
class Origins {
  public:
    explicit Origins(const Facts& facts) : facts_(facts) {}

    [[nodiscard]] bool add(const function::Definition& definition) {
        if (!all_.insert(definition.value.index()).second || !definition.statement) return true;
        return makes_new_tensor(facts_, definition.value) || add(definition.value);
    }

    [[nodiscard]] bool add(Node expression) {
        for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
            const Node node = expression.tree()->node(i);
            if (const auto item = made_in(node)) {
                if (!add(*item)) return false;
                i = node.end_index() - 1;
                continue;
            }
            const names::Binding* variable = facts_.variable(node);
            const values::Value value = facts_.value(node);
            if (!variable || function::is_number(value) || value.is(values::Kind::object)) continue;
            if (value.is(values::Kind::sequence) || value.is(values::Kind::mapping)) return false;  // of any tensors
            const auto definition = facts_.definition(*variable, syntax::statement_of(node));
            if (!(definition ? add(*definition) : add(*variable))) return false;
        }
        return true;
    }

    [[nodiscard]] bool meets(const Origins& other) const {
        return std::ranges::any_of(all_, [&](std::uint32_t each) { return other.all_.contains(each); });
    }

  private:
    // What the item of a dict holds that was made here.
    [[nodiscard]] std::optional<function::Definition> made_in(Node node) const {
        return function::is_item(facts_, node) ? facts_.item_definition(node, syntax::statement_of(node))
                                               : std::nullopt;
    }

    // It may be any that is assigned to it: in an arm of a branch, or in the round before.
    [[nodiscard]] bool add(const names::Binding& variable) {
        for (const names::Occurrence& each : variable.occurrences) {
            if (each.kind == names::BindingKind::parameter) {
                all_.insert(each.node.index());
                continue;
            }
            Node binding = each.node.parent();
            while (binding.is(Kind::pattern_list) || binding.is(Kind::tuple_pattern)) binding = binding.parent();
            if (binding.is(Kind::augmented_assignment)) continue;
            const Node value = binding.child(Field::right);
            if (!value) return false;
            const bool is_new = all_.insert(value.index()).second;
            for (std::uint32_t i = value.index(); i < value.end_index(); ++i) all_.insert(i);  // of `a, b = x, y`
            if (is_new && !makes_new_tensor(facts_, value) && !add(value)) return false;
        }
        return true;
    }

    const Facts& facts_;
    std::set<std::uint32_t> all_;
};

}  // namespace

Node updated_in(const Facts& facts, Node node) {
    if (node.is(Kind::subscript) && is_target(node)) return node.child(Field::value);
    if (node.is(Kind::augmented_assignment)) return node.child(Field::left);
    const torch::Row* row = node.is(Kind::call) ? function::row_or_guess(facts, node) : nullptr;
    const Node function = node.child(Field::function);
    return row && row->traits.in_place && function.is(Kind::attribute) ? function.child(Field::object) : Node{};
}

bool is_written_since(const Facts& facts, const function::Definition& definition, Node to) {
    std::uint32_t end = to.index();  // or of a loop, of which another round may come
    for (Node loop = to.parent(); loop && !syntax::is_within(definition.statement, loop); loop = loop.parent())
        if (is_loop(loop)) end = loop.end_index();
    const auto& writes =
        facts.nodes_where("written in place", [&](Node node) { return static_cast<bool>(written_in(facts, node)); });
    auto write = std::ranges::lower_bound(writes, definition.statement.end_index());
    if (write == writes.end() || *write >= end) return false;
    Origins own(facts), others(facts);
    if (!own.add(definition)) return true;
    for (; write != writes.end() && *write < end; ++write)
        if (!others.add(written_in(facts, facts.function().tree()->node(*write)))) return true;
    return others.meets(own);
}

}  // namespace effects
