"""TeaCache for a diffusion transformer: blocks are skipped while the modulated input hardly changes."""

import torch
from torch import nn

from fxkit import randn


class TinyDiT(nn.Module):
    def __init__(self, dim=6, rel_l1_thresh=0.3):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(dim, dim), nn.GELU()) for _ in range(2)])
        self.coefficients = (0.5, 1.2, 0.0)
        self.rel_l1_thresh = rel_l1_thresh
        self.register_buffer("accumulated", torch.zeros(()))
        self.register_buffer("previous_modulated", torch.ones(2, dim))
        self.register_buffer("previous_residual", torch.zeros(2, dim))

    def rescale(self, d):
        a, b, c = self.coefficients
        return a * d**2 + b * d + c

    def modulated(self, x, temb):
        return self.norm(x) * (1 + temb)

    @torch.no_grad()
    def forward(self, x, temb):
        inp = self.modulated(x, temb)
        change = (inp - self.previous_modulated).abs().mean() / self.previous_modulated.abs().mean()
        self.accumulated += self.rescale(change)
        if self.accumulated < self.rel_l1_thresh:
            should_calc = False
        else:
            should_calc = True
            self.accumulated.zero_()
        self.previous_modulated.copy_(inp)

        if should_calc:
            hidden = x
            for block in self.blocks:
                hidden = hidden + block(hidden)
            self.previous_residual.copy_(hidden - x)
        else:
            hidden = x + self.previous_residual
        return hidden


def at(thresh, scale=1.0):
    def make():
        torch.manual_seed(1)
        m = torch.compile(TinyDiT(rel_l1_thresh=thresh))
        return m, (randn(2, 6) * scale, randn(6) * 0.1), {}

    return make


def cases():
    yield "always", at(0.0)
    yield "usual", at(0.3)
    yield "never", at(1e6)
    yield "flat", at(0.3, 0.0)


EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
