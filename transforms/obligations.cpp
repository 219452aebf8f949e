#include "transforms/obligations.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/gradients.h"
#include "transforms/number_uses.h"
#include "transforms/settings.h"
#include "transforms/sharing.h"
#include "transforms/speculation.h"
#include "transforms/torch_name.h"

#include <algorithm>
#include <map>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view grad_enabled = ".is_grad_enabled()";

bool keeps(const Target& target) {  // in some arm, what it was
    return !std::ranges::all_of(target.values, [](Node value) { return static_cast<bool>(value); });
}

// One attempt at a proof: what is asked, and what is known and found out on the way.
struct Case {
    const Facts& facts;
    const Predication& at;
    Predicate& predicate;
    Forms& forms;
    Proof& proof;
    std::set<std::size_t> numbers{};  // the targets that are numbers, and become tensors without dimensions

    [[nodiscard]] std::string name_of(const Target& target) const {
        return target.text.empty() ? "the value" : "`" + target.text + "`";
    }
    // A tensor takes the place of what the arms leave there.
    [[nodiscard]] bool chooses_tensor(std::size_t index) const {
        const Target& target = at.targets[index];
        return !target.temporary && !target.alike && !numbers.contains(index);
    }
    // None are recorded, or writes_unseen() tests that.
    [[nodiscard]] bool without_gradients() const {
        const auto writes = [](const Target& target) { return static_cast<bool>(target.written); };
        return facts.without_gradients() || (proof.answer() == Answer::test && std::ranges::any_of(at.targets, writes));
    }
    [[nodiscard]] values::Value before(const Target& target) const { return value_before(facts, at, target); }
    [[nodiscard]] Roots roots(std::size_t index, std::size_t arm) const {
        const Target& target = at.targets[index];
        Node value = target.values[arm];
        for (std::size_t i = index; i > 0 && !value; --i)
            if (at.targets[i - 1].variable == target.variable && target.variable) value = at.targets[i - 1].values[arm];
        if (!value && target.variable)
            return tensors_of(roots_of(facts, *target.variable, at.statement, before(target)));
        Assigned assigned;
        for (const names::Binding& binding : facts.scope().bindings)
            for (const auto& [name, given] : predicate.bound)
                if (binding.text == name) assigned.emplace(&binding, given);
        for (const Target& each : at.targets)
            if (each.values[arm] && each.variable) assigned.emplace(each.variable, each.values[arm]);
        return tensors_of(roots_of(facts, value, at.statement, assigned));
    }
    // Without what is tested to be a number.
    [[nodiscard]] Roots tensors_of(Roots roots) const {
        const auto is_number = [&](const Root& root) { return forms.is_number(root.name, root.since); };
        std::erase_if(roots.all, is_number);
        std::erase_if(roots.differentiable, [&](const Root& root) {
            return is_number(root) || forms.is_bool(root.name, root.since);
        });
        return roots;
    }
};

// `with torch.no_grad():` sees nothing of what is computed inside.
bool only_sets_gradients(const Facts& facts, Node with) {
    for (const Node item : with.child(Kind::with_clause).children()) {
        const Node manager = item.child(syntax::Field::value);
        const torch::Row* row = manager.is(Kind::call) ? facts.row_of(manager) : nullptr;
        if (!row || row->role != torch::Role::no_grad) return false;
    }
    return true;
}

// A handler, or a context manager, may see that an arm is computed although it was not chosen.
void nobody_watches(Case& c) {
    for (Node node = c.at.statement.parent(); node && node != c.facts.function(); node = node.parent())
        if (node.is(Kind::try_statement) || (node.is(Kind::with_statement) && !only_sets_gradients(c.facts, node)))
            return c.proof.refuse(node.is(Kind::with_statement) ? "a `with` around it may see the difference"
                                                                : "a `try` around it may see the difference");
    if (c.facts.shows_all_variables()) c.proof.refuse("`locals()` or its like may see the difference");
    if (c.facts.reshapes_in_place()) c.proof.refuse("something in the function gives a tensor another shape in place");
}

