#include "transforms/metadata/slot_guards.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"

#include "transforms/proof/guard.h"

#include <algorithm>
#include <string>

namespace transforms::metadata {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

void test_holder(const function::Facts& facts, Node statement, std::string_view item, proof::Proof& proof) {
    const std::string_view name = item.substr(0, item.find('['));
    const auto& bindings = facts.scope().bindings;
    const auto holder = std::ranges::find(bindings, name, &names::Binding::text);
    if (holder != bindings.end() && facts.is_local_dict(*holder, statement)) return;
    proof.test_kind(proof::code("type(" + std::string(name) + ") is dict"));
}

void test_item(const function::Facts& facts, Node statement, std::string_view item, std::string_view torch,
               proof::Proof& proof) {
    const std::size_t open = item.find('[');
    const std::string holder(item.substr(0, open)), key(item.substr(open + 1, item.size() - open - 2));
    test_holder(facts, statement, item, proof);
    proof.test_kind(proof::is_tensor(holder + ".get(" + key + ")", torch));
}

bool is_never_there(const function::Facts& facts, Node item, Node statement) {
    const names::Binding* holder = facts.variable(item.child(Field::value));
    const auto made = holder ? facts.definition(*holder, statement) : std::nullopt;
    if (!made || !made->value.is(Kind::dictionary) || !facts.is_local_dict(*holder, statement)) return false;
    const Node key = syntax::Subscript{item}.indices().front();
    const auto may_be_it = [&](Node other) { return other.text() == key.text() || !other.is(Kind::string); };
    for (const Node pair : made->value.children())
        if (!pair.is(Kind::pair) || may_be_it(pair.child(Field::key))) return false;
    return std::ranges::none_of(facts.uses_of(*holder), [&](Node use) {
        const auto other = syntax::as<syntax::Subscript>(use.parent());
        return other && is_target(other->node) && use.index() < statement.index() &&
               may_be_it(other->indices().front());
    });
}

}  // namespace transforms::metadata
