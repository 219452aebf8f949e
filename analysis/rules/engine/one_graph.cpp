#include "analysis/rules/engine/one_graph.h"

#include "analysis/rules/engine/run.h"
#include "analysis/rules/engine/structure.h"
#include "analysis/rules/engine/symbol_code.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace rules {
namespace {

using syntax::Field;
using syntax::Node;
using values::Activation;
using values::Kind;
using values::Value;
using SyntaxKind = syntax::Kind;

bool holds_symbolic_tensor(Value value) {
    return values::holds(value, [](Value each) { return each.is_tensor() && each.unbacked; });
}

using Group = std::vector<const Activation*>;

// Those between which values pass: who calls whom, in either direction.
std::vector<Group> groups_of(const values::Program& program) {
    std::unordered_map<const Activation*, Group> near;
    for (const Activation& each : program.activations())
        for (const values::FollowedCall& call : each.calls)
            if (call.callee) near[&each].push_back(call.callee), near[call.callee].push_back(&each);
    std::vector<Group> groups;
    Reached seen;
    for (const Activation& each : program.activations()) {
        if (!seen.insert(&each).second) continue;
        Group group{&each};
        for (std::size_t i = 0; i < group.size(); ++i)
            for (const Activation* other : near[group[i]])
                if (seen.insert(other).second) group.push_back(other);
        groups.push_back(std::move(group));
    }
    return groups;
}

// What the activations of a group do with symbols.
class Look {
  public:
    Look(const values::Program& program, const Group& group) : program_(program), code_(program) {
        for (const Activation* activation : group) code_.note_stores(activation->scope->owner);
        for (const Activation* activation : group)
            for (const values::Event& event : activation->events) {
                if (const auto* call = std::get_if<values::Call>(&event)) note(*call);
                if (const auto* subscript = std::get_if<values::Subscript>(&event)) note(*subscript);
            }
    }

    [[nodiscard]] bool allows(const Activation& activation) const {
        return std::ranges::all_of(activation.events, [&](const values::Event& event) { return allows(event); }) &&
               code_.allows(activation.scope->owner);
    }

  private:
    [[nodiscard]] bool allows(const values::Event& event) const {
        if (const auto* call = std::get_if<values::Call>(&event)) return allows(*call);
        if (const auto* subscript = std::get_if<values::Subscript>(&event)) {
            const bool of_tensor = subscript->object.is_tensor();
            if (subscript->store && !fits_selection(*subscript)) return false;
            // A mask, perhaps: how many elements are left is not told.
            if (of_tensor && (std::ranges::any_of(subscript->indices, is_open) || may_miss_row(*subscript)))
                return false;
            const bool alone = subscript->indices.size() == 1;
            return std::ranges::none_of(subscript->indices, [&](const auto& index) {
                return of_tensor ? asks_for_number(index) || is_refused(index, alone) : holds_symbol(index.second);
            });
        }
        // An assertion about a symbol raises a RuntimeError of the graph.
        if (const auto* branch = std::get_if<values::Branch>(&event)) return !holds_symbol(branch->value);
        const auto* loop = std::get_if<values::Loop>(&event);
        return !loop || !(loop->iterable.is_tensor() && loop->iterable.unbacked);
    }

    // `x.nonzero()[0]`: no rows have no first one, and the error of a graph is another one than that of eager code.
    static bool may_miss_row(const values::Subscript& subscript) {
        const auto& [node, index] = subscript.indices.front();
        const bool is_number = index.is(Kind::literal) || index.is(Kind::number) || index.is(Kind::shape_number);
        return subscript.object.unbacked && !node.is(SyntaxKind::slice) && is_number;
    }

    static bool may_be_mask(Value index) {
        return index.dtype == torch::Dtype::boolean || index.dtype == torch::Dtype::unknown;
    }
    // `x[mask] = v`: rows of another number than are selected raise an error, which is another one in a graph.
    [[nodiscard]] bool fits_selection(const values::Subscript& store) const {
        const bool selects = std::ranges::any_of(store.indices, [](const auto& index) {
            return index.second.unbacked || index.second.is(Kind::tensor_number) ||
                   (index.second.is_tensor() && may_be_mask(index.second));
        });
        const Node statement = store.node.parent();
        if (!selects || statement.is(SyntaxKind::delete_statement)) return true;
        const Value value = program_.value(statement.child(Field::right));
        if (value.is_tensor()) return value.unbacked || value.rank == 0;
        return value.is(Kind::literal) || value.is(Kind::constant) || value.is(Kind::number) ||
               value.is(Kind::shape_number) || value.is(Kind::tensor_number);
    }

    // `x[t]`, of a tensor that has no dimensions, or perhaps none: it is read, and not as a symbol.
    [[nodiscard]] static bool asks_for_number(const std::pair<Node, Value>& index) {
        const Value value = index.second;
        const bool has_dimensions = value.rank > 0 || (value.rank < 0 && value.unbacked);
        return !index.first.is(SyntaxKind::slice) && value.is_tensor() && !has_dimensions &&
               value.dtype != torch::Dtype::boolean && value.known == values::Known::no;
    }

    // `x[:, n]`, `x[[n, m]]`: PyTorch takes a symbol for an index of its own alone, `x[n]`, and for a bound.
    [[nodiscard]] static bool is_refused(const std::pair<Node, Value>& index, bool alone) {
        const bool is_list = index.second.is(Kind::sequence);
        return !index.first.is(SyntaxKind::slice) && (!alone || is_list) && holds_symbol(index.second);
    }

    // `float(x)` warns where a gradient is wanted, and a graph does not.
    [[nodiscard]] static bool may_want_gradient(Value value) {
        return value.is_tensor() && value.dtype != torch::Dtype::integer && value.dtype != torch::Dtype::boolean &&
               value.origin != values::Origin::buffer;
    }

