"""Batched rigid body simulation: bodies below the ground are put back and bounce."""

from dataclasses import dataclass

import torch

from fxkit import randn, sweep


@dataclass
class SimParams:
    dt: float = 0.05
    gravity: float = -9.81
    restitution: float = 0.6
    friction: float = 0.2


class BodyState:
    def __init__(self, pos, vel):
        self.pos = pos
        self.vel = vel


def resolve_ground(pos, vel, params):
    """Reflects the vertical velocity of bodies in contact and damps the horizontal one."""
    pos, vel = pos.clone(), vel.clone()
    contact = (pos[:, 2] < 0) & (vel[:, 2] < 0)
    damp = torch.tensor([1 - params.friction, 1 - params.friction, -params.restitution])
    vel[contact] *= damp
    pos[:, 2] = pos[:, 2].clamp(min=0.0)
    return pos, vel, contact


@torch.compile
def simulate(state, force, params=SimParams()):
    accel = force + torch.tensor([0.0, 0.0, params.gravity])
    vel = state.vel + params.dt * accel
    pos = state.pos + params.dt * vel
    state.pos, state.vel, contact = resolve_ground(pos, vel, params)
    return {"obs": torch.cat([state.pos, state.vel], dim=-1), "contact": contact}


def bodies():
    return BodyState(randn(6, 3) * 0.3, randn(6, 3, seed=2))


def cases():
    yield from sweep(simulate, lambda: (bodies(), randn(6, 3, seed=7)), "base zero big nan grad")

EXPECT = {'rewrites': [],
 'topic': 'rl',
 'kind': 'mask',
 'breaks': {29: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
