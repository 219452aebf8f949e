"""The step size rule of APGD: samples whose loss oscillates restart from their best point."""

import torch

from fxkit import rand, randn, sweep


class APGDState:
    """Per-sample record of an attack."""

    def __init__(self, x_adv, x_best, grad, grad_best, step_size):
        self.x_adv, self.x_best = x_adv, x_best
        self.grad, self.grad_best = grad, grad_best
        self.step_size = step_size


def check_oscillation(loss_steps, k, rho=0.75):
    """loss_steps: (iterations, batch)"""
    t = torch.zeros_like(loss_steps[0])
    for i in range(1, k):
        t = t + (loss_steps[i] > loss_steps[i - 1]).to(t.dtype)
    return t <= k * rho


@torch.compile
def reduce_steps(state, loss_steps, loss_best, reduced_last):
    oscillating = check_oscillation(loss_steps, loss_steps.shape[0])
    fl = oscillating | (~reduced_last & (loss_best <= loss_steps[-1]))
    x_adv, grad, step_size = state.x_adv.clone(), state.grad.clone(), state.step_size.clone()
    if fl.sum() > 0:
        ind = torch.nonzero(fl).squeeze(-1)
        step_size[ind] = step_size[ind] / 2.0
        x_adv[ind] = state.x_best[ind]
        grad[ind] = state.grad_best[ind]
    x_next = x_adv + step_size.view(-1, 1) * torch.sign(grad)
    return x_next.clamp(0.0, 1.0), step_size, fl


def args(seed, trend):
    state = APGDState(*(randn(4, 3, seed=seed + i) for i in range(4)), rand(4, seed=seed))
    steps = torch.arange(5.0)[:, None] * trend + rand(5, 4, seed=seed)
    return state, steps, torch.full((4,), 1e3), torch.tensor([True, False, True, False])


def cases():
    yield from sweep(reduce_steps, lambda: args(0, 0.1), "base nan")
    yield from sweep(reduce_steps, lambda: args(1, 5.0), "base", tag="rising-")
    yield from sweep(reduce_steps, lambda: args(2, -5.0), "base", tag="falling-")

EXPECT = {'topic': 'adversarial attacks',
 'rewrites': [],
 'breaks': {30: 1, 31: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
