#include "transforms/predicate.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/speculation.h"

#include <algorithm>
#include <cctype>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

// Whether an operator would take a part of the text: there is a blank outside of all brackets.
bool is_loose(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth == 0 && (c == ' ' || c == '\t' || c == '\n')) return true;
    }
    return false;
}

std::string grouped(std::string text) { return is_loose(text) ? "(" + text + ")" : text; }

// The operands of `a and b and c`.
void flatten(Node node, Op op, std::vector<Node>& operands) {
    const Node plain = syntax::unparenthesized(node);
    if (plain.is(Kind::boolean_operator) && plain.op() == op) {
        flatten(plain.child(Field::left), op, operands);
        flatten(plain.child(Field::right), op, operands);
    } else {
        operands.push_back(plain);
    }
}

class Reader {
  public:
    Reader(const Facts& facts, Node statement, Forms& forms, Proof& proof)
        : facts_(facts), statement_(statement), forms_(forms), proof_(proof), speculation_(facts, statement, forms, proof) {}

    Predicate read(Node condition) {
        Node plain = syntax::unparenthesized(condition);
        if (plain.is(Kind::not_operator)) {
            made_.negated = true;
            plain = syntax::unparenthesized(plain.first_child());
        }
        std::vector<Node> operands;
        if (!made_.negated) flatten(plain, Op::logical_and, operands);
        std::size_t first = 0;
        while (first + 1 < operands.size() && is_fixed(operands[first])) made_.fixed.emplace_back(operands[first++].text());
        if (first == 0) {
            made_.text = tensor(plain, false);
            if (plain.is(Kind::identifier)) made_.name = plain.text();
        } else {
            made_.text = conjunction({operands.begin() + static_cast<std::ptrdiff_t>(first), operands.end()}, " & ");
        }
        return std::move(made_);
    }

  private:
    [[nodiscard]] bool is_fixed(Node node) const {
        if (node.is(Kind::named_expression)) return false;
        const values::Value value = facts_.value(node);
        return value.is(values::Kind::constant) || value.is(values::Kind::literal) || value.is(values::Kind::shape_number);
    }

    std::string refuse(Node node, std::string_view why) {
        proof_.refuse(quoted(node).append(" ").append(why));
        return {};
    }

    // `node`, or its opposite, as a bool tensor without dimensions. Behind a test that may have ended the evaluation,
    // it has to be harmless.
    std::string tensor(Node node, bool negated) {
        if (proof_.refused()) return {};
        node = syntax::unparenthesized(node);
        switch (node.kind()) {
            case Kind::not_operator: return tensor(node.first_child(), !negated);
            case Kind::boolean_operator: {
                std::vector<Node> operands;
                flatten(node, node.op(), operands);
                const std::string made = conjunction(operands, node.op() == Op::logical_and ? " & " : " | ");
                return negated ? "~(" + made + ")" : made;
            }
            case Kind::comparison_operator:
                if (node.first_child().next_sibling().next_sibling()) return chain(node, negated);
                if (const auto exists = existence(node)) return exists_any(exists->first, exists->second != negated);
                break;
            case Kind::call:
                if (const Node argument = truth_of(node)) return tensor(argument, negated);
                if (const torch::Row* row = facts_.row_of(node))
                    if (row->role == torch::Role::any || row->role == torch::Role::all)
                        return over_items(node, row->role == torch::Role::any ? " | " : " & ", negated);
                break;
            default: break;
        }
        return single(node, negated);
    }

    // The argument of bool().
    [[nodiscard]] Node truth_of(Node call) const {
        const torch::Row* row = facts_.row_of(call);
        const Node argument = syntax::Call{call}.arguments().first_child();
        const bool converts = row && row->gives == torch::Gives::converted && row->dtype == torch::Dtype::boolean;
        return converts && argument && !argument.next_sibling() && !argument.is(Kind::keyword_argument) ? argument : Node{};
    }

