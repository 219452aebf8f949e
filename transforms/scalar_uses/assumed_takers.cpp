// What is assumed of takers in words, and what of the file speaks against it.
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/proof/guard.h"
#include "transforms/scalar_uses/takers.h"

#include <algorithm>

namespace transforms::scalar_uses {

using syntax::Kind;
using syntax::Node;

std::vector<std::string> with_takers_joined(const std::vector<std::string>& assumptions) {
    std::vector<std::string> takers, all;
    std::size_t at = 0;
    for (const std::string& each : assumptions) {
        if (!each.ends_with(take_a_tensor)) {
            all.push_back(each);
            continue;
        }
        if (takers.empty()) at = all.size();
        takers.push_back(each.substr(0, each.size() - take_a_tensor.size()));
    }
    if (!takers.empty())
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), proof::listed(takers) + std::string(take_a_tensor));
    return all;
}

Tells tells_numbers(const syntax::Tree& tree) {
    for (const Node node : subtree(tree.root())) {
        if (!node.is(Kind::call)) continue;
        const syntax::Call call{node};
        const std::string_view callee = call.function().text();
        if (callee == "json.dump" || callee == "json.dumps") return {.numbers = true};
        if (callee != "isinstance" || !call.arguments().first_child()) continue;
        for (const Node part : subtree(call.arguments().first_child().next_sibling()))
            if (part.text() == "int" || part.text() == "float" || part.text() == "Number") return {.numbers = true};
    }
    return {};
}

std::vector<edit::Edit> as_new_sums(std::span<const Node> updates) {
    std::vector<edit::Edit> edits;
    for (const Node update : updates) {
        const Node sum = update.child(syntax::Field::left), more = update.child(syntax::Field::right);
        const bool joins = more.is(syntax::Kind::binary_operator) || more.is(syntax::Kind::conditional_expression);
        const bool is_product = more.op() == syntax::Op::mul || more.op() == syntax::Op::div;
        const std::string begin = joins && !is_product ? "(" : "", end = joins && !is_product ? ")" : "";
        const std::string word(syntax::op_text(update.op()));
        edits.push_back(
            {{sum.span().end, more.span().begin}, " = " + std::string(sum.text()) + " " + word + " " + begin});
        if (!end.empty()) edits.push_back({{more.span().end, more.span().end}, end});
    }
    return edits;
}

}  // namespace transforms::scalar_uses
