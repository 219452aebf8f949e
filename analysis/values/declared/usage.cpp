#include "analysis/values/declared/usage.h"

#include <algorithm>
#include <array>

namespace values {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

// `x.shape` and `x.requires_grad`, which nobody else has, and of which one can ask a tensor whatever its data.
bool describes_tensors(std::string_view attribute, const torch::Knowledge& knowledge) {
    if (attribute == "requires_grad") return true;
    const torch::Row* row = torch::find_member(torch::tensor_class, attribute, knowledge);
    return row && row->gives == torch::Gives::shape;
}

bool is_number(Node node) {
    if (node.is(Kind::unary_operator)) return is_number(node.first_child());
    return node.is(Kind::integer) || node.is(Kind::float_);
}

// Indexing that only a tensor (or an array) allows.
bool indexes_tensor(Node subscript) {
    const auto indices = syntax::Subscript{subscript}.indices();
    return indices.size() > 1 && std::ranges::any_of(indices, [](Node index) {
               return index.is(Kind::slice) || index.is(Kind::ellipsis) || index.is(Kind::none);
           });
}

// The expression around `node` that is a tensor only if `node` is one: `-x`, `x > 0`, `x[1:]`, `(x)`, `x.log()`; null
// if there is none.
Node as_good_as(Node node, const torch::Knowledge& knowledge) {
    const Node parent = node.parent();
    switch (parent.kind()) {
        case Kind::parenthesized_expression:
        case Kind::unary_operator: return parent;
        case Kind::binary_operator:
        case Kind::comparison_operator: {
            const Node first = parent.first_child();
            const Node other = first == node ? first.next_sibling() : first;
            const bool alike = other && other.is(Kind::subscript) && node.is(Kind::subscript) &&
                               syntax::Subscript{other}.object().text() == syntax::Subscript{node}.object().text();
            return is_number(other) || alike ? parent : Node{};
        }
        case Kind::attribute: {
            const auto call = syntax::as<syntax::Call>(parent.parent());
            const std::string_view name = parent.child(Field::attribute).text();
            const torch::Row* row = call && parent.child(Field::object) == node && call->function() == parent
                                        ? torch::find_member(torch::tensor_class, name, knowledge)
                                        : nullptr;
            return row && row->gives == torch::Gives::tensor ? call->node : Node{};
        }
        default: return {};
    }
}

// Classes that share names of methods with tensors.
constexpr std::array others{torch::module_class,
                            torch::logger_class,
                            std::string_view("builtins.str"),
                            std::string_view("builtins.bytes"),
                            std::string_view("builtins.list"),
                            std::string_view("builtins.tuple"),
                            std::string_view("builtins.dict"),
                            std::string_view("builtins.set"),
                            std::string_view("pathlib.Path"),
                            std::string_view("queue.Queue"),
                            std::string_view("builtins.int"),
                            std::string_view("builtins.float")};

constexpr std::size_t max_names = 3;  // that are followed from one to the next

std::size_t position_of(Node argument) {
    constexpr std::size_t not_known = 100;  // behind `*args`, or as many others
    std::size_t position = 0;
    for (const Node before : argument.parent().children()) {
        if (before == argument || position == not_known) break;
        if (before.is(Kind::list_splat)) return not_known;
        ++position;
    }
    return position;
}

bool asks_for_truth(Node use) {
    const Node parent = use.parent();
    if (const auto conditional = syntax::as<syntax::Conditional>(parent)) return conditional->condition() == use;
    if (parent.is(Kind::not_operator)) return true;
    return (parent.is(Kind::if_statement) || parent.is(Kind::elif_clause)) && parent.child(Field::condition) == use;
}

class Uses {
  public:
    Uses(const NameUses& uses, const torch::Knowledge& knowledge, const TakesTensor& takes_tensor)
        : uses_(uses), names_(uses.names()), knowledge_(knowledge), takes_tensor_(takes_tensor) {}

