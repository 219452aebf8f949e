#include "transforms/predication.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation.h"

#include <algorithm>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

struct Assigned {
    std::string text;
    const names::Binding* variable;
    Node value;
    Node together;
};
using Arm = std::vector<Assigned>;

const Assigned* find(const Arm& arm, std::size_t from, const std::string& text) {
    for (std::size_t i = from; i < arm.size(); ++i)
        if (arm[i].text == text) return &arm[i];
    return nullptr;
}

Node method_of(Node call) {
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    return function.is(Kind::attribute) ? function : Node{};
}

class ArmReader {
  public:
    ArmReader(const Facts& facts, Proof& proof) : facts_(facts), proof_(proof) {}

    void add(Node statement) {
        if (proof_.refused() || statement.is(Kind::pass_statement)) return;
        const Node only = statement.is(Kind::expression_statement) ? statement.first_child() : Node{};
        if (!only || only.next_sibling()) return more(statement);
        if (only.is(Kind::augmented_assignment)) return put(only.child(Field::left), only, {});
        if (is_update(only)) {
            const torch::Row* row = facts_.row_of(only);
            if (row && row->traits.in_place && facts_.pure_twin(only)) return put(method_of(only).child(Field::object), only, {});
        }
        const auto assignment = syntax::as<syntax::Assignment>(only);
        if (!assignment || !assignment->value() || assignment->annotation()) return more(statement);
        if (assignment->value().is(Kind::assignment)) return more(statement);
        const std::vector<Node> targets = syntax::elements_of(assignment->target());
        if (targets.size() == 1 && targets.front() == assignment->target())
            return put(assignment->target(), assignment->value(), {});
        const std::vector<Node> values = syntax::elements_of(assignment->value());
        if (values.size() != targets.size() || values.front() == assignment->value())
            return proof_.refuse(quoted(only) + " unpacks what is not known here");
        for (std::size_t i = 0; i < targets.size(); ++i) put(targets[i], values[i], only);
    }

    [[nodiscard]] Arm take() { return std::move(arm_); }

  private:
    void more(Node statement) {
        proof_.refuse("an arm does more than to assign variables: " + quoted(statement));
    }

    void put(Node target, Node value, Node together) {
        if (proof_.refused()) return;
        const names::Binding* variable = facts_.variable(target);
        const bool attribute = target.is(Kind::attribute) && target.child(Field::object).is(Kind::identifier) &&
                               facts_.variable(target.child(Field::object));
        if (!target.is(Kind::identifier) && !attribute)
            return proof_.refuse("an arm assigns to more than a plain variable: " + quoted(target));
        if (!variable && !attribute) return proof_.refuse(quoted(target) + " is no variable of this function alone");
        if (variable && (variable->captured || variable->rebound_inside))
            return proof_.refuse(quoted(target) + " is used by a function inside of this one");
        if (find(arm_, 0, std::string(target.text())))
            return proof_.refuse(quoted(target) + " is assigned twice in one arm");
        arm_.push_back({.text = std::string(target.text()), .variable = variable, .value = value, .together = together});
    }

    const Facts& facts_;
    Proof& proof_;
    Arm arm_;
};

Arm read_arm(const Facts& facts, const std::vector<Node>& statements, Proof& proof) {
    ArmReader reader(facts, proof);
    for (const Node statement : statements) reader.add(statement);
    return reader.take();
}

std::vector<Node> statements_of(Node block) {
    std::vector<Node> all;
    for (const Node statement : block.children()) all.push_back(statement);
    return all;
}

bool reads(const Facts& facts, Node value, const names::Binding* variable) {
    for (std::uint32_t i = value.index(); i < value.end_index(); ++i)
        if (facts.variable(value.tree()->node(i)) == variable) return true;
    return false;
}

bool reads(const Facts& facts, const Arm& arm, const names::Binding* variable) {
    return std::ranges::any_of(arm, [&](const Assigned& each) { return reads(facts, each.value, variable); });
}

bool is_constant(const Facts& facts, Node node) { return facts.value(node).is(values::Kind::literal); }

class Merger {
  public:
    Merger(const Facts& facts, Node statement, const Arm& then, const Arm& otherwise, Proof& proof)
        : facts_(facts), statement_(statement), then_(then), otherwise_(otherwise), proof_(proof) {}