// Else nothing would ask the condition any more, and what it raises would not be raised.
void something_is_chosen(Case& c) {
    if (std::ranges::all_of(c.at.targets, [](const Target& each) { return each.temporary || each.alike; }))
        c.proof.refuse("nothing that is read later depends on the condition");
}

void only_tensors_decide(Case& c) {
    const bool several = c.at.form != Predication::Form::branch || c.at.arms() > 2 ||
                         std::ranges::any_of(c.at.targets, [](const Target& each) { return bool(each.values.back()); });
    if (!c.predicate.fixed.empty() && several) c.proof.refuse("the condition has several parts");
}

void defined_before(Case& c) {
    for (const Target& target : c.at.targets) {
        if (!keeps(target) || target.temporary) continue;
        if (!target.variable)
            return c.proof.refuse(c.name_of(target) + " would be assigned although the program does not");
        if (!c.facts.must_defined().before(c.at.statement, target.variable->text))
            return c.proof.refuse(c.name_of(target) + " may not be assigned before the `if`");
    }
}

void check_update(Case& c, Node value, Speculation& speculation) {
    if (value.is(Kind::augmented_assignment)) {
        const syntax::AugmentedAssignment update{value};
        speculation.check_operator(value, update.target(), update.op(), update.value());
    } else {
        speculation.check_call(value, c.facts.pure_twin(value));
    }
}

// `y = x` before `y += 1` in the same arm, or none.
Node assigned_in_arm(const Case& c, const Target& target, std::size_t arm) {
    for (auto each = &target; each != c.at.targets.data(); --each) {
        const Target& earlier = *(each - 1);
        const Node given = earlier.variable == target.variable ? earlier.values[arm] : Node{};
        if (given && !is_update(given)) return given;
    }
    return {};
}

// The variable that an update writes to holds the only reference to its tensor, and keeps its shape and dtype.
void update_is_private(Case& c, const Target& target, std::size_t arm) {
    const Node value = target.values[arm];
    const Node written =
        value.is(Kind::call) ? value.child(syntax::Field::function).first_child() : value.child(syntax::Field::left);
    const Node given = assigned_in_arm(c, target, arm);
    const bool is_private =
        target.variable && (given ? makes_new_tensor(c.facts, given) &&
                                        is_kept_private(c.facts, *target.variable, given.end_index(), value.index())
                                  : is_unshared(c.facts, *target.variable, c.at.statement));
    if (!is_private) return c.proof.refuse(quoted(value) + " writes to the tensor itself, which others may see");
    if (!same_form(c.forms.of(value), c.forms.of(written)))
        return c.proof.refuse(quoted(value) + " may not fit the shape or dtype of the tensor that it writes to");
    if (c.facts.without_gradients()) return;
    const Node from = given ? syntax::statement_of(value) : c.at.statement;
    const auto saved = saved_with(c.facts, *target.variable, from, c.at.statement.end_index());
    if (!saved) return;
    std::set<Root> wanted =
        c.tensors_of(roots_of(c.facts, *target.variable, from, c.facts.value(written))).differentiable;
    wanted.merge(c.tensors_of(*saved).differentiable);
    if (saved->known && wanted.empty()) return;
    const auto test = wants_no_gradient(c.facts, c.at.statement, wanted);
    if (saved->known && test) return c.proof.test(*test);
    c.proof.refuse(quoted(value) + " may write to what a gradient is computed from, which raises an error");
}

void spoils_nothing(Case& c, std::size_t arm, const Speculation& speculation) {
    std::set<Root> roots;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i)
        if (c.at.targets[i].values[arm]) roots.merge(c.roots(i, arm).differentiable);
    const auto test = wants_no_gradient(c.facts, c.at.statement, roots);
    c.proof.test_or_assume(test, "gradients of what is not chosen are finite", speculation.hazard());
}

