"""Continuous mountain car; left wall kills the velocity (classic-control port to torch)."""

import torch

from fxkit import sweep

MIN_POS, MAX_POS, MAX_SPEED, GOAL, POWER = -1.2, 0.6, 0.07, 0.45, 0.0015


def clip_speed(v):
    if v > MAX_SPEED:
        v = torch.full_like(v, MAX_SPEED)
    if v < -MAX_SPEED:
        v = torch.full_like(v, -MAX_SPEED)
    return v


def clip_position(p):
    if p > MAX_POS:
        p = torch.full_like(p, MAX_POS)
    elif p < MIN_POS:
        p = torch.full_like(p, MIN_POS)
    return p


@torch.compile
def mountain_car_step(position, velocity, action):
    force = torch.clamp(action, -1.0, 1.0)
    velocity = clip_speed(velocity + force * POWER - 0.0025 * torch.cos(3 * position))
    position = clip_position(position + velocity)
    if position == MIN_POS and velocity < 0:
        velocity = torch.zeros_like(velocity)

    done = (position >= GOAL) & (velocity >= 0)
    reward = torch.tensor(0.0)
    if done:
        reward = torch.tensor(100.0)
    reward = reward - action.pow(2) * 0.1
    return position, velocity, reward, done


def state(p, v, a):
    return lambda: (torch.tensor(p), torch.tensor(v), torch.tensor(a))


def cases():
    yield from sweep(mountain_car_step, state(-0.5, 0.0, 1.0), "base", tag="valley-")
    yield from sweep(mountain_car_step, state(-1.19, -0.06, -1.0), "base", tag="wall-")
    yield from sweep(mountain_car_step, state(0.44, 0.05, 0.5), "base", tag="goal-")
    yield from sweep(mountain_car_step, state(0.59, 0.3, 2.0), "base", tag="fast-")
    yield from sweep(mountain_car_step, state(-0.2, -0.5, -3.0), "base", tag="backwards-")


EXPECT = {'topic': 'RL',
 'rewrites': [],
 'breaks': {11: 1, 13: 1, 19: 1, 21: 1, 31: 1, 36: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 11,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