    std::vector<Target> merge() {
        const auto together = [](const Assigned& each) { return static_cast<bool>(each.together); };
        const bool several = std::ranges::any_of(then_, together) || std::ranges::any_of(otherwise_, together);
        if (several && !then_.empty() && !otherwise_.empty() &&
            !std::ranges::equal(then_, otherwise_, [](const Assigned& a, const Assigned& b) {
                return a.text == b.text && a.together && b.together;
            }))
            proof_.refuse("only one of the arms assigns several variables at once");
        std::size_t i = 0, j = 0;
        while (i < then_.size() || j < otherwise_.size()) {
            if (i < then_.size() && !find(otherwise_, 0, then_[i].text)) {
                alone(then_[i++], true);
            } else if (j < otherwise_.size() && !find(then_, 0, otherwise_[j].text)) {
                alone(otherwise_[j++], false);
            } else if (i < then_.size() && j < otherwise_.size() && then_[i].text == otherwise_[j].text) {
                both(then_[i++], otherwise_[j++]);
            } else {
                proof_.refuse("the arms assign their variables in different orders");
                break;
            }
        }
        return std::move(targets_);
    }

  private:
    void alone(const Assigned& one, bool then) {
        const bool temporary = one.variable && !one.together && !is_update(one.value) &&
                               !facts_.liveness().after(statement_, one.variable->text) &&
                               !reads(facts_, then ? otherwise_ : then_, one.variable);
        targets_.push_back({.text = one.text,
                            .variable = one.variable,
                            .then = then ? one.value : Node{},
                            .otherwise = then ? Node{} : one.value,
                            .together = one.together,
                            .temporary = temporary});
    }

    void both(const Assigned& then, const Assigned& otherwise) {
        targets_.push_back({.text = then.text,
                            .variable = then.variable,
                            .then = then.value,
                            .otherwise = otherwise.value,
                            .together = then.together,
                            .alike = is_constant(facts_, then.value) && is_constant(facts_, otherwise.value) &&
                                     then.value.text() == otherwise.value.text()});
    }

    const Facts& facts_;
    Node statement_;
    const Arm& then_;
    const Arm& otherwise_;
    Proof& proof_;
    std::vector<Target> targets_;
};

Node only_statement(Node block) {
    const Node first = block.first_child();
    return first && !first.next_sibling() ? first : Node{};
}

std::vector<Node> behind(Node statement) {
    std::vector<Node> all;
    for (Node each = statement.next_sibling(); each; each = each.next_sibling()) all.push_back(each);
    return all;
}

// `if c: return a`, and then assignments and `return b`.
bool read_early(const Facts& facts, Node block, Predication& read, Proof& proof) {
    std::vector<Node> rest = behind(read.statement);
    std::vector<Node> arm = statements_of(block);
    if (facts.scope().yields || rest.empty() || !rest.back().is(Kind::return_statement) || read.statement.parent().parent() != facts.function())
        return false;
    const Node then = arm.back().first_child(), otherwise = rest.back().first_child();
    if (!then || !otherwise) return proof.refuse("one of the returns gives None"), true;
    read.form = Predication::Form::early;
    read.replaced = {read.statement.span().begin, rest.back().span().end};
    arm.pop_back();
    rest.pop_back();
    const Arm first = read_arm(facts, arm, proof), second = read_arm(facts, rest, proof);
    for (const auto& [one, other, is_then] : {std::tuple(&first, &second, true), std::tuple(&second, &first, false)})
        for (const Assigned& each : *one) {
            if (find(*other, 0, each.text) || !each.variable || each.together || is_update(each.value))
                return proof.refuse("both ways assign `" + each.text + "`"), true;
            read.targets.push_back({.text = each.text, .variable = each.variable, .then = is_then ? each.value : Node{},
                                    .otherwise = is_then ? Node{} : each.value, .temporary = true});
        }
    if (std::ranges::any_of(first, [&](const Assigned& each) { return reads(facts, second, each.variable); }) ||
        std::ranges::any_of(second, [&](const Assigned& each) {
            return reads(facts, first, each.variable) || reads(facts, then, each.variable);
        }))
        return proof.refuse("one of the ways assigns what the other one reads"), true;
    const std::vector<Node> a = syntax::elements_of(then), b = syntax::elements_of(otherwise);
    read.tuple = a.front() != then;
    if (a.size() != b.size() || read.tuple != (b.front() != otherwise))
        return proof.refuse("the returns give different numbers of values"), true;
    for (std::size_t i = 0; i < a.size(); ++i) read.targets.push_back({.then = a[i], .otherwise = b[i]});
    return true;
}

