from torch import nn
from transformers import TrainingArguments

arguments = TrainingArguments(output_dir="out", torch_compile=True)


class Model(nn.Module):
    def forward(self, x):
        return x * x.max().item()