    std::string single(Node node, bool negated) {
        const std::string text = without_walrus(node);
        if (proof_.refused()) return {};
        const Form form = forms_.of(node);
        if (facts_.value(node).maybe_none || !form.is_tensor())
            return refuse(node, "may be something else than a tensor");
        one_element(node, form);
        if (behind_) speculation_.check(node);
        made_.tensors.push_back(node);
        if (!behind_) forms_.is_evaluated(node);
        if (form.is_bool()) return negated ? "~" + grouped(text) : text;
        return grouped(text) + (negated ? " == 0" : " != 0");
    }

    // A tensor whose rank is not known is tested for having no dimensions.
    void one_element(Node node, const Form& form) {
        if (form.shape.empty()) return;
        for (std::uint32_t i = node.index(); i < node.end_index(); ++i) {
            const Node part = node.tree()->node(i);
            if (!part.is(Kind::identifier) || forms_.of(part).shape.empty()) continue;
            const auto place = forms_.place(part);
            const Node parent = part.parent();
            const bool operand = part == node || parent.is(Kind::comparison_operator);
            if (!place || !operand) return void(refuse(node, "may have more than one element"));
            proof_.test(place->text + ".dim() == 0");
        }
    }

    // `(peak := loss.max()) > limit`: the assignment moves in front.
    std::string without_walrus(Node node) {
        std::string text(node.text());
        for (std::uint32_t i = node.index(); i < node.end_index(); ++i) {
            const Node part = node.tree()->node(i);
            if (!part.is(Kind::named_expression)) continue;
            const Node value = part.child(Field::value), name = part.child(Field::name);
            const Node whole = part.parent().is(Kind::parenthesized_expression) ? part.parent() : part;
            const bool first = !behind_ && (whole == node || (node.is(Kind::comparison_operator) && node.first_child() == whole));
            if (!first || !facts_.variable(name) || !made_.before.empty()) return refuse(node, "assigns a variable");
            made_.before.push_back(std::string(name.text()) + " = " + std::string(value.text()));
            made_.bound.emplace_back(std::string(name.text()), value);
            forms_.assign(std::string(name.text()), forms_.of(value));
            const std::size_t at = whole.span().begin - node.span().begin;
            text.replace(at, whole.span().size(), name.text());
            i = part.end_index() - 1;
        }
        return text;
    }

    // `0.5 < spread < 3.0`: the operand in the middle is evaluated once.
    std::string chain(Node node, bool negated) {
        std::string made;
        Node left = node.first_child();
        for (Node right = left.next_sibling(); right; left = right, right = right.next_sibling()) {
            const bool inner = static_cast<bool>(right.next_sibling());
            const Form form = forms_.combined(forms_.of(left), forms_.of(right), right.op());
            if (!form.is_bool() || (inner && !right.is(Kind::identifier))) return refuse(node, "asks for the truth of a tensor");
            if (!form.shape.empty()) return refuse(node, "may have more than one element");
            if (!made.empty()) speculation_.check(right);
            made.append(made.empty() ? "(" : " & (").append(left.text()).append(" ").append(syntax::op_text(right.op()));
            made.append(" ").append(right.text()).append(")");
        }
        made_.tensors.push_back(node);
        return negated ? "~(" + made + ")" : made;
    }

    // `any(t.max() > 1 for t in (a, b))`: once for each of them.
    std::string over_items(Node call, std::string_view op, bool negated) {
        const Node generator = syntax::Call{call}.arguments();
        const Node body = generator.child(Field::body), clause = generator.child(Kind::for_in_clause);
        const bool simple = generator.is(Kind::generator_expression) && body && clause && !clause.next_sibling() &&
                            clause.child(Field::left).is(Kind::identifier) &&
                            (clause.child(Field::right).is(Kind::tuple) || clause.child(Field::right).is(Kind::list));
        if (!simple || !made_.before.empty()) return refuse(call, "goes through what is not known here");
        const std::string name(clause.child(Field::left).text());
        std::string made;
        for (const Node item : clause.child(Field::right).children()) {
            if (!item.is(Kind::identifier)) return refuse(call, "goes through more than variables");
            forms_.bind(name, item);
            const std::string text = tensor(body, false);
            made.append(made.empty() ? "" : op).append(grouped(renamed(text, name, item.text())));
            behind_ = true;
            if (!proof_.refused()) made_.tensors.push_back(item);
        }
        forms_.unbind(name);
        std::erase(made_.tensors, body);
        return negated ? "~(" + made + ")" : made;
    }