// `if c: continue`, and then assignments until the end of the loop.
bool read_skip(const Facts& facts, Predication& read, Proof& proof) {
    const std::vector<Node> rest = behind(read.statement);
    if (rest.empty() || !is_loop(read.statement.parent().parent())) return false;
    read.form = Predication::Form::skip;
    read.replaced = {read.statement.span().begin, rest.back().span().end};
    const Arm otherwise = read_arm(facts, rest, proof);
    if (!proof.refused()) read.targets = Merger(facts, read.statement.parent().parent(), {}, otherwise, proof).merge();
    return true;
}

void read_branch(const Facts& facts, Predication& read, Proof& proof) {
    const syntax::If view{read.statement};
    const std::vector<Node> alternatives = view.alternatives();
    const Arm then = read_arm(facts, statements_of(view.body()), proof);
    const Arm otherwise = alternatives.empty() || proof.refused()
                              ? Arm{}
                              : read_arm(facts, statements_of(alternatives.front().child(Field::body)), proof);
    if (!proof.refused()) read.targets = Merger(facts, read.statement, then, otherwise, proof).merge();
}

}  // namespace

bool is_update(Node value) {
    const std::string_view name = method_of(value) ? method_of(value).child(Field::attribute).text() : "";
    return value.is(Kind::augmented_assignment) || (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_');
}

std::string text_of(Node value) {
    if (value.is(Kind::augmented_assignment)) {
        const syntax::AugmentedAssignment update{value};
        const Node right = update.value();
        const bool simple = !right.is(Kind::binary_operator) && !right.is(Kind::conditional_expression) &&
                            !right.is(Kind::comparison_operator) && !right.is(Kind::boolean_operator);
        const std::string operand(right.text());
        return std::string(update.target().text()) + " " + std::string(syntax::op_text(update.op())) + " " +
               (simple ? operand : "(" + operand + ")");
    }
    std::string text(value.text());
    if (is_update(value)) text.erase(method_of(value).span().end - value.span().begin - 1, 1);
    return text;
}

bool is_in_chain(Node operand) {
    const Node statement = syntax::statement_of(operand);
    if (statement.is(Kind::elif_clause)) return syntax::is_within(operand, statement.child(Field::condition));
    return statement.is(Kind::if_statement) && statement.child(Kind::elif_clause) &&
           syntax::is_within(operand, statement.child(Field::condition));
}

std::optional<Predication> read_predication(const Facts& facts, Node operand, Proof& proof) {
    Node part = operand;
    for (Node node = operand.parent(); node && !syntax::is_statement(node.kind()); part = node, node = node.parent()) {
        if (!node.is(Kind::conditional_expression) || syntax::Conditional{node}.condition() != part) continue;
        const syntax::Conditional view{node};
        Predication read{.form = Predication::Form::expression, .statement = syntax::statement_of(node),
                         .condition = view.condition(), .replaced = node.span(), .targets = {}};
        read.targets.push_back({.then = view.then(), .otherwise = view.otherwise()});
        return read;
    }
    const Node statement = syntax::statement_of(operand);
    if (!statement.is(Kind::if_statement) || part.field() != Field::condition) return std::nullopt;
    const syntax::If view{statement};
    Predication read{.statement = statement, .condition = view.condition(), .replaced = statement.span(), .targets = {}};
    const std::vector<Node> alternatives = view.alternatives();
    const Node only = only_statement(view.body());
    const std::vector<Node> arm = statements_of(view.body());
    const bool returns = !arm.empty() && arm.back().is(Kind::return_statement) && alternatives.empty();
    if (returns && read_early(facts, view.body(), read, proof)) return read;
    if (only.is(Kind::continue_statement) && alternatives.empty() && read_skip(facts, read, proof)) return read;
    read_branch(facts, read, proof);
    if (read.targets.empty()) proof.refuse("the arms assign nothing");
    return read;
}

}  // namespace transforms
