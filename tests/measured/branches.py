"""Control flow that the data of a tensor decides."""

import random
from typing import Optional, Union

import numpy as np
import torch
from torch import nn


@torch.compile
def if_comparison(x: torch.Tensor):
    if x.sum() > 0:
    #  ^^^^^^^^^^^ GM101 split
        return x + 1
    return x - 1


@torch.compile
def if_elif(x: torch.Tensor, n: int):
    if n > 100:
        return x
    elif x.any():
    #    ^^^^^^^ GM101 split conditional
        return x + 1
    return x - 1


@torch.compile
def if_all_equal(m: torch.Tensor):
    if torch.all(m == 1):
    #  ^^^^^^^^^^^^^^^^^ GM101 split
        return m + 1
    return m


@torch.compile
def if_isnan(x: torch.Tensor):
    if torch.isnan(x).any():
    #  ^^^^^^^^^^^^^^^^^^^^ GM101 split
        return x + 1
    return x


@torch.compile
def if_mask_all(x: torch.Tensor, m: torch.Tensor):
    if m.all():
    #  ^^^^^^^ GM101 split
        m = None
    return x if m is None else x * m


@torch.compile
def if_is_nonzero(x: torch.Tensor):
    y = x + 1
    if torch.is_nonzero(y.sum()):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split
        return y
    return x


@torch.compile
def if_argument(x: torch.Tensor, flag: torch.Tensor):
    if flag:
    #  ^^^^ GM101 split
        return x + 1
    return x


@torch.compile
def ternary(x: torch.Tensor):
    y = x + 1 if x.sum() > 0 else x - 1
    #            ^^^^^^^^^^^ GM101 split
    return y * 2


@torch.compile
def while_(x: torch.Tensor):
    while x.sum() < 100:
    #     ^^^^^^^^^^^^^ GM101 split
        x = x + 10
    return x


@torch.compile
def if_in_loop(x: torch.Tensor):
    for i in range(3):
        if x.sum() > i:
        #  ^^^^^^^^^^^ GM101 skip
            x = x + 1
        x = x * 2
    return x


@torch.compile
def if_in_try(x: torch.Tensor):
    try:
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 skip
            x = x + 1
        x = x * 2
    except ValueError:
        x = x - 1
    return x


@torch.compile
def break_in_loop(x: torch.Tensor):
    for _ in range(3):
        x = x + 1
        if (x > 100).all():
        #  ^^^^^^^^^^^^^^^ GM101 skip
            break
    return x * 2


@torch.compile
def validation(x: torch.Tensor):
    if x.sum() > 1e6:
    #  ^^^^^^^^^^^^^ GM101 split
        raise ValueError("too large")
    return x + 1


@torch.compile
def validation_of_any(ids: torch.Tensor):
    if (ids < 0).any() or (ids >= 10).any():
    #  ^^^^^^^^^^^^^^^ GM101 split
    #                     ^^^^^^^^^^^^^^^^^ GM101 split conditional
        raise ValueError("out of range")
    return ids + 1


@torch.compile
def guarded_too_late(x: torch.Tensor):
    if x.sum() > 1e6 and not torch.compiler.is_compiling():
    #  ^^^^^^^^^^^^^ GM101 split
        raise ValueError("too large")
    return x + 1


@torch.compile
def and_(x: torch.Tensor):
    y = (x.sum() > 0) and (x.sum() < 10)
    #   ^^^^^^^^^^^^^ GM101 split
    return x + y


@torch.compile
def or_(x: torch.Tensor):
    y = (x.sum() > 0) or (x.sum() < -10)
    #   ^^^^^^^^^^^^^ GM101 split
    return x + y


@torch.compile
def not_(x: torch.Tensor):
    y = not x.sum() > 0
    #       ^^^^^^^^^^^ GM101 skip
    return x + y


@torch.compile
def if_not(x: torch.Tensor):
    if not x.any():
    #      ^^^^^^^ GM101 split
        x = x + 1
    return x * 2


@torch.compile
def chain(x: torch.Tensor):
    y = -1000 < x.sum() < 1000
    #           ^^^^^^^ GM101 split
    return x + y


class LayerDrop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layerdrop = 0.5
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            if self.training:
                p = torch.rand([])
                if p < self.layerdrop:
                #  ^^^^^^^^^^^^^^^^^^ GM101 skip conditional
                    continue
            x = layer(x)
        return x


layerdrop = torch.compile(LayerDrop())


@torch.compile
def python_random(x: torch.Tensor):
    if random.random() < 0.5:
    #  ^^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x * 2


@torch.compile
def numpy_random(x: torch.Tensor):
    if np.random.uniform() < 0.5:
    #  ^^^^^^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x * 2


@torch.compile
def unused_random(x: torch.Tensor, training: bool = False):
    if training and random.random() < 0.5:
    #               ^^^^^^^^^^^^^^^ GM501 split conditional
        x = x + 1
    return x * 2


