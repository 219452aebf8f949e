import torch

import elsewhere


@torch.compile
def f(x: torch.Tensor, n: int, given):
    if not torch.compiler.is_compiling():
        x = x.clamp(x.min().item())
    scaled = x * 2
    if n > 3:
        x = helper(x)
    maybe = elsewhere.find(given)
    if maybe.flag:
        x = -x
    y = torch.where(x > 0, x, scaled)
    z = torch.where(x)
    z = z if x.dtype == torch.float16 and x.isinf().any() else ()
    return y, z, x.max().item()


def helper(x):
    return x + 1
