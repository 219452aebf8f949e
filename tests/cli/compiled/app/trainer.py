import torch


class Trainer:
    compiles = False

    def __init__(self, model, loss, args):
        self.model = model
        self.loss = loss
        if self.compiles:
            self.model = torch.compile(self.model)
            self.loss = torch.compile(self.loss)
            self.step = torch.compile(self.step)


class Steps(Trainer):
    compiles = True

    def step(self, x):
        print("step")
        return x
