// Tests that the item of a dict (dict_slot.h) is what a rewrite takes it for.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <string_view>

namespace transforms::metadata {

// Tests in front of the statement that it is one of a dict, if that is not certain: it gives what was assigned.
void test_holder(const function::Facts& facts, syntax::Node statement, std::string_view item, proof::Proof& proof);
// And that it is a tensor; to read it then does nothing else, and cannot fail.
void test_item(const function::Facts& facts, syntax::Node statement, std::string_view item, std::string_view torch,
               proof::Proof& proof);

// `metrics = {"loss": loss}`, made by the function, does not hold `metrics[name]` when control comes to the statement.
[[nodiscard]] bool is_never_there(const function::Facts& facts, syntax::Node item, syntax::Node statement);

}  // namespace transforms::metadata
