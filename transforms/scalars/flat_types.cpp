#include "transforms/scalars/flat_types.h"

#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/findings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::scalars {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view asks = "builtins.isinstance";

// The tuple of types, if the call asks by one.
Node types_of(const Facts& facts, Node call) {
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->name != asks) return {};
    const Node first = syntax::Call{call}.arguments().first_child(), types = first ? first.next_sibling() : Node{};
    return types.is(Kind::tuple) && !types.next_sibling() ? types : Node{};
}

bool is_tuple(const Facts& facts, Node types) {
    const values::Value value = facts.value(types);
    return value.is(values::Kind::sequence) && value.sequence().form == values::Sequence::Form::tuple;
}

// The types one by one, "str, *NUMBERS"; nothing if one of them is neither a name nor a tuple.
std::optional<std::string> flat(const Facts& facts, Node tuple) {
    std::string all;
    for (const Node each : tuple.children()) {
        std::optional<std::string> text(each.text());
        const bool is_name = each.is(Kind::identifier) || each.is(Kind::attribute);
        if (each.is(Kind::tuple))
            text = flat(facts, each);
        else if (is_tuple(facts, each))
            text = is_name ? std::optional("*" + *text) : std::nullopt;
        if (!text) return std::nullopt;
        if (!text->empty()) all.append(all.empty() ? "" : ", ").append(*text);
    }
    return all;
}

}  // namespace

// Python takes tuples apart however deep they are, and asks for the types from left to right.
Proposal propose_flat_types(Study& study, const rules::Finding& finding) {
    const Node call = operand_of(study.analysis(), finding);
    const Node function = call ? syntax::function_of(call) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Facts& facts = study.facts(function);
    const Node types = types_of(facts, call);
    if (!types) return {};
    const auto made = flat(facts, types);
    if (!made || made->empty()) return declined("the types are not seen");
    const text::Span inside{types.span().begin + 1, types.span().end - 1};
    if (!edit::comments_in(study.analysis().source(), inside, {}).empty())
        return declined("a comment is among the types");
    return {.fixes = {{.rewrite = "flat-types",
                       .title = "ask for the types in one tuple",
                       .safety = Safety::safe,
                       .edits = {{inside, *made + (made->find(',') == std::string::npos ? "," : "")}}}}};
}

}  // namespace transforms::scalars
