"""Program points with an effect: what to do there, found by a key that depends on the content alone."""

import dis
import hashlib
import sys
import types

import torch

from graphmend.effects.operators import autocast_around, call, register
from graphmend.effects.values import pack


def effect(body, function=None, line=None):
    """A function to call while compiling: `body` runs with the same values, in order, when the graph does.

    body: a lambda of the values of the call. Names of its module are looked up when it runs.
    function, line: the place that records and warnings name; by default that of the lambda.
    The function returns False where the graph cannot carry the values: it has done nothing then.
    """
    body = _located(body, function, line)
    return _site(body, _key(body), keeps=_may_keep(body.__code__))


def check(condition, error, function=None, line=None):
    """As `effect`: raises `error(*values)` if `condition(*values)`, inside of the graph, with its own type and text.

    error: gives an exception, its class, or a pair of one and its cause.
    The function returns False as well where an operator cannot raise it, and where it would not leave the program as
    it does from here.
    """
    condition, error = _located(condition, function, line), _located(error, function, line)

    def body(*values):
        if condition(*values):
            raised = error(*(each.clone() if isinstance(each, torch.Tensor) else each for each in values))
            if isinstance(raised, tuple):
                raise raised[0] from raised[1]
            raise raised

    site = _site(body, _key(condition, error), keeps=False, raises=True)

    def checked(*values):
        return not _hides_types() and not _is_witnessed() and site(*values)

    return checked


def _is_witnessed():
    from graphmend.effects.witnesses import is_witnessed  # TorchDynamo is there by now

    return is_witnessed()


def _hides_types():
    """Inductor's C++ wrapper makes a RuntimeError of every exception of an operator."""
    config = sys.modules.get("torch._inductor.config")
    return config is not None and config.cpp_wrapper


_hides_types._dynamo_marked_constant = True  # assume_constant_result, which would import all of TorchDynamo


# What follows the load of a value that goes no further itself: an attribute, a text or a condition is made of it.
_USED_UP = ("LOAD_ATTR", "LOAD_METHOD", "FORMAT_", "CONVERT_", "POP_JUMP_", "JUMP_IF_", "TO_BOOL")


def _may_keep(code):
    """Whether one of the parameters itself goes into a call other than `print`. In doubt it does."""
    steps = list(dis.get_instructions(code))
    if {each.argval for each in steps if each.opname == "LOAD_GLOBAL"} == {"print"}:
        return False
    if any(isinstance(each, types.CodeType) for each in code.co_consts):
        return True
    for at, each in enumerate(steps):
        if each.opname.startswith("LOAD_FAST"):
            after = steps[at + 1]
            if after.opname == "LOAD_CONST" and _formats_with(steps[at + 2]):
                after = steps[at + 2]
            if each.opname.count("LOAD_FAST") > 1 or not after.opname.startswith(_USED_UP):
                return True
    return False


def _formats_with(step):
    return step.opname == "FORMAT_WITH_SPEC" or (step.opname == "FORMAT_VALUE" and step.arg & 4)


def _site(body, key, keeps, raises=False):
    prefix = register(key, body, keeps, raises)

    def site(*values):
        tensors, numbers = [], []
        packed = pack(values, tensors, numbers)
        if packed:
            call(prefix + packed + autocast_around(), tensors, numbers)
        return packed != ""

    return site


def _located(body, function, line):
    code = body.__code__
    name = function.rpartition(".")[2] if function else code.co_name
    changes = {"co_name": name, "co_firstlineno": line or code.co_firstlineno}
    if function and hasattr(code, "co_qualname"):
        changes["co_qualname"] = function
    return types.FunctionType(code.replace(**changes), body.__globals__, name, body.__defaults__, body.__closure__)


def _key(*bodies):
    content = repr([(each.__module__, _content(each.__code__)) for each in bodies])
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _content(code):
    constants = [_content(each) if isinstance(each, types.CodeType) else repr(each) for each in code.co_consts]
    return code.co_name, code.co_firstlineno, code.co_code, constants, code.co_names, code.co_varnames
