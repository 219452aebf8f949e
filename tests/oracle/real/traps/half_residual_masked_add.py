"""A residual in single precision is added to half precision latents at the edited positions."""

import torch

from fxkit import bools, randn, sweep


class EditConfig:
    strength = 0.3


def residual(delta, config):
    return delta * config.strength


@torch.compile
@torch.no_grad()
def apply_edit(latents, delta, edited):
    update = residual(delta, EditConfig)
    out = latents * 1.0
    out[edited] += update[edited]
    return {"latents": out, "changed": edited.sum()}


def cases():
    yield from sweep(apply_edit, lambda: (randn(2, 3, 3).half(), randn(2, 3, 3, seed=4), bools(2, 3, 3)), "base zero true")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'R31'],
 'breaks': {21: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