    // Asked of the same variable again, after as many names, it is no more than it was (or is about to be).
    bool prove_tensor(Node name, std::size_t names_followed = 0) {
        const names::Reference meant = names_.resolve(name);
        const auto [known, is_new] = known_.at(names_followed).try_emplace(meant ? &meant.binding() : nullptr);
        if (!is_new) return known->second;
        const bool proven = std::ranges::any_of(uses_.of(meant), [&](Node use) {
            return (proves(use) || proves_by_name(use, names_followed)) && !is_guarded(use);
        });
        return known->second = proven;
    }

    bool prove_items(Node name, const TakesTensor& takes_tensors) {
        return std::ranges::any_of(uses_.of(names_.resolve(name)), [&](Node use) {
            const Node around = use.parent();
            if (around.is(Kind::argument_list) && takes_tensors(around.parent(), position_of(use))) return true;
            const auto item = syntax::as<syntax::Subscript>(around);
            return item && item->object() == use && item->indices().size() == 1 && is_place(item->indices().front()) &&
                   proves(item->node) && !is_guarded(use);
        });
    }

  private:
    // `i`, `i + 1`, of `for i in range(n)`
    bool is_place(Node index) const {
        if (index.is(Kind::binary_operator)) return is_place(index.first_child());
        const names::Reference name = index.is(Kind::identifier) ? names_.resolve(index) : names::Reference{};
        if (!name || name.binding().occurrences.size() != 1) return false;
        const auto loop = syntax::as<syntax::For>(name.binding().occurrences.front().node.parent());
        const auto call = loop ? syntax::as<syntax::Call>(loop->iterable()) : std::nullopt;
        return call && call->function().is(Kind::identifier) && call->function().text() == "range" &&
               !names_.resolve(call->function());
    }

    // `y = x * 2.0`, and `y` is used as only a tensor is. Other assignments to `y` are made of itself.
    bool proves_by_name(Node use, std::size_t names_followed) {
        if (names_followed == max_names) return false;
        Node value = as_good_as(use, knowledge_);
        while (value && !value.parent().is(Kind::assignment)) value = as_good_as(value, knowledge_);
        const auto assignment = value ? syntax::as<syntax::Assignment>(value.parent()) : std::nullopt;
        if (!assignment || assignment->value() != value || !assignment->target().is(Kind::identifier)) return false;
        const names::Reference name = names_.resolve(assignment->target());
        if (!name || name.scope != names_.resolve(use).scope) return false;
        const std::vector<Node>& assigned = made_of_others(name.binding());
        const bool same = std::ranges::all_of(assigned, [&](Node each) { return each == assignment->target(); });
        return same && prove_tensor(assignment->target(), names_followed + 1);
    }

    // Where the variable is assigned what is not made of itself; no more than the first two such places.
    const std::vector<Node>& made_of_others(const names::Binding& variable) {
        const auto [known, is_new] = made_of_others_.try_emplace(&variable);
        std::vector<Node>& places = known->second;
        for (auto each = variable.occurrences.begin(); is_new && each != variable.occurrences.end(); ++each) {
            const Node parent = each->node.parent();
            const auto other = syntax::as<syntax::Assignment>(parent);
            if (parent.is(Kind::augmented_assignment) ||
                (other && other->value() && reads(other->value(), each->node.text())))
                continue;
            places.push_back(each->node);
            if (places.size() == 2) break;
        }
        return places;
    }

    static bool reads(Node expression, std::string_view name) {
        for (const Node node : subtree(expression))
            if (node.is(Kind::identifier) && node.text() == name) return true;
        return false;
    }

    // `isinstance(x, torch.Tensor) and x.shape[0] > 1`: the program asks what it is first, so it may be something else.
    bool is_guarded(Node use) const {
        Node part = use;
        for (Node node = part.parent(); node && !node.is(Kind::function_definition);
             part = node, node = node.parent()) {
            const auto conditional = syntax::as<syntax::Conditional>(node);
            Node test;
            if (node.is(Kind::boolean_operator) && node.op() == syntax::Op::logical_and && part != node.first_child())
                test = node.first_child();
            else if (node.is(Kind::if_statement) || node.is(Kind::elif_clause))
                test = part.field() == Field::consequence ? node.child(Field::condition) : Node{};
            else if (conditional && conditional->then() == part)
                test = conditional->condition();
            if (test && asks_kind(test, use.text())) return true;
            if (node.is(Kind::try_statement) && part.field() == Field::body && expects_another(node)) return true;
        }
        return false;
    }

