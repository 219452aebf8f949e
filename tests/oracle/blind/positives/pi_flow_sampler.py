"""Action expert of a vision-language-action model: Euler integration of the flow from noise to actions."""

import math

import torch
from torch import Tensor, nn

from fxkit import build, randn


def create_sinusoidal_pos_embedding(time: Tensor, dimension: int, min_period: float, max_period: float) -> Tensor:
    fraction = torch.linspace(0.0, 1.0, dimension // 2, dtype=torch.float32)
    period = min_period * (max_period / min_period) ** fraction
    scaling_factor = 1.0 / period * 2 * math.pi
    sin_input = scaling_factor[None, :] * time[:, None]
    return torch.cat([torch.sin(sin_input), torch.cos(sin_input)], dim=1)


class FlowMatchingHead(nn.Module):
    def __init__(self, action_dim=4, horizon=3, width=16, num_steps=10):
        super().__init__()
        self.horizon, self.action_dim, self.num_steps = horizon, action_dim, num_steps
        self.state_proj = nn.Linear(6, width)
        self.action_in_proj = nn.Linear(action_dim, width)
        self.action_time_mlp_in = nn.Linear(width * 2, width)
        self.action_time_mlp_out = nn.Linear(width, width)
        self.action_out_proj = nn.Linear(width, action_dim)

    def denoise_step(self, state_emb: Tensor, x_t: Tensor, timestep: Tensor) -> Tensor:
        time_emb = create_sinusoidal_pos_embedding(timestep, 16, min_period=4e-3, max_period=4.0)
        action_emb = self.action_in_proj(x_t)
        time_emb = time_emb[:, None, :].expand_as(action_emb)
        h = self.action_time_mlp_in(torch.cat([action_emb, time_emb], dim=2))
        h = self.action_time_mlp_out(nn.functional.silu(h)) + state_emb[:, None, :]
        return self.action_out_proj(h)

    def sample_actions(self, state: Tensor, noise: Tensor) -> Tensor:
        """Do a full inference forward and compute the action (batch x horizon x action_dim)."""
        bsize = state.shape[0]
        state_emb = self.state_proj(state)

        dt = -1.0 / self.num_steps
        dt = torch.tensor(dt, dtype=torch.float32, device=state.device)

        x_t = noise
        time = torch.tensor(1.0, dtype=torch.float32, device=state.device)
        while time >= -dt / 2:
            expanded_time = time.expand(bsize)
            v_t = self.denoise_step(state_emb, x_t, expanded_time)

            # Euler step
            x_t = x_t + dt * v_t
            time = time + dt
        return x_t


def make_sampler(num_steps=10):
    head = FlowMatchingHead(num_steps=num_steps).eval()
    for p in head.parameters():
        p.requires_grad_(False)
    return torch.compile(head.sample_actions)


def _args(n=2):
    return randn(n, 6), randn(n, 3, 4, seed=2)


def cases():
    yield from build(make_sampler, _args, "base nan")
    yield from build(lambda: make_sampler(4), _args, "base inf", tag="four-")
    yield from build(lambda: make_sampler(1), lambda: _args(1), "base", tag="one-")
    yield from build(lambda: make_sampler(3), _args, "base", tag="three-")

EXPECT = {'topic': 'vision-language-action',
 'rewrites': [],
 'breaks': {47: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 11,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'finite-grad', 'close']}
