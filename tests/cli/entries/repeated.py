from diffusers import DiffusionPipeline
from torch import nn

pipeline = DiffusionPipeline.from_pretrained("name")
pipeline.transformer.compile_repeated_blocks(fullgraph=True)


class Model(nn.Module):
    def forward(self, x):
        return x * x.max().item()
