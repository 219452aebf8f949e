"""The forms of numbers that change from call to call, as torch 2.15 compiles them; each is a function of its own."""

import functools
import math
import random

import numpy as np
import torch

D = {4: 1.0, 5: 2.0}


@functools.lru_cache
def LRU(n):
    return n + 1


@torch.compile
def form_00(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{x.shape[0]}")
    #             ^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_01(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(str(x.shape))
    #           ^^^^^^^^^^^^ late
    return y + z


@torch.compile
def form_02(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{n}")
    #             ^^^ recompile
    return y + z


@torch.compile
def form_03(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{r}")
    #             ^^^ recompile
    return y + z


@torch.compile
def form_04(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{r:.3f}")
    #             ^^^^^^^ late
    return y + z


@torch.compile
def form_05(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len("%d" % n)
    #           ^^^^^^^^ late
    return y + z


@torch.compile
def form_06(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len("%.2f" % r)
    #           ^^^^^^^^^^ late
    return y + z


@torch.compile
def form_07(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len("{}".format(n))
    #           ^^^^^^^^^^^^^^ late
    return y + z


@torch.compile
def form_08(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{n:03d}")
    #             ^^^^^^^ late
    return y + z


@torch.compile
def form_09(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(f"{x.shape[0]:>4}")
    #             ^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_10(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x / np.sqrt(x.shape[0])
    #       ^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_11(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x / math.sqrt(x.shape[0])
    return y + z


@torch.compile
def form_12(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x.sum() * int(math.sqrt(x.shape[0]))
    return y + z


@torch.compile
def form_13(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * int(x.shape[0] ** 0.5)
    return y + z


@torch.compile
def form_14(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * math.log2(x.shape[0])
    return y + z


@torch.compile
def form_15(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * math.ceil(x.shape[0] / 3)
    return y + z


@torch.compile
def form_16(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * float(np.prod(x.shape))
    #       ^^^^^^^^^^^^^^^^^^^^^^^ split
    return y + z


@torch.compile
def form_17(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * math.prod(x.shape)
    return y + z


@torch.compile
def form_18(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * D.get(x.shape[0], 3.)
    #       ^^^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_19(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * D.get(n, 3.)
    #       ^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_20(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * (2 if x.shape[0] in {4, 8} else 3)
    #             ^^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_21(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = sum((x[i] for i in range(x.shape[0])), x[0] * 0)
    #                      ^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_22(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = sum((x * i for i in range(n)), x * 0)
    #                       ^^^^^^^^ recompile
    return y + z


@torch.compile
def form_23(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len([0] * x.shape[0])
    #           ^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_24(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len("a" * n)
    #           ^^^^^^^ recompile
    return y + z


@torch.compile
def form_25(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * n.bit_length()
    #       ^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_26(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * round(x.shape[0] * 0.5)
    return y + z


@torch.compile
def form_27(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * divmod(x.shape[0], 3)[0]
    #       ^^^^^^^^^^^^^^^^^^^^^ late
    return y + z


@torch.compile
def form_28(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x + random.randint(0, 0) * x.shape[0]
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ skip
    return y + z


@torch.compile
def form_29(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * (hash(n) % 7)
    #        ^^^^^^^ recompile
    return y + z


@torch.compile
def form_30(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x + torch.from_numpy(np.arange(x.shape[0])).float()
    return y + z


@torch.compile
def form_31(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x + torch.tensor(n)
    return y + z


@torch.compile
def form_32(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x + torch.tensor(x.shape[0])
    return y + z


@torch.compile
def form_33(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x + torch.tensor(r)
    return y + z


@torch.compile
def form_34(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * np.float32(r)
    #       ^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_35(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * 2 if r > 0.35 else x * 3
    return y + z


@torch.compile
def form_36(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * int(r * 10)
    return y + z


@torch.compile
def form_37(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * math.log(r + 1)
    #       ^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_38(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * r ** 2
    return y + z


@torch.compile
def form_39(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * max(r, 0.2)
    return y + z


@torch.compile
def form_40(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.nn.functional.dropout(x, min(r, .9), True)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_41(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.add(x, x, alpha=r)
    return y + z


@torch.compile
def form_42(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x.split(n)[0].sum()
    return y + z


@torch.compile
def form_43(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x[: n // 2 * 2].view(n // 2, -1).sum()
    return y + z


@torch.compile
def form_44(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.arange(n).float().sum() + x
    return y + z


@torch.compile
def form_45(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * 2 if isinstance(n, int) else x * 3
    return y + z


@torch.compile
def form_46(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * 2 if type(n) is int else x * 3
    return y + z


@torch.compile
def form_47(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * 2 if isinstance(r, float) else x * 3
    return y + z


@torch.compile
def form_48(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * len(repr(n))
    #           ^^^^^^^ late
    return y + z


@torch.compile
def form_49(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.eye(n).sum() * x
    return y + z


@torch.compile
def form_50(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.nn.functional.interpolate(x[None, None], scale_factor=1 + r).sum()
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_51(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * max(x.shape[0], 5)
    return y + z


@torch.compile
def form_52(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = torch.nn.functional.pad(x, (0, (1 << (x.shape[0] - 1).bit_length()) - x.shape[0])).sum()
    #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ recompile
    return y + z


@torch.compile
def form_53(x: torch.Tensor, n: int, r: float):
    y = x + 1
    z = x * LRU(n)
    return y + z