// An operation of both arms: if it does not fit, one of them raises anyway.
void learn_from(Case& c, std::size_t arm, Forms& forms) {
    for (const Target& target : c.at.targets)
        if (const Node value = target.values[arm]) {
            forms.is_evaluated(value);
            if (!target.text.empty()) forms.assign(target.text, forms.of(value));
        }
    for (const Target& target : c.at.targets) forms.forget(target.text);
    for (const auto& [name, value] : c.predicate.bound) forms.assign(name, forms.of(value));
}

void arms_may_run(Case& c) {
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
        Forms forms = c.forms;
        if (c.at.arms() == 2) learn_from(c, 1 - arm, forms);
        Case here{.facts = c.facts, .at = c.at, .predicate = c.predicate, .forms = forms, .proof = c.proof};
        Speculation speculation(c.facts, c.at.statement, forms, c.proof);
        for (const auto& [name, value] : c.predicate.bound) speculation.assigned(name, value);
        for (const Target& target : c.at.targets) {
            const Node value = target.values[arm];
            if (!value || c.proof.refused()) continue;
            if (is_update(value)) {
                check_update(c, value, speculation);
                if (!c.proof.refused()) update_is_private(here, target, arm);
            } else if (target.temporary && speculation.is_limit(value)) {
                speculation.check_limit(value);
            } else {
                speculation.check(value);
            }
            if (target.text.empty() || target.together) continue;
            speculation.assigned(target.text, value);
            forms.assign(target.text, forms.of(value));
        }
        if (!c.proof.refused() && speculation.spoils_gradients() && !c.without_gradients())
            spoils_nothing(c, arm, speculation);
    }
}

std::vector<Form> forms_of_arm(Case& c, std::size_t arm) {
    std::vector<Form> all;
    Forms forms = c.forms;
    for (const Target& target : c.at.targets) {
        const Node value = target.values[arm];
        const bool kept = target.variable && !target.temporary;
        all.push_back(value ? forms.of(value) : kept ? forms.of_kept(*target.variable, c.before(target)) : Form{});
        if (value && !target.text.empty() && !target.together) forms.assign(target.text, all.back());
    }
    return all;
}

// In all arms an exact number, as is what an arm leaves.
bool is_number(const Case& c, std::size_t index) {
    const Target& target = c.at.targets[index];
    const auto exact = [&](Node value) {
        const auto number = value ? number_of(c.facts.value(value)) : std::nullopt;
        return number && is_exact(*number);
    };
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
        Node value = target.values[arm];
        if (!value && target.variable)
            if (const auto before = c.facts.definition(*target.variable, c.at.statement)) value = before->value;
        if (!exact(value)) return false;
    }
    return true;
}

// The places that read the number: of the variable that it is assigned to, or the expression itself.
std::vector<Node> reads_of_number(const Case& c, const Target& target) {
    const names::Binding* variable = target.variable;
    if (!variable) {
        Node whole = c.at.conditions.front().parent();
        while (whole.parent().is(Kind::parenthesized_expression)) whole = whole.parent();
        const auto assignment = syntax::as<syntax::Assignment>(whole.parent());
        if (!assignment || assignment->value() != whole) return {whole};
        variable = c.facts.variable(assignment->target());
        if (!variable || variable->captured) return {};
    }
    std::vector<Node> reads;
    const Node function = c.facts.function();
    const Node loop = outermost_loop(c.at.statement);
    for (std::uint32_t i = loop ? function.index() : c.at.statement.end_index(); i < function.end_index(); ++i)
        if (const Node node = function.tree()->node(i);
            c.facts.variable(node) == variable && !syntax::is_within(node, c.at.statement) && node.field() != syntax::Field::left)
            reads.push_back(node);
    return reads;
}