    static std::string renamed(const std::string& text, std::string_view name, std::string_view to) {
        const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
        std::string made;
        for (std::size_t i = 0; i < text.size();) {
            const bool begins = i == 0 || !is_word(text[i - 1]);
            const bool ends = i + name.size() >= text.size() || text[i + name.size()] == '.' || !is_word(text[i + name.size()]);
            if (begins && ends && std::string_view(text).substr(i).starts_with(name)) {
                made += to;
                i += name.size();
            } else {
                made += text[i++];
            }
        }
        return made;
    }

    // `torch.nonzero(m).numel() > 0`: m, and whether it is asked that there are none.
    [[nodiscard]] std::optional<std::pair<Node, bool>> existence(Node comparison) const {
        const Node count = comparison.first_child(), zero = count.next_sibling();
        const auto number = number_of(facts_.value(zero));
        if (!number || *number != 0 || !count.is(Kind::call)) return std::nullopt;
        if (zero.op() != Op::greater && zero.op() != Op::equal && zero.op() != Op::not_equal) return std::nullopt;
        const torch::Row* size = facts_.row_of(count);
        const Node object = count.child(Field::function).child(Field::object);
        const bool counts = size && size->gives == torch::Gives::shape_number &&
                            syntax::Call{count}.arguments().children().empty() && object.is(Kind::call);
        const torch::Row* row = counts ? facts_.row_of(object) : nullptr;
        if (!row || row->role != torch::Role::nonzero) return std::nullopt;
        const Node argument = syntax::Call{object}.arguments().first_child();
        const Node receiver = object.child(Field::function).child(Field::object);
        if (argument && argument.next_sibling()) return std::nullopt;
        return std::pair{argument ? argument : receiver, zero.op() == Op::equal};
    }

    // The places of a tensor without dimensions have no coordinates, so that there are never any.
    std::string exists_any(Node mask, bool none) {
        speculation_.check(mask);
        const Form form = forms_.of(mask);
        if (proof_.refused()) return {};
        if (!form.is_tensor() || form.shape.empty()) return refuse(mask, "may have no dimensions");
        Node part = mask;
        for (std::uint32_t i = mask.index(); i < mask.end_index(); ++i)
            if (const Node each = mask.tree()->node(i); each.is(Kind::identifier) && !forms_.of(each).shape.empty()) {
                part = each;
                break;
            }
        const auto place = forms_.place(part);
        if (!place) return refuse(mask, "may have no dimensions");
        proof_.test(place->text + ".dim() > 0");
        made_.tensors.push_back(mask);
        const std::string any = grouped(std::string(mask.text())) + ".any()";
        return none ? "~" + any : any;
    }

    std::string conjunction(const std::vector<Node>& operands, std::string_view op) {
        std::string made;
        for (const Node operand : operands) {
            if (is_fixed(operand)) return refuse(operand, "is a condition in Python between those on tensors");
            const std::string text = tensor(operand, false);
            if (made.empty() && operands.size() == 1) return text;
            made.append(made.empty() ? "" : op).append(grouped(text));
            behind_ = true;
        }
        return made;
    }

    const Facts& facts_;
    Node statement_;
    Forms& forms_;
    Proof& proof_;
    Speculation speculation_;
    Predicate made_;
    bool behind_ = false;  // another operand may have ended the evaluation
};

}  // namespace

Predicate read_predicate(const Facts& facts, Node condition, Node statement, Forms& forms, Proof& proof) {
    return Reader(facts, statement, forms, proof).read(condition);
}

}  // namespace transforms
