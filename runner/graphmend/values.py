"""Values of a program taken apart: the tensors in them, and the expressions that lead there."""

import dataclasses

import torch

DEEPEST = 8


def flatten(name, value, items, depth=0):
    """Tensors, and the texts of everything else within a value, into `items` by the expression that leads to them."""
    if isinstance(value, torch.Tensor):
        items[name] = value
    elif depth > DEEPEST:
        items[name] = type(value).__name__
    elif isinstance(value, dict):
        for key, each in value.items():
            flatten(f"{name}[{key!r}]", each, items, depth + 1)
    elif isinstance(value, (list, tuple)):
        items[name] = f"{type(value).__name__} of {len(value)}"
        for index, each in enumerate(value):
            flatten(f"{name}[{index}]", each, items, depth + 1)
    elif dataclasses.is_dataclass(value) or type(value).__module__.split(".")[0] not in ("builtins", "torch"):
        items[name] = type(value).__name__
        for key, each in sorted(getattr(value, "__dict__", {}).items()):
            flatten(f"{name}.{key}", each, items, depth + 1)
    else:
        text = repr(value)
        items[name] = type(value).__name__ if " at 0x" in text else text


def tensors_in(value):
    """The tensors in a value, whatever holds them."""
    items = {}
    flatten("value", value, items)
    return [each for each in items.values() if isinstance(each, torch.Tensor)]


def mapped(value, change):
    """The value with every tensor in its lists, tuples and dicts changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(mapped(each, change) for each in value)
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    return value