    // `except AttributeError`: the program tries whether it is one.
    static bool expects_another(Node try_statement) {
        constexpr std::array<std::string_view, 4> expected{"AttributeError", "TypeError", "Exception", "BaseException"};
        for (const Node clause : try_statement.children()) {
            if (!clause.is(Kind::except_clause)) continue;
            const Node caught = clause.first_child();
            if (caught.is(Kind::block)) return true;
            for (const Node node : subtree(caught))
                if (std::ranges::find(expected, node.text()) != expected.end()) return true;
        }
        return false;
    }

    bool asks_kind(Node test, std::string_view name) const {
        const Node node = syntax::unparenthesized(test);
        if (node.is(Kind::boolean_operator) && node.op() == syntax::Op::logical_and)
            return asks_kind(node.first_child(), name) || asks_kind(node.first_child().next_sibling(), name);
        const auto call = syntax::as<syntax::Call>(node);
        if (!call) return false;
        const bool builtin = call->function().is(Kind::identifier) && !names_.resolve(call->function());
        const auto callee = builtin ? "builtins." + std::string(call->function().text())
                                    : names_.qualified(call->function()).value_or("");
        const torch::Row* row = torch::find(callee, knowledge_);
        const bool asks = row && (row->role == torch::Role::isinstance || row->role == torch::Role::is_tensor);
        return asks && call->arguments().first_child().text() == name;
    }

    bool proves(Node use) const {
        for (Node node = use; node; node = as_good_as(node, knowledge_))
            if (allows_only_tensors(node)) return true;
        // `x[1:]` may be a list, but not if `x[1:].sum()` is what follows.
        const Node parent = use.parent();
        return parent.is(Kind::subscript) && parent.child(Field::value) == use && slices(parent) && proves(parent);
    }

    static bool slices(Node subscript) {
        const auto indices = syntax::Subscript{subscript}.indices();
        return std::ranges::any_of(indices, [](Node index) { return index.is(Kind::slice); });
    }

    // `x[x > 0]`, `x[hot]` where `hot = x > 0`, `x[~hot]`: no list takes that.
    bool indexes_by_mask(Node subscript) const {
        const auto indices = syntax::Subscript{subscript}.indices();
        return indices.size() == 1 && is_mask(indices.front(), 0);
    }

    bool is_mask(Node index, std::size_t names_followed) const {
        const Node node = syntax::unparenthesized(index);
        if (node.is(Kind::comparison_operator)) return compares_values(node);
        if (node.is(Kind::unary_operator)) return node.op() == syntax::Op::invert;
        if (!node.is(Kind::identifier) || names_followed == max_names) return false;
        const names::Reference name = names_.resolve(node);
        if (!name || name.binding().occurrences.size() != 1) return false;
        const auto assignment = syntax::as<syntax::Assignment>(name.binding().occurrences.front().node.parent());
        return assignment && assignment->value() && assignment->target().is(Kind::identifier) &&
               is_mask(assignment->value(), names_followed + 1);
    }

    static bool compares_values(Node comparison) {
        const Node other = comparison.first_child().next_sibling();
        switch (other.op()) {
            case syntax::Op::less:
            case syntax::Op::less_equal:
            case syntax::Op::greater:
            case syntax::Op::greater_equal:
            case syntax::Op::equal:
            case syntax::Op::not_equal: return !other.next_sibling();
            default: return false;
        }
    }

    bool allows_only_tensors(Node use) const {
        const Node parent = use.parent();
        switch (parent.kind()) {
            case Kind::attribute: {
                if (parent.child(Field::object) != use) return false;
                const std::string_view name = parent.child(Field::attribute).text();
                const auto call = syntax::as<syntax::Call>(parent.parent());
                if (!call || call->function() != parent) return describes_tensors(name, knowledge_);
                return method_of_tensors(name, knowledge_) != nullptr ||
                       (is_shared_with_modules(name) && allows_no_module(call->node));
            }
            case Kind::binary_operator: return parent.op() == syntax::Op::matmul;
            case Kind::subscript:
                return parent.child(Field::value) == use && (indexes_tensor(parent) || indexes_by_mask(parent));
            case Kind::argument_list: return takes_tensor_(parent.parent(), position_of(use));
            default: return false;
        }
    }

