"""Image-text matching as in BLIP: for each row a hard negative of the other modality is drawn by similarity."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ImageTextMatching(nn.Module):
    def __init__(self, image_dim=5, text_dim=4, dim=6):
        super().__init__()
        self.vision_proj = nn.Linear(image_dim, dim)
        self.text_proj = nn.Linear(text_dim, dim)
        self.fusion = nn.Sequential(nn.Linear(2 * dim, 8), nn.GELU(), nn.Linear(8, 2))
        self.temp = nn.Parameter(0.2 * torch.ones([]))

    def forward(self, image, text):
        image_embeds, text_embeds = self.vision_proj(image), self.text_proj(text)
        image_feat, text_feat = F.normalize(image_embeds, dim=-1), F.normalize(text_embeds, dim=-1)
        bs = image.size(0)
        with torch.no_grad():
            sim = image_feat @ text_feat.t() / self.temp
            weights_i2t = F.softmax(sim, dim=1) + 1e-4
            weights_t2i = F.softmax(sim.t(), dim=1) + 1e-4
            weights_i2t.fill_diagonal_(0)
            weights_t2i.fill_diagonal_(0)

        image_embeds_neg = []
        for b in range(bs):
            neg_idx = torch.multinomial(weights_t2i[b], 1).item()
            image_embeds_neg.append(image_embeds[neg_idx])
        image_embeds_neg = torch.stack(image_embeds_neg, dim=0)

        text_embeds_neg = []
        for b in range(bs):
            neg_idx = torch.multinomial(weights_i2t[b], 1).item()
            text_embeds_neg.append(text_embeds[neg_idx])
        text_embeds_neg = torch.stack(text_embeds_neg, dim=0)

        images_all = torch.cat([image_embeds, image_embeds_neg, image_embeds], dim=0)
        texts_all = torch.cat([text_embeds, text_embeds, text_embeds_neg], dim=0)
        vl_output = self.fusion(torch.cat([images_all, texts_all], dim=-1))
        itm_labels = torch.cat([torch.ones(bs, dtype=torch.long), torch.zeros(2 * bs, dtype=torch.long)])
        return F.cross_entropy(vl_output, itm_labels)


def load():
    return torch.compile(ImageTextMatching())


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 4)), "base grad")

EXPECT = {'topic': 'multi-modal',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