// It only goes into arithmetic with tensors that take a tensor without dimensions as they take a number.
void number_serves(Case& c, const Target& target) {
    NumberUses uses(c.facts, c.at.statement, c.forms, c.proof);
    for (const Node node : reads_of_number(c, target)) uses.check(node);
    const auto torch = torch_name(c.facts.program(), c.facts.function());
    if (c.proof.refused()) return;
    if (uses.widened() || uses.partners().empty())
        return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
    std::set<std::string_view> deciding;
    for (const Node tensor : c.predicate.tensors)
        for (const Root& root : roots_of(c.facts, tensor, c.at.statement).all) deciding.insert(root.name);
    for (const std::string& each : uses.partners()) {
        if (!deciding.contains(each))
            return c.proof.refuse("the condition may be on another device than `" + each + "`");
        for (const std::string& test : takes_as_number(each, *torch)) c.proof.test(test);
    }
}

void same_kind(Case& c) {
    std::vector<std::vector<Form>> forms;
    for (std::size_t arm = 0; arm < c.at.arms(); ++arm) forms.push_back(forms_of_arm(c, arm));
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (target.temporary || target.alike) continue;
        if (is_number(c, i)) {
            c.numbers.insert(i);
            number_serves(c, target);
            continue;
        }
        for (const std::vector<Form>& arm : forms)
            if (!arm[i].is_tensor()) return c.proof.refuse(c.name_of(target) + " may be something else than a tensor");
        for (const std::vector<Form>& arm : forms) {
            if (arm[i].dtype != forms.front()[i].dtype && target.cast.empty())
                return c.proof.refuse("the arms of " + c.name_of(target) + " may have different dtypes");
            if (arm[i].shape != forms.front()[i].shape)
                return c.proof.refuse("the arms of " + c.name_of(target) + " may have different shapes");
        }
    }
}

void same_device(Case& c) {
    std::set<Root> deciding;
    bool known = true;
    for (const Node tensor : c.predicate.tensors) {
        Roots roots = c.tensors_of(roots_of(c.facts, tensor, c.at.statement));
        known = known && roots.known;
        deciding.merge(roots.all);
    }
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        std::set<Root> arms;
        bool arms_known = known;
        for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
            Roots roots = c.roots(i, arm);
            arms_known = arms_known && roots.known;
            arms.merge(roots.all);
        }
        if (arms_known && std::ranges::includes(arms, deciding)) continue;
        if (test_device(c.facts, c.at, c.predicate, c.forms, c.proof)) continue;
        const auto place = c.at.targets.size() == 1 ? tensor_of_arms(c.facts, c.at) : std::nullopt;
        if (!place)
            return c.proof.refuse("the condition may be on another device than " + c.name_of(target));
        move_to(c.predicate, place->text + ".device");
    }
}

// `h, c = c, h`: whoever reads all of them has the same inputs either way.
bool is_swap_read_together(const Case& c) {
    std::set<std::string> assigned, given;
    for (const Target& target : c.at.targets) {
        const bool moves = target.variable && target.together && c.at.arms() == 2 && !target.values.back();
        if (!moves) return false;
        assigned.insert(target.text);
        given.insert(std::string(target.values.front().text()));
    }
    if (assigned != given || outermost_loop(c.at.statement)) return false;
    const auto target_of = [&](Node node) {
        const names::Binding* variable = c.facts.variable(node);
        return variable && assigned.contains(std::string(variable->text)) ? std::string(variable->text) : std::string();
    };
    const Node function = c.facts.function();
    for (std::uint32_t i = c.at.statement.end_index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        if (target_of(node).empty()) continue;
        Node whole = node;
        while (whole.parent().is(Kind::binary_operator) || whole.parent().is(Kind::parenthesized_expression))
            whole = whole.parent();
        std::set<std::string> read;
        for (std::uint32_t k = whole.index(); k < whole.end_index(); ++k)
            if (const std::string name = target_of(function.tree()->node(k)); !name.empty()) read.insert(name);
        if (read != assigned) return false;
    }
    return true;
}

