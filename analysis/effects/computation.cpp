#include "analysis/effects/computation.h"

#include "analysis/effects/escape.h"
#include "analysis/effects/traceable.h"
#include "analysis/function/in_place_update.h"
#include "analysis/operations/arithmetic.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"

#include <algorithm>
#include <vector>

namespace effects {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t deepest = 4;       // functions that call another one
constexpr std::uint32_t longest = 2000;  // nodes of one of them

// What makes a tensor of sizes, or asks for something that is known while tracing.
bool is_of_numbers(const torch::Row& row) {
    switch (row.gives) {
        case torch::Gives::shape_number:
        case torch::Gives::shape:
        case torch::Gives::constant:
        case torch::Gives::elements:
        case torch::Gives::arithmetic:
        case torch::Gives::converted: return true;
        default: return row.shape == torch::Shape::sized || row.shape == torch::Shape::content;
    }
}

// Of a function or a module.
bool only_computes(const torch::Row& row) {
    if (sizes_by_data(row)) return false;
    if (row.role == torch::Role::random || row.traits.in_place || row.traits.indexes) return false;
    const bool computes = row.traits.pure || row.traits.view;
    if (computes && (row.traits.total || row.role == torch::Role::norm || casts(row))) return true;
    return (computes || only_gives_a_value(&row)) && is_of_numbers(row);
}

// `x.div(t)`; with `rounding_mode`, whole numbers may raise an error.
bool divides(Node call, const torch::Row& row) {
    const auto made = operations::arithmetic_of(call, &row);
    return made && made->op == syntax::Op::div;
}

class Reader {
  public:
    // `functions` are those that the call was followed through.
    Reader(std::vector<Node> functions, Computation& made) : functions_(std::move(functions)), made_(&made) {}

    [[nodiscard]] bool allows_call(const Facts& facts, Node call) const {
        const values::Value callee = facts.value(call.child(Field::function));
        if (callee.is(values::Kind::sequence)) return allows_modules(facts, callee.sequence());
        const torch::Row* module = facts.row_of_module(call);
        if (functions_.empty()) made_->is_new = !module || makes_new_tensor(facts, call);
        if (module) made_->learns |= !module->traits.pointwise;  // an activation has no parameters
        if (const torch::Row* row = module ? module : facts.row_of(call))
            return only_computes(*row) || divides(call, *row);
        return follows(facts, call);
    }

  private:
    // `nn.Sequential(...)`, one behind the other.
    [[nodiscard]] bool allows_modules(const Facts& facts, const values::Sequence& modules) const {
        if (modules.form != values::Sequence::Form::modules || !modules.exact || modules.items.empty()) return false;
        made_->is_new = false;
        return std::ranges::all_of(modules.items, [&](const values::Value& each) {
            const torch::Row* row = facts.row_of_module(each);
            if (row) made_->learns |= !row->traits.pointwise;
            return row && only_computes(*row);
        });
    }

    [[nodiscard]] bool follows(const Facts& facts, Node call) const {
        const values::Calls::Activations& followed = facts.program().calls().at(call);
        return !followed.empty() && functions_.size() < deepest &&
               std::ranges::all_of(followed, [&](const values::Activation* each) {
                   return !each->breaks && each->scope && reads(facts, each->scope->owner);
               });
    }

    [[nodiscard]] bool reads(const Facts& caller, Node function) const {
        if (function.is(Kind::lambda)) return reads_lambda(caller, function);
        const bool is_here = function.is(Kind::function_definition) && function.tree() == caller.function().tree();
        if (!is_here || function.end_index() - function.index() > longest ||
            std::ranges::find(functions_, function) != functions_.end() || !syntax::decorators_of(function).empty())
            return false;
        return reads_all(caller.all().of(function), function, syntax::Function{function}.body());
    }

    [[nodiscard]] bool reads_all(const Facts& facts, Node function, Node body) const {
        std::vector<Node> through = functions_;
        through.push_back(function);
        const Reader inner(std::move(through), *made_);
        return std::ranges::all_of(subtree(body), [&](Node node) { return inner.allows(facts, node); });
    }

    // `t_fn = lambda sigma: sigma.log().neg()` of the function itself.
    [[nodiscard]] bool reads_lambda(const Facts& facts, Node lambda) const {
        if (!syntax::is_within(lambda, facts.function()) || std::ranges::find(functions_, lambda) != functions_.end())
            return false;
        made_->is_new = false;
        return reads_all(facts, lambda, lambda.child(Field::body));
    }

    [[nodiscard]] bool allows(const Facts& facts, Node node) const {
        switch (node.kind()) {
            case Kind::call: return allows_call(facts, node);
            case Kind::subscript: return is_target(node) ? false : allows_index(facts, node);
            case Kind::attribute:
                made_->learns |= facts.value(node).origin == values::Origin::parameter;
                return !is_target(node) && !facts.value(node).is(values::Kind::unknown);
            case Kind::augmented_assignment: return allows_update(facts, syntax::AugmentedAssignment{node});
            case Kind::return_statement:
                if (functions_.size() == 1) made_->is_new &= returns_new(facts, node);
                return true;
            case Kind::with_statement: return function::only_stops_gradients(facts, node);
            case Kind::raise_statement:
            case Kind::assert_statement:
            case Kind::while_statement:
            case Kind::try_statement:
            case Kind::delete_statement:
            case Kind::global_statement:
            case Kind::nonlocal_statement:
            case Kind::import_statement:
            case Kind::import_from_statement:
            case Kind::function_definition:
            case Kind::class_definition:
            case Kind::lambda:
            case Kind::await:
            case Kind::yield: return false;
            default: return true;
        }
    }

    // `return x * 2, mask.any()`
    static bool returns_new(const Facts& facts, Node statement) {
        if (!statement.first_child()) return true;
        return std::ranges::all_of(syntax::elements_of(syntax::unparenthesized(statement.first_child())),
                                   [&](Node each) { return gives_new(facts, each, statement); });
    }

    // Also `out`, behind `out = x * 2`.
    static bool gives_new(const Facts& facts, Node given, Node statement) {
        const names::Binding* variable = facts.variable(given);
        const auto made = variable ? facts.definition(*variable, statement) : std::nullopt;
        return makes_new_tensor(facts, made && made->statement ? made->value : given);
    }

    // `x[:, 0]`, and the item of a container; an index of data may be out of range.
    static bool allows_index(const Facts& facts, Node subscript) {
        const syntax::Subscript view{subscript};
        const std::vector<Node> indices = view.indices();
        if (facts.value(view.object()).is(values::Kind::unknown))
            return indices.size() == 1 && indices.front().is(Kind::string);
        return std::ranges::none_of(indices, [&](Node index) {
            const values::Value value = facts.value(index);
            return !index.is(Kind::slice) && (value.is_tensor() || value.is(values::Kind::unknown));
        });
    }

    // `count += 1` of a number; a tensor is written to.
    static bool allows_update(const Facts& facts, syntax::AugmentedAssignment update) {
        const names::Binding* variable = facts.variable(update.target());
        if (!variable) return false;
        return function::is_number(facts.value(update.target())) || is_unshared(facts, *variable, update.node);
    }

    std::vector<Node> functions_;
    Computation* made_;
};

}  // namespace

bool sizes_by_data(const torch::Row& row) { return row.rule == "GM301" && row.when == torch::When::always; }

std::optional<Computation> computation_of(const Facts& facts, Node call) {
    Computation made;
    Reader reader({}, made);
    return reader.allows_call(facts, call) ? std::optional(made) : std::nullopt;
}

}  // namespace effects