    // `x.float()`: of classes that are known, only modules have that as well.
    bool is_shared_with_modules(std::string_view name) const {
        return torch::find_member(torch::tensor_class, name, knowledge_) &&
               std::ranges::all_of(others, [&](std::string_view other) {
                   return other == torch::module_class || !torch::find_member(other, name, knowledge_);
               });
    }

    // `x.float() * w`, `x.to(dtype).abs()`
    bool allows_no_module(Node call) const {
        const Node parent = call.parent();
        if (parent.is(Kind::parenthesized_expression)) return allows_no_module(parent);
        if (parent.is(Kind::attribute)) return allows_only_tensors(call);
        return parent.is(Kind::binary_operator) || parent.is(Kind::unary_operator);
    }

    const NameUses& uses_;
    const names::Module& names_;
    const torch::Knowledge& knowledge_;
    const TakesTensor& takes_tensor_;
    std::array<std::unordered_map<const names::Binding*, bool>, max_names + 1> known_;  // by the names followed
    std::unordered_map<const names::Binding*, std::vector<Node>> made_of_others_;
};

}  // namespace

NameUses::NameUses(const names::Module& names, Node function) : names_(names), body_(function.child(Field::body)) {
    for (const Node node : subtree(body_))
        if (node.is(Kind::identifier))
            if (const names::Reference reference = names.resolve(node)) uses_[&reference.binding()].push_back(node);
}

std::span<const Node> NameUses::of(const names::Reference& variable) const {
    const auto found = variable ? uses_.find(&variable.binding()) : uses_.end();
    return found == uses_.end() ? std::span<const Node>() : found->second;
}

const torch::Row* method_of_tensors(std::string_view name, const torch::Knowledge& knowledge) {
    const torch::Row* row = torch::find_member(torch::tensor_class, name, knowledge);
    if (!row) return nullptr;
    const bool shared = std::ranges::any_of(
        others, [&](std::string_view other) { return torch::find_member(other, name, knowledge) != nullptr; });
    return shared ? nullptr : row;
}

const torch::Row* row_of_callee(const names::Module& names, Node callee, const torch::Knowledge& knowledge) {
    if (const auto name = names.qualified(callee)) return torch::find(*name, knowledge);
    const auto method = syntax::as<syntax::Attribute>(callee);
    return method ? method_of_tensors(method->name().text(), knowledge) : nullptr;
}

const torch::Row* function_of_method(std::string_view name, const torch::Knowledge& knowledge) {
    const std::string_view package = torch::tensor_class.substr(0, torch::tensor_class.rfind('.') + 1);
    return method_of_tensors(name, knowledge) ? torch::find(std::string(package).append(name), knowledge) : nullptr;
}

bool used_as_flag(const NameUses& uses, const syntax::Parameter& parameter) {
    const auto all = uses.of(uses.names().resolve(parameter.name));
    return !all.empty() && std::ranges::all_of(all, asks_for_truth);
}

bool compared_with_none(const NameUses& uses, const syntax::Parameter& parameter) {
    return std::ranges::any_of(uses.of(uses.names().resolve(parameter.name)), [](Node use) {
        const Node comparison = use.parent();
        return comparison.is(Kind::comparison_operator) && comparison.child(Kind::none);
    });
}

bool items_used_as_tensors(const NameUses& uses, Node name, const torch::Knowledge& knowledge,
                           const TakesTensor& takes_tensor, const TakesTensor& takes_tensors) {
    return Uses(uses, knowledge, takes_tensor).prove_items(name, takes_tensors);
}

bool used_as_tensor(const NameUses& uses, Node name, const torch::Knowledge& knowledge,
                    const TakesTensor& takes_tensor) {
    return Uses(uses, knowledge, takes_tensor).prove_tensor(name);
}

}  // namespace values