// `z = x.exp()` in front of the branch, and only one arm reads z: the zeros that it gets otherwise may not stay zeros.
void reaches_no_hazard(Case& c, const Root& root) {
    const auto test = wants_no_gradient(c.facts, c.at.statement, {root});
    const std::string reason = "what made `" + std::string(root.name) + "` may spoil gradients although its result is not used";
    if (!test && c.proof.answer() == Answer::test) return c.proof.refuse(reason);
    c.proof.test_or_assume(test.value_or(""), "gradients of what is not chosen are finite", reason);
}

// In a `with torch.no_grad():` a select is without the gradient that the tensor from outside has.
void keeps_gradient(Case& c, const Target& target) {
    for (const Node value : target.values) {
        if (value && !is_update(value) && makes_new_tensor(c.facts, value)) continue;
        const Node updated = value && is_update(value) ? value.first_child() : value;
        const names::Binding* variable = updated ? c.facts.variable(updated) : target.variable;
        if (!variable || !c.facts.must_defined().before(c.at.statement, variable->text))
            return c.proof.refuse(quoted(c.at.statement) + " would lose the gradient of what it leaves");
        const auto made = c.facts.definition(*variable, c.at.statement);
        const bool here = made && made->statement && makes_new_tensor(c.facts, made->value) &&
                          with_around(made->value) == with_around(c.at.statement);
        if (!here) c.proof.test("not " + std::string(variable->text) + ".requires_grad");
    }
}

void same_gradients(Case& c) {
    if (with_around(c.at.statement))
        for (std::size_t i = 0; i < c.at.targets.size(); ++i)
            if (c.chooses_tensor(i)) keeps_gradient(c, c.at.targets[i]);
    if (c.without_gradients() || is_swap_read_together(c)) return;
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i)) continue;
        std::map<Root, std::size_t> arms, between;  // in how many of them it takes part
        for (std::size_t arm = 0; arm < c.at.arms(); ++arm) {
            const Roots roots = c.roots(i, arm);
            for (const Root& root : roots.differentiable) ++arms[root];
            for (const auto& [root, made] : roots.between)
                if (may_spoil(c.facts, made.value)) ++between[root];
        }
        for (const auto& [root, count] : between)
            if (count < c.at.arms()) reaches_no_hazard(c, root);
        for (const auto& [root, count] : arms) {
            if (count == c.at.arms()) continue;
            const std::string name = "`" + std::string(root.name) + "`";
            const auto test = wants_no_gradient(c.facts, c.at.statement, root, target.values);
            c.proof.test_or_assume(test, name + " may get a gradient of zeros instead of none",
                                   name + " would get a gradient of zeros instead of none");
        }
    }
}

// A select always makes a new tensor.
void copies_unseen(Case& c) {
    for (std::size_t i = 0; i < c.at.targets.size(); ++i) {
        const Target& target = c.at.targets[i];
        if (!c.chooses_tensor(i) || target.only_read) continue;
        const auto is_new = [&](Node value) {
            if (!value) return target.variable && is_unshared(c.facts, *target.variable, c.at.statement);
            return is_update(value) || makes_new_tensor(c.facts, value);
        };
        const auto old = std::ranges::find_if_not(target.values, is_new);
        if (old == target.values.end()) continue;
        if (!target.variable) {
            const std::string kept = *old ? quoted(*old) : c.name_of(target);
            std::string reason = "a copy instead of " + kept + " may be told from it";
            const bool returned =
                target.text.empty() && c.at.behind.empty() &&
                (c.at.form == Predication::Form::early || is_returned(c.at.conditions.front().parent()));
            const bool is_local = *old ? old->is(Kind::identifier) : true;
            if (!returned || !is_local) return c.proof.refuse(std::move(reason));
            c.proof.assume("the caller does not mind a copy of " + kept, std::move(reason));
            continue;
        }
        const Observer observer = observer_of(c.facts, *target.variable, c.at.statement);
        if (observer.writes)
            return c.proof.refuse(c.name_of(target) + " may be changed in place before the end of the function");
        if (!observer) continue;
        std::string reason =
            c.name_of(target) + " may be told from a copy in " + quoted(syntax::statement_of(observer.node));
        const bool is_attribute =
            std::ranges::any_of(target.values, [](Node value) { return value.is(Kind::attribute); });
        if (!observer.returns || is_attribute) return c.proof.refuse(std::move(reason));
        c.proof.assume("the caller does not mind a copy of `" + target.text + "`", std::move(reason));
    }
}