    [[nodiscard]] static bool is_open(const std::pair<Node, Value>& index) { return index.second.is(Kind::unknown); }
    // Of something unknown: what is selected is unknown, too, and so is what it holds.
    void note(const values::Subscript& subscript) {
        const auto may_select = [](const auto& index) { return is_open(index) || index.second.is_tensor(); };
        selects_unknown_ = selects_unknown_ ||
                           (subscript.object.is(Kind::unknown) && std::ranges::any_of(subscript.indices, may_select));
        symbolic_tensors_ = symbolic_tensors_ || selects_unknown_;
    }
    // Where there are such tensors, what is unknown may be one.
    void note(const values::Call& call) {
        if (reads_open(call)) code_.reads_open();
        const auto is_symbolic = [](Value value) { return holds_symbolic_tensor(value); };
        symbolic_tensors_ = symbolic_tensors_ || call.arguments.any(is_symbolic) || is_symbolic(call.receiver);
    }

    static bool is_truth(Value value) {
        return value.dtype == torch::Dtype::boolean && (value.is_tensor() || value.is(Kind::tensor_number));
    }
    // `int(flag)`, and not `float(flag)`: Dynamo has to know whether it is one.
    static bool counts(const torch::Row& row) {
        return row.gives == torch::Gives::converted && row.role != torch::Role::constant_type &&
               row.dtype != torch::Dtype::floating;
    }
    // `x.item()`, `int(x)` of what was not computed here, and may hold truths.
    [[nodiscard]] static bool reads_open(const values::Call& call) {
        if (!call.row) return false;
        const bool reads = call.row->gives == torch::Gives::number || call.row->gives == torch::Gives::numbers ||
                           call.row->role == torch::Role::number_type;
        const auto is_open = [](Value value) {
            return value.dtype == torch::Dtype::unknown && value.origin != values::Origin::fresh &&
                   (value.is_tensor() || value.is(Kind::unknown));
        };
        return reads && (call.receiver.is(Kind::never) ? call.arguments.any(is_open) : is_open(call.receiver));
    }

    // `x[mask].max()`: no elements have no largest one, and the error of a graph is another one than that of eager
    // code.
    [[nodiscard]] bool may_miss_elements(const values::Call& call) const {
        const torch::Row& row = *call.row;
        const bool averages = row.traits.transparent && row.fields.empty();
        const bool needs_some =
            row.dtype == torch::Dtype::integer || (row.dtype == torch::Dtype::same_dtype && !averages);
        const Value given = call.receiver.is(Kind::never) && !call.arguments.positional.empty()
                                ? call.arguments.positional.front()
                                : call.receiver;
        return row.shape == torch::Shape::reduce && needs_some && given.is_tensor() && given.unbacked &&
               program_.value(call.node).rank == 0;
    }

    // `torch.combinations(x)`, `F.ctc_loss(...)`: the data decides something inside, of which no graph has a symbol.
    [[nodiscard]] static bool is_never_captured(const torch::Row& row) {
        return row.gb == "GB0036" && !row.rows && row.mask.empty() && row.gives != torch::Gives::array;
    }

    // `torch.linspace(0.0, 1.0, t)`: a number is read of the tensor, and it is no symbol that this takes.
    template <class Place>
    [[nodiscard]] static bool reads_number(const torch::Row& row, Value given, const Place& place) {
        for (const torch::Row* also = row.also; also && given.is_tensor(); also = also->also)
            if (also->when == torch::When::computed_tensor && also->numbers.holds(place))
                return !row.symbols.holds(place);
        return false;
    }

    [[nodiscard]] bool allows(const values::Call& call) const {
        if (!call.row || call.arguments.open || may_miss_elements(call) || is_never_captured(*call.row)) return false;
        const torch::Row& row = *call.row;
        if (row.role == torch::Role::number_type && call.arguments.any(may_want_gradient) &&
            !is_unrecorded(program_, call.node))
            return false;
        if (call.arguments.any(is_truth) && counts(row)) return false;
        const auto takes = [&](Value value, bool as_number) {
            // Of whole numbers there is no mean: the error would be another one.
            const bool is_selected = value.unbacked || (value.likely && selects_unknown_);
            if (row.traits.floats && is_selected && value.dtype != torch::Dtype::floating) return false;
            if (value.is(Kind::unknown)) return row.rows || !symbolic_tensors_;
            return (!holds_symbolic_tensor(value) || row.rows) && (!holds_symbol(value) || as_number);
        };
        if (!call.receiver.is(Kind::never) && !takes(call.receiver, false)) return false;
        for (std::size_t at = 0; at < call.arguments.positional.size(); ++at)
            if (!takes(call.arguments.positional[at], row.symbols.holds(at)) ||
                reads_number(row, call.arguments.positional[at], at))
                return false;
        return std::ranges::all_of(call.arguments.keywords, [&](const auto& keyword) {
            return takes(keyword.second, row.symbols.holds(keyword.first)) &&
                   !reads_number(row, keyword.second, keyword.first);
        });
    }

    const values::Program& program_;
    SymbolCode code_;
    bool symbolic_tensors_ = false, selects_unknown_ = false;
};

}  // namespace

Reached fit_for_one_graph(const values::Program& program) {
    Reached fit;
    if (program.stopped()) return fit;
    const Reached broken = broken_as_one_graph(program);
    for (const Group& group : groups_of(program)) {
        const Look look(program, group);
        for (const Activation* each : group)
            if (each->compiled && !broken.contains(each) && look.allows(*each)) fit.insert(each);
    }
    return fit;
}

}  // namespace rules
