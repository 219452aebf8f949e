"""Whether somebody would see that an error leaves the graph that TorchDynamo makes, and not the program's own statement.

The graph ends with the error. So a `try` of a caller, which is traced as if there were none, does not handle it, and what
was written before is lost: Python's objects are written behind the graph, tensors from outside at its end. The checks of
one function are looked at in its source; this looks at all its callers, and at what they ran before.
"""

from torch._dynamo.variables import base, ctx_manager

from graphmend.effects.tracing_queries import asked_while_tracing

_OUTSIDE = tuple(getattr(base, each) for each in ("AttributeMutationExisting", "ValueMutationExisting"))
# They let an error pass.
_PASSING = tuple(getattr(ctx_manager, each) for each in ("ContextWrappingVariable", "RecordFunctionVariable")
                 if hasattr(ctx_manager, each))
_IN_PLACE = ("setitem", "delitem", "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "imatmul", "iand",
             "ior", "ixor", "ilshift", "irshift")
_TRAINING = 5  # its position in batch_norm, which writes its statistics then


def _is_witnessed(tracer):
    return _is_handled(tracer) or _has_written(tracer.output)


is_witnessed = asked_while_tracing(_is_witnessed)


def _is_handled(tracer):
    while tracer is not None:
        passing = [each.target for each in tracer.block_stack if isinstance(each.with_context, _PASSING)]
        if len(passing) < len(tracer.block_stack):
            return True
        if any(all(each is not other for other in passing) for each in _handlers(tracer.current_instruction)):
            return True
        tracer = tracer.parent
    return False


def _handlers(instruction):
    """Where an exception of the instruction goes, from the inside out. Since Python 3.11 a table tells it."""
    entry = instruction.exn_tab_entry
    while entry is not None:
        if entry.target.opname == "PUSH_EXC_INFO":  # the others clean up behind a handler
            yield entry.target
        entry = entry.target.exn_tab_entry


def _has_written(output):
    effects = output.side_effects
    if any(isinstance(each.mutation_type, _OUTSIDE) and effects.is_modified(each)
           for each in effects.id_to_variable.values()):
        return True
    nodes = list(output.graph.nodes)
    outside = {_storage(each) for each in nodes if each.op in ("placeholder", "get_attr")}
    return any(_storage(each) in outside for node in nodes for each in _written(node))


def _written(node):
    """The nodes whose tensors the node writes to."""
    if node.op not in ("call_function", "call_method"):
        return []
    if hasattr(node.target, "_schema"):
        if node.target.namespace == "graphmend":
            return []
        return [given for given, each in zip(node.args, node.target._schema.arguments)
                if each.alias_info is not None and each.alias_info.is_write]
    name = node.target if node.op == "call_method" else getattr(node.target, "__name__", "")
    if name == "batch_norm" and len(node.args) > _TRAINING and node.args[_TRAINING] is not False:
        return [each for each in node.args[1:3] if each is not None]
    if name in _IN_PLACE or (name.endswith("_") and not name.endswith("__")):
        return node.args[:1]
    return [node.kwargs["out"]] if node.kwargs.get("out") is not None else []


def _storage(node):
    """What its tensor shares with its views; None of what has none, which no placeholder is."""
    tensor = getattr(node, "meta", {}).get("example_value")
    try:
        return tensor.untyped_storage()._cdata
    except (AttributeError, NotImplementedError, RuntimeError):
        return None
