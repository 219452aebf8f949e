"""Multi-scale deformable attention splits its values by a tensor of level shapes."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def ms_deform_attn_core_pytorch(value, value_spatial_shapes, sampling_locations, attention_weights):
    # for debug and test only, need to use cuda version instead
    N_, S_, M_, D_ = value.shape
    _, Lq_, M_, L_, P_, _ = sampling_locations.shape
    value_list = value.split([H_ * W_ for H_, W_ in value_spatial_shapes.tolist()], dim=1)
    sampling_grids = 2 * sampling_locations - 1
    sampling_value_list = []
    for lid_, (H_, W_) in enumerate(value_spatial_shapes.tolist()):
        value_l_ = value_list[lid_].flatten(2).transpose(1, 2).reshape(N_ * M_, D_, H_, W_)
        sampling_grid_l_ = sampling_grids[:, :, :, lid_].transpose(1, 2).flatten(0, 1)
        sampling_value_l_ = F.grid_sample(
            value_l_, sampling_grid_l_, mode="bilinear", padding_mode="zeros", align_corners=False
        )
        sampling_value_list.append(sampling_value_l_)
    attention_weights = attention_weights.transpose(1, 2).reshape(N_ * M_, 1, Lq_, L_ * P_)
    output = (torch.stack(sampling_value_list, dim=-2).flatten(-2) * attention_weights).sum(-1).view(N_, M_ * D_, Lq_)
    return output.transpose(1, 2).contiguous()


class MSDeformEncoder(nn.Module):
    def __init__(self, d_model=4, n_levels=2, n_heads=2, n_points=2):
        super().__init__()
        self.n_levels, self.n_heads, self.n_points = n_levels, n_heads, n_points
        self.sampling_offsets = nn.Linear(d_model, n_heads * n_levels * n_points * 2)
        self.attention_weights = nn.Linear(d_model, n_heads * n_levels * n_points)
        self.value_proj = nn.Linear(d_model, d_model)

    def forward(self, query, srcs):
        src_flatten, spatial_shapes = [], []
        for src in srcs:
            bs, c, h, w = src.shape
            spatial_shapes.append((h, w))
            src_flatten.append(src.flatten(2).transpose(1, 2))
        spatial_shapes = torch.as_tensor(spatial_shapes, dtype=torch.long)
        value = self.value_proj(torch.cat(src_flatten, 1))
        N, Lq, _ = query.shape
        value = value.view(N, -1, self.n_heads, value.size(-1) // self.n_heads)
        offsets = self.sampling_offsets(query).view(N, Lq, self.n_heads, self.n_levels, self.n_points, 2)
        weights = self.attention_weights(query).view(N, Lq, self.n_heads, self.n_levels * self.n_points)
        weights = F.softmax(weights, -1).view(N, Lq, self.n_heads, self.n_levels, self.n_points)
        return ms_deform_attn_core_pytorch(value, spatial_shapes, offsets.sigmoid(), weights)


def load():
    return torch.compile(MSDeformEncoder())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), [randn(2, 4, 4, 3), randn(2, 4, 2, 2)]), "base grad nan")
    yield from build(load, lambda: (randn(1, 3, 4), [randn(1, 4, 5, 5), randn(1, 4, 1, 2)]), "base", tag="other-")

EXPECT = {'topic': 'vision',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {14: 5, 17: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
