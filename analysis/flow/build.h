// Makes the control-flow graph of one body. Cannot fail: what does not parse has no elements.
#pragma once

#include "analysis/flow/graph.h"

#include <functional>

namespace flow {

// Whether the context manager of a with_item may swallow an exception, so that control goes on behind the `with`.
using MaySwallow = std::function<bool(syntax::Node with_item)>;

// `body` is a module, function_definition, class_definition, lambda, comprehension or generator_expression; a body
// inside of it is a single `define` element or a part of an expression.
//
// * Conditions of if, while, assert, comprehensions and guards are taken apart as CPython does: one block per operand
//   of `and` and `or`. Those in value position and conditional expressions are left to whoever evaluates them. A test
//   that is a literal decides here.
// * A `finally` exists once. Whatever enters it (the end of the try, an exception, return, break, continue) leaves it
//   again by its own edge, but states join inside: what holds on one way only is lost behind it.
// * The body of a `with` has a handler of its own (leave, then swallow, then the handler around it) only where that
//   makes a difference: inside of a try, or where `may_swallow` (without it: everywhere). A domain that knows the value
//   of the manager may still refuse the yes-edge of `swallow`.
// * The first iterable of a comprehension is evaluated in its graph, although Python does so in the enclosing scope.
[[nodiscard]] Graph build(syntax::Node body, const MaySwallow& may_swallow = {});

// Every node in the subtree of `root` that build() takes, `root` included, in source order.
[[nodiscard]] std::vector<syntax::Node> bodies(syntax::Node root);

}  // namespace flow
