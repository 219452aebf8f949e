"""What tracing decides is not visited; what is kept out of compilation is one event."""

import torch
from torch import nn

DEBUG = False


@torch.compiler.disable
def outside(x):
    return x.item()


@torch._dynamo.disable
def outside_too(x):
    return x.item()


@torch.compiler.disable(recursive=False)
def outside_with_options(x):
    return x.item()


@torch.compile
def pruned(x: torch.Tensor, y=None):
    if torch.compiler.is_compiling():
        a = x + 1
    else:
        a = x.item()
    if not torch.compiler.is_compiling():
        x.item()
    if torch.jit.is_scripting() or torch.jit.is_tracing():
        x.item()
    if DEBUG:
        x.item()
    if not DEBUG and x.sum() > 0:
        x.tolist()
    if False:
        x.item()
    while False:
        x.item()
    outside(x)
    outside_too(x)
    outside_with_options(x)
    return a


@torch.compile
def narrowed(x, y=None, *rest, **options):
    x = torch.relu(x)
    if y is not None:
        z = y + x
    if isinstance(y, torch.Tensor):
        if y.any():
            z = y
    elif isinstance(y, (int, float)):
        if y > 0:
            z = y
    if isinstance(x, torch.Tensor):
        z = x
    else:
        x.item()
    if rest:
        z = rest[0]
    if options.get("flag"):
        z = options["flag"]
    return z


class Mode(nn.Module):
    def __init__(self, dropout: float = 0.1, norm: bool = True):
        super().__init__()
        self.norm = nn.LayerNorm(4) if norm else None
        self.p = dropout
        self.never = False

    def forward(self, x: torch.Tensor):
        if self.training and self.p > 0:
            x = x * self.p
        if self.norm is not None:
            x = self.norm(x)
        if self.never:
            x.item()
        with torch.no_grad():
            if x.max() > 1:
                x = x - 1
        return x