@torch.compile
def any_of_generator(x: torch.Tensor):
    if any(row.sum() > 0 for row in x):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM101 skip
        x = x + 1
    return x * 2


@torch.compile
def all_of_generator(x: torch.Tensor):
    if all(row.sum() > 0 for row in x):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM101 skip
        x = x + 1
    return x * 2


@torch.compile
def comprehension_filter(x: torch.Tensor):
    rows = [row for row in x if row.sum() > 0]
    #                           ^^^^^^^^^^^^^ GM101 split
    return x * len(rows)


@torch.compile
def next_of_generator(x: torch.Tensor):
    row = next((row for row in x if row.sum() > 0), None)
    #                               ^^^^^^^^^^^^^ GM101 skip
    return x if row is None else x + row


@torch.compile
def match_value(x: torch.Tensor):
    y = x.sum()
    match y:
        case 0:
#       ^^^^^^^... GM101 split
            return x + 1
        case _:
            return x + 2


@torch.compile
def numpy_scalar(x: torch.Tensor):
    if np.sqrt(4.0) > 1:
    #  ^^^^^^^^^^^^^^^^ GM101 split
        return x + 1
    return x


@torch.compile
def numpy_any(x: torch.Tensor):
    if np.any(np.array(x.shape) > 3):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM101 split
        return x + 1
    return x


@torch.compile
def array_sum(x: torch.Tensor, a: np.ndarray):
    if a.sum() > 0:
    #  ^^^^^^^^^^^ GM101 split
        return x + 1
    return x


@torch.compile
def tensor_in_list(x: torch.Tensor):
    y = x.sum()
    if y in [x.max(), x.min()]:
    #       ^^^^^^^^^^^^^^^^^^ GM101 split
        x = x + 1
    return x


# Arms of torch.cond are rewritten by it, and misuse of it is an error.


@torch.compile
def cond_fine(x: torch.Tensor):
    return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))


# What Dynamo knows while it traces.


@torch.compile
def known_tests(x: torch.Tensor, y: torch.Tensor, n: int, flag: bool, items: list, name: str, table: dict):
    if x.shape[0] > 3 and x.size(-1) == 4 or x.shape == (4, 4) or list(x.shape) == [4, 4]:
        x = x + 1
    if len(x) and x.numel() == 0 or x.dim() == 2 or x.ndim > 3:
        x = x + 1
    if x.dtype == torch.float32 and x.dtype in (torch.float16, torch.float32) or x.device.type == "cuda":
        x = x + 1
    if x.device != y.device or x.is_cuda or x.requires_grad or not x.is_leaf or x.is_contiguous():
        x = x + 1
    if x.stride(0) == 4 and x.is_floating_point() or torch.is_complex(x) or x._version > 3 or x.grad is None:
        x = x + 1
    if torch.finfo(x.dtype).min < 0 and x.type() and str(x.dtype):
        x = x + 1
    if x is None or x is not None or x == None or x != None or y is x:  # noqa: E711
        x = x + 1
    if isinstance(x, torch.Tensor) and isinstance(n, (int, float)) and type(x) is torch.Tensor and torch.is_tensor(x):
        x = x + 1
    if hasattr(x, "shape") and callable(x) or id(x) == id(x):
        x = x + 1
    if n > 3 or flag or items or len(items) > 3 or name == "a" or "k" in table or table.get("k") is not None:
        x = x + 1
    if (size := x.shape[0]) > 3:
        x = x + size
    match x.dim():
        case 2:
            x = x + 1
        case _:
            x = x + 2
    return x


@torch.compile
def known_modes(x: torch.Tensor):
    if torch.jit.is_scripting() or torch.jit.is_tracing() or torch.compiler.is_compiling():
        x = x + 1
    if torch.compiler.is_dynamo_compiling() or torch.compiler.is_exporting() or torch.onnx.is_in_onnx_export():
        x = x + 1
    if torch.is_grad_enabled() and torch.is_autocast_enabled() or torch.cuda.is_available():
        x = x + 1
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        x = x + 1
    if torch.are_deterministic_algorithms_enabled() or torch.get_default_dtype() is torch.float32:
        x = x + 1
    if torch.backends.cudnn.enabled:
        x = x + 1
    return x


@torch.compile
def while_unrolled(x: torch.Tensor):
    while x.dim() < 4:
        x = x.unsqueeze(0)
    return x


@torch.compile
def inference_mode_probe(x: torch.Tensor):
    if torch.is_inference_mode_enabled():
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        return x + 1
    return x + 2


@torch.compile
def number_or_tensor(x: torch.Tensor, mean: Optional[Union[float, torch.Tensor]] = None):
    mean = float(x.shape[-1]) if mean is None else mean
    if isinstance(mean, (int, float)):
        mean = float(mean)
    return x - mean


@torch.compile
def never_a_number(x: torch.Tensor):
    if isinstance(x, (int, float)):
        return float(x)
    return x * 2 if isinstance(x, (list, torch.Tensor)) else x.item()
