"""What a parameter of a compiled function is: annotations, defaults, and what it is used as."""

import torch
from typing import Optional


@torch.compile
def annotated(x: torch.Tensor, mask: Optional[torch.Tensor], flag: bool, size: int, name: str, rate: float = 0.1):
    a = x
    #   ^ value: tensor
    b = mask
    #   ^^^^ value: tensor or None
    c = flag
    #   ^^^^ value: constant
    d = size
    #   ^^^^ value: number
    e = name
    #   ^^^^ value: constant
    f = rate
    #   ^^^^ value: number
    if mask is not None:
        g = mask
        #   ^^^^ value: tensor
    return a, b, c, d, e, f, g


@torch.compile
def bare(x, y=None, *rest, scale=2, training=False, **more):
    a = x.relu()
    #   ^ value: tensor (likely)
    b = y
    #   ^ value: unknown or None
    c = scale
    #   ^^^^^ value: constant
    d = training
    #   ^^^^^^^^ value: constant
    return a, b, c, d, rest, more


class Denoiser(torch.nn.Module):
    def forward(self, latents, timestep):
        return latents * timestep.view(-1, 1)


class Pipeline(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.denoiser = Denoiser()

    def chosen(self, hidden, kept):
        a = kept
        #   ^^^^ value: tensor bool (likely)
        return hidden.masked_fill(kept, 0.0), a

    def step(self, hidden, rate):
        return hidden * rate

    def forward(self, latents, timestep, kept, rate):
        a = timestep
        #   ^^^^^^^^ value: tensor (likely)
        b = kept
        #   ^^^^ value: tensor (likely)
        c = rate
        #   ^^^^ value: unknown
        out = self.denoiser(latents, timestep)
        return self.chosen(out, kept), self.step(out, rate), a, b, c


compiled = torch.compile(Pipeline())
