"""Post-processing of a stereo network: left-right check, invalid pixels take the row's background disparity."""

import torch

from fxkit import rand, sweep


def warp_right_to_left(right, disp):
    w = right.shape[-1]
    x = (torch.arange(w)[None] - disp.round().long()).clamp(0, w - 1)
    return right.gather(1, x)


def row_background(disp, ok):
    """Smallest trusted disparity of a row, zero where a row has none."""
    values = []
    for r in range(disp.shape[0]):
        trusted = disp[r][ok[r]]
        if len(trusted) > 0:
            values.append(trusted.min())
        else:
            values.append(disp.new_tensor(0.0))
    return torch.stack(values)


@torch.compile
@torch.no_grad()
def consistent_disparity(left, right, threshold=1.0, verbose=False):
    gap = (left - warp_right_to_left(right, left)).abs()
    ok = gap < threshold
    filled = left.clone()
    background = row_background(left, ok)
    filled[~ok] = background[:, None].expand_as(left)[~ok]
    if verbose:
        print(f"LRC: {(~ok).float().mean() * 100:.1f}% pixels rejected")
    return filled, ok


def pair(noise, w=6):
    def args():
        base = rand(3, w) * 3
        return base, base + rand(3, w, seed=4) * noise

    return args


def cases():
    yield from sweep(consistent_disparity, pair(0.1), "base", tag="clean-")
    yield from sweep(consistent_disparity, pair(4.0), "base", tag="noisy-")
    yield from sweep(consistent_disparity, pair(4.0), "base", {"verbose": True}, tag="loud-")
    yield from sweep(consistent_disparity, lambda: (rand(3, 4), rand(3, 4) + 50.0), "base", tag="hopeless-")


EXPECT = {'topic': 'stereo',
 'rewrites': [],
 'breaks': {18: 2, 33: 1, 35: 1},
 'gb': ['GB0036', 'GB0059', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history']}
