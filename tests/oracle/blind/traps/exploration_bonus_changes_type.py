"""Count-based exploration: whole visits are paid out at first, a fraction of them once the room is known."""

import torch

from fxkit import ints, rand, sweep


def visit_bonus(counts, known_after):
    if counts.sum() < known_after:
        return counts + 1
    return counts * 0.5


@torch.compile
def shaped_reward(reward, counts, known_after: int = 12):
    bonus = visit_bonus(counts, known_after)
    total = reward + bonus
    return {"reward": total, "bonus": bonus}


def cases():
    yield from sweep(shaped_reward, lambda: (rand(4), ints(0, 3, 4)), "base")
    yield from sweep(shaped_reward, lambda: (rand(4), ints(5, 9, 4)), "base", tag="known-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['the arms have different dtypes'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
