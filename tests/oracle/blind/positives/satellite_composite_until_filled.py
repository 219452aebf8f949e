"""Cloud-free composite: newest scene first, older scenes fill what is still cloudy."""

import torch

from fxkit import rand, sweep

CLOUD = 0.5


def usable(scene_qa, min_sun):
    cloud, sun = scene_qa
    return (cloud < CLOUD) & (sun > min_sun)


@torch.compile
def composite(scenes, clouds, suns, min_sun=0.2, nodata=-1.0):
    """scenes: (T, H, W). Returns the mosaic, the scene index per pixel and the share left empty."""
    mosaic = torch.full_like(scenes[0], nodata)
    source = torch.full(scenes.shape[1:], -1, dtype=torch.long)
    filled = torch.zeros(scenes.shape[1:], dtype=torch.bool)
    for t in range(scenes.shape[0]):
        take = usable((clouds[t], suns[t]), min_sun) & ~filled
        mosaic[take] = scenes[t][take]
        source[take] = t
        filled |= take
        if filled.all():
            break
    gaps = (~filled).float().mean()
    if gaps > 0:
        print("composite has gaps:", round(gaps.item(), 3))
    return mosaic, source, gaps


def stack(cloud_scale, sun=1.0):
    return lambda: (rand(3, 3, 4), rand(3, 3, 4, seed=5) * cloud_scale, torch.full((3, 3, 4), sun))


def cases():
    yield from sweep(composite, stack(1.0), "base", tag="patchy-")
    yield from sweep(composite, stack(0.1), "base", tag="clear-")
    yield from sweep(composite, stack(1.0, 0.1), "base", tag="night-")
    yield from sweep(composite, stack(1.4), "base", tag="overcast-")


EXPECT = {'topic': 'remote sensing',
 'rewrites': [],
 'breaks': {23: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history']}
