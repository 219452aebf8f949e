"""Reference points for deformable attention over several feature levels."""

import torch
import torch.nn as nn

from fxkit import build, randn


class DeformableEncoder(nn.Module):
    def __init__(self, dim=4, num_levels=2):
        super().__init__()
        self.level_embed = nn.Parameter(torch.randn(num_levels, dim))
        self.offset = nn.Linear(dim, 2 * num_levels)
        self.num_levels = num_levels

    @staticmethod
    def get_reference_points(spatial_shapes, valid_ratios, device):
        reference_points_list = []
        for lvl, (H_, W_) in enumerate(spatial_shapes):
            ref_y, ref_x = torch.meshgrid(
                torch.linspace(0.5, H_ - 0.5, H_, dtype=torch.float32, device=device),
                torch.linspace(0.5, W_ - 0.5, W_, dtype=torch.float32, device=device),
                indexing="ij",
            )
            ref_y = ref_y.reshape(-1)[None] / (valid_ratios[:, None, lvl, 1] * H_)
            ref_x = ref_x.reshape(-1)[None] / (valid_ratios[:, None, lvl, 0] * W_)
            reference_points_list.append(torch.stack((ref_x, ref_y), -1))
        reference_points = torch.cat(reference_points_list, 1)
        return reference_points[:, :, None] * valid_ratios[:, None]

    def forward(self, srcs, valid_ratios):
        src_flatten, spatial_shapes = [], []
        for lvl, src in enumerate(srcs):
            h, w = src.shape[-2:]
            spatial_shapes.append((h, w))
            src_flatten.append(src.flatten(2).transpose(1, 2) + self.level_embed[lvl])
        src_flatten = torch.cat(src_flatten, 1)
        spatial_shapes = torch.as_tensor(spatial_shapes, dtype=torch.long, device=src_flatten.device)
        level_start_index = torch.cat((spatial_shapes.new_zeros((1,)), spatial_shapes.prod(1).cumsum(0)[:-1]))
        reference_points = self.get_reference_points(spatial_shapes, valid_ratios, src_flatten.device)
        offsets = self.offset(src_flatten).unflatten(-1, (self.num_levels, 2))
        normalizer = torch.stack([spatial_shapes[:, 1], spatial_shapes[:, 0]], -1)
        return reference_points + offsets / normalizer, level_start_index


def load():
    return torch.compile(DeformableEncoder())


def cases():
    yield from build(load, lambda: ([randn(2, 4, 3, 4), randn(2, 4, 2, 2)], torch.tensor([[[1.0, 1.0], [1.0, 1.0]], [[0.75, 1.0], [0.5, 1.0]]])), "base grad neg")


EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {21: 3},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
