#include "transforms/metadata/slot_guards.h"

#include "transforms/proof/guard.h"

#include <algorithm>
#include <string>

namespace transforms::metadata {

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

}  // namespace transforms::metadata