// A write, of the same values too, spoils what a gradient is computed from, and a leaf that wants one refuses it. So
// it is made where none are recorded.
void writes_unseen(Case& c) {
    for (const Target& target : c.at.targets) {
        if (!target.written || c.facts.without_gradients()) continue;
        const auto torch = torch_name(c.facts.program(), c.facts.function());
        const std::string reason = quoted(target.written) + " is written to, and a gradient may need what it was before";
        c.proof.test_or_assume("not " + std::string(*torch) + std::string(grad_enabled),
                               "no gradient needs what " + quoted(target.written) + " was before", reason);
    }
}

// PyTorch #194976: a float that changes from call to call, as a number operand of a fused graph, keeps an old value.
void no_changing_floats(Case& c) {
    const Node function = c.facts.function();
    for (std::uint32_t i = function.index(); i < function.end_index(); ++i) {
        const Node node = function.tree()->node(i);
        const Node holder = node.parent().is(Kind::keyword_argument) ? node.parent().parent() : node.parent();
        const names::Binding* variable = holder.is(Kind::argument_list) ? c.facts.variable(node) : nullptr;
        if (!variable || variable->occurrences.front().kind != names::BindingKind::parameter) continue;
        const torch::Row* row = c.facts.row_of(holder.parent());
        const values::Value value = c.facts.value(node);
        const bool changes =
            (value.is(values::Kind::number) && value.dtype != torch::Dtype::integer) || value.is(values::Kind::unknown);
        // `dropout(y)` has the shape of y, so that is a tensor.
        const bool is_shape = row && holder.first_child() == node &&
                              (row->shape == torch::Shape::same || row->shape == torch::Shape::same_size);
        if (!changes || !row || row->gives != torch::Gives::tensor || row->traits.in_place || is_shape) continue;
        // What is tested to be a tensor is none.
        const auto here = c.facts.definition(*variable, c.at.statement);
        const auto there = c.facts.definition(*variable, syntax::statement_of(node));
        const bool same = here && there && here->value == there->value;
        if (!same || !c.forms.of(node).is_tensor())
            return c.proof.refuse(
                quoted(node) + " may be a number that changes from call to call, and the compiler may keep an old one");
    }
}

constexpr auto obligations = {nobody_watches, something_is_chosen, only_tensors_decide, defined_before,
                              arms_may_run,   same_kind,           same_device,         copies_unseen,
                              writes_unseen,  no_changing_floats,  same_gradients};

Proven attempt(const Facts& facts, const Predication& at, Answer answer, const Setting& setting) {
    Proof proof(answer);
    Predicate predicate;
    Forms::Known known = assume_setting(facts, at, setting, proof);
    Forms forms(facts, at.statement, proof, std::move(known));
    absorb_columns(facts, at, setting, forms, proof);
    if (!proof.refused()) predicate = read_predicate(facts, at.conditions, at.statement, forms, proof);
    Case all{.facts = facts, .at = at, .predicate = predicate, .forms = forms, .proof = proof};
    for (const auto obligation : obligations) {
        if (proof.refused()) break;
        obligation(all);
    }
    return {.predicate = std::move(predicate), .proof = std::move(proof)};
}

}  // namespace

Proven prove(const Facts& facts, const Predication& predication, Answer answer) {
    std::optional<Proven> first;
    for (const Setting& setting : settings) {
        Proven proven = attempt(facts, predication, answer, setting);
        if (!proven.proof.refused()) return proven;
        if (!first) first = std::move(proven);
    }
    return std::move(*first);
}

}  // namespace transforms
