#include "transforms/masks/output_size.h"

#include "analysis/effects/available_expression.h"
#include "analysis/effects/escape.h"
#include "analysis/function/argument.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/argument.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"

#include <algorithm>
#include <optional>
#include <string>

namespace transforms::masks {

using edit::quoted;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view repeats = "repeat_interleave", filled = "full";

// How many elements come out, and what has to be assumed for that.
struct Size {
    std::string text;
    std::string assumed{};
};

bool is_named(const Facts& facts, Node call, std::string_view name) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    return row && row->last_word() == name;
}

// How often each element comes: the last of the arguments that are not named.
Node counts_of(Node call) {
    Node last;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        const auto named = syntax::as<syntax::Keyword>(each);
        if (named && named->name().text() == "repeats") return named->value();
        if (!named) last = each;
    }
    const Node first = syntax::Call{call}.arguments().first_child();
    const bool is_method = syntax::Call{call}.function().is(Kind::attribute);
    return last == first && last && last.next_sibling() && !is_method ? Node{} : last;
}

// `torch.full((n,), k)`: n times k.
std::optional<Size> size_of_filled(const Facts& facts, Node counts, Node statement) {
    Node made = counts, from = statement;
    if (const names::Binding* variable = facts.variable(counts)) {
        const auto definition = facts.definition(*variable, statement);
        if (!definition || !definition->statement || facts.uses_of(*variable).size() != 2) return std::nullopt;
        made = definition->value, from = definition->statement;
    }
    if (!is_named(facts, made, filled)) return std::nullopt;
    const Node sizes = syntax::Call{made}.arguments().first_child(), value = sizes ? sizes.next_sibling() : Node{};
    const bool is_list = sizes.is(Kind::tuple) || sizes.is(Kind::list);
    const Node rows = is_list ? sizes.first_child() : Node{};
    if (!rows || rows.next_sibling() || !value || value.is(Kind::keyword_argument)) return std::nullopt;
    const auto is_plain = [&](Node each) {
        const values::Value number = facts.value(each);
        return (each.is(Kind::identifier) || each.is(Kind::integer)) && !number.is_tensor() &&
               (from == statement || each.is(Kind::integer) || effects::is_lasting(facts, each, from, statement));
    };
    if (!is_plain(rows) || !is_plain(value)) return std::nullopt;
    const std::string text = std::string(rows.text()) + " * " + std::string(value.text());
    const bool is_whole = values::category(facts.value(value)) == torch::Dtype::integer;
    return Size{text, is_whole ? "" : quoted(value) + " is a whole number"};
}

// `ids.numel()`, `ids.shape[0]`, `ids.size(0)`, `len(ids)`
bool asks_for_rows(const Facts& facts, Node asked, const names::Binding& ids) {
    const auto is_ids = [&](Node node) { return node && facts.variable(node) == &ids; };
    if (const auto view = syntax::as<syntax::Subscript>(asked)) {
        const auto indices = view->indices();
        return view->object().child(Field::attribute).text() == "shape" &&
               is_ids(view->object().child(Field::object)) && indices.size() == 1 && indices.front().text() == "0";
    }
    if (!asked.is(Kind::call)) return false;
    const syntax::Call call{asked};
    const Node method = call.function(), only = call.only_argument();
    if (method.text() == "len") return is_ids(only);
    const std::string_view name = method.child(Field::attribute).text();
    return is_ids(method.child(Field::object)) && (name == "numel" || (name == "size" && only.text() == "0"));
}

// What the program itself checks the size against: `assert ids.numel() == rows`.
std::optional<Size> size_of_check(const Facts& facts, Node call, Node statement) {
    const names::Binding* ids = function::assigned_variable(facts, call);
    if (!ids || !ids->is_bound_once()) return std::nullopt;
    for (const Node comparison : syntax::behind(statement, facts.function())) {
        if (!comparison.is(Kind::comparison_operator)) continue;
        const Node left = comparison.first_child(), right = left.next_sibling();
        const bool asserts = comparison.parent().is(Kind::assert_statement) && right.op() == syntax::Op::equal;
        const bool raises = comparison.parent().is(Kind::if_statement) && right.op() == syntax::Op::not_equal &&
                            syntax::last_statement(syntax::If{comparison.parent()}.body()).is(Kind::raise_statement);
        if ((!asserts && !raises) || right.next_sibling()) continue;
        for (const auto& [asked, known] : {std::pair{left, right}, std::pair{right, left}}) {
            const bool is_known = known.is(Kind::identifier) ? facts.variable(known) != nullptr
                                                             : function::is_traced_number(facts.value(known));
            if (!asks_for_rows(facts, asked, *ids) || !is_known || facts.value(known).is_tensor()) continue;
            if (!effects::is_lasting(facts, known, statement, syntax::statement_of(comparison))) continue;
            return Size{std::string(known.text()),
                        "where " + quoted(comparison) + " is wrong, another error may come first"};
        }
    }
    return std::nullopt;
}

}  // namespace

Proposal propose_output_size(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node call = operand ? syntax::enclosing(operand, Kind::call) : Node{};
    const Node function = call ? syntax::function_of(call) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    if (!is_named(facts, call, repeats)) return {};
    const Node counts = counts_of(call), statement = syntax::statement_of(call);
    if (!counts) return {};
    auto size = size_of_filled(facts, counts, statement);
    if (!size) size = size_of_check(facts, call, statement);
    if (!size) return declined("how many elements there are is not seen: `output_size=` would say it");
    const auto edited = edit::with_argument(study.analysis().source(), syntax::Call{call}, "output_size", size->text);
    if (!edited) return declined("not all arguments are seen");
    Fix fix{.rewrite = "output-size",
            .title = "say how many elements there are: `output_size=" + size->text + "`",
            .safety = size->assumed.empty() ? Safety::safe : Safety::unsafe,
            .assumes = size->assumed,
            .edits = {*edited}};
    if (!fix.assumes.empty()) fix.title += " (assumes that " + fix.assumes + ")";
    return offered(std::move(fix));
}

}  // namespace transforms::masks
