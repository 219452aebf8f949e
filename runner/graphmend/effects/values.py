"""What an effect is told: values that go through a graph, spelled as an expression over its tensors and numbers.

`pack` is traced by TorchDynamo; what `unpacker` gives runs in the operator.
"""

import torch

_NAMES = {"torch": torch, "device": torch.device, "Size": torch.Size}
_PLAIN_TENSORS = (torch.Tensor, torch.nn.Parameter)


def is_plain(tensor):
    """Whether a graph can hand it to an operator."""
    # One that requires grad is shown with the node that made it, which the graph has not.
    return (type(tensor) in _PLAIN_TENSORS and tensor.layout == torch.strided and not tensor.is_complex()
            and tensor.device.type != "meta" and not tensor.requires_grad)


def pack(value, tensors, numbers):
    """Appends the tensors and numbers of the value and returns the expression, or "" where the graph cannot carry it.

    A number is no part of the expression, so another one is no reason to compile again.
    """
    kind = type(value)
    if isinstance(value, torch.Tensor):
        if not is_plain(value):
            return ""
        tensors.append(value)
        return f"t[{len(tensors) - 1}]"
    if kind is int:
        numbers.append(value)
        return f"n[{len(numbers) - 1}]"
    if kind is float:
        # Not full() or scalar_tensor(): torch 2.13 keeps a stale constant in them (pytorch #194976).
        tensors.append(torch.zeros((), dtype=torch.float64, device="cpu") + value)
        return f"t[{len(tensors) - 1}].item()"
    if value is None or kind is bool or kind is str or kind is torch.dtype or kind is torch.device:
        return repr(value)
    if kind is tuple:
        return _pack_all(value, tensors, numbers, "(", ",)") if len(value) > 0 else "()"
    if kind is list:
        return _pack_all(value, tensors, numbers, "[", "]")
    if kind is torch.Size:
        return _pack_all(value, tensors, numbers, "Size([", "])")
    if kind is dict:
        return _pack_all(list(value.items()), tensors, numbers, "dict([", "])")
    return ""


def _pack_all(values, tensors, numbers, opening, closing):
    parts = []
    for value in values:
        part = pack(value, tensors, numbers)
        if part == "":
            return ""
        parts.append(part)
    return opening + ",".join(parts) + closing


def unpacker(expression):
    """A function of tensors and numbers that gives the values again, as a tuple."""
    return eval("lambda t, n: " + expression, _NAMES)  # spelled by `pack`
