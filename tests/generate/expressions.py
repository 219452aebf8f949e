"""Expressions of the small models (programs.py): tensors, masks, numbers and conditions, drawn by hypothesis."""
from hypothesis import strategies as st


class Expressions:
    """Variables are known with their kind: `t`ensor, `s`calar tensor, `m`ask or `n`umber."""

    def __init__(self, draw):
        self.draw = draw
        self.kinds = {"x": "t", "w": "t", "n": "n"}

    # What hypothesis makes smaller comes first, or is "no".
    def one_of(self, *options):
        return self.draw(st.sampled_from(options))

    def chance(self, percent):
        return self.draw(st.integers(0, 99)) >= 100 - percent

    def names(self, kind):
        return [name for name, own in self.kinds.items() if own == kind]

    def tensor(self, depth=2):
        names = self.names("t")
        if depth == 0 or self.chance(25):
            return self.one_of(*names)
        a = self.tensor(depth - 1)
        if self.chance(15):
            return self.odd_tensor(a, depth)
        return self.one_of(
            lambda: f"{a} * {self.one_of('2.0', '0.5', '-1.0', '3')}",
            lambda: f"{a} + {self.one_of('1.0', '0.25', '1')}",
            lambda: f"{a} - 1.0",
            lambda: f"{a} + {self.tensor(depth - 1)}",
            lambda: f"({a}) * ({self.tensor(depth - 1)})",
            lambda: f"torch.relu({a})",
            lambda: f"torch.tanh({a})",
            lambda: f"({a}).abs()",
            lambda: f"({a}).clamp(min=-1.0, max=1.0)",
            lambda: f"-({a})",
            lambda: f"({a}).exp()",
            lambda: f"({a}) - {self.scalar(depth - 1)}",
            lambda: f"({a}) / (1.0 + {self.scalar(depth - 1)}.abs())",
            lambda: f"torch.zeros_like({a})",
            lambda: f"({a}).clone()",
            lambda: f"torch.where({self.mask(depth - 1)}, {a}, 0.0)",
            lambda: f"({a}).masked_fill({self.mask(depth - 1)}, 0.0)",
            lambda: f"torch.maximum({a}, {self.tensor(depth - 1)})",
        )()

    def odd_tensor(self, a, depth):
        return self.one_of(
            lambda: f"({a}).detach()",
            lambda: f"({a}).log()",
            lambda: f"({a}).sqrt()",
            lambda: f"({a}) / {self.one_of(*self.names('t'))}",
            lambda: f"1.0 / ({a})",
            lambda: f"({a}) ** {self.one_of('2', '0.5', '-1', 'n')}",
            lambda: f"({a}) * {self.number()}",
            lambda: f"({a}) + {self.number()}",
            lambda: f"({a}).{self.one_of('double()', 'half()', 'int()', 'long()', 'float()', 'to(w.dtype)', 'type_as(w)')}",
            lambda: f"({a}).{self.one_of('view(-1)', 'reshape(-1)', 'unsqueeze(0)', 'flatten()', 'contiguous()', 't()', 'squeeze()')}",
            lambda: f"({a})[{self.one_of(':2', '0', '-1', '..., :1', 'None', '1:')}]",
            lambda: f"({a})[{self.mask(depth - 1)}]",
            lambda: f"({a}).sum({self.one_of('0', '-1, keepdim=True')})",
            lambda: f"torch.cat([{a}, {self.tensor(depth - 1)}])",
            lambda: f"torch.rand_like({a})",
            lambda: f"F.dropout({a}, 0.5, self.training)",
            lambda: f"F.softmax({a}, dim=-1)",
            lambda: f"self.norm({a})",
            lambda: f"helper({a}, {self.one_of('2.0', 'n')})",
            lambda: f"touch({a})",
            lambda: f"({a}) * self.weight",
            lambda: f"({a}) + self.state",
            lambda: f"self.{self.one_of('weight', 'state')}",
            lambda: f"({a}) * self.scale",
            lambda: f"({a}) @ {self.one_of(*self.names('t'))}",
            lambda: f"({a}).cumsum(0)",
            lambda: f"({a}) // 2",
            lambda: f"({a}) % 3",
            lambda: f"torch.tensor({self.one_of('1.0', '[1.0, 2.0, 3.0, 4.0]', '0')})",
            lambda: "torch.ones(4)",
            lambda: f"({a} if flag else {self.tensor(depth - 1)})",
        )()

    def scalar(self, depth=1):
        names = self.names("s")
        if names and self.chance(30):
            return self.one_of(*names)
        return f"({self.tensor(max(depth - 1, 0))}).{self.one_of('sum()', 'mean()', 'max()', 'min()', 'norm()', 'abs().max()', 'prod()')}"

    def mask(self, depth=1):
        names = self.names("m")
        if names and self.chance(60):
            return self.one_of(*names, f"~{names[0]}")
        a = self.tensor(max(depth - 1, 0))
        return f"({a} {self.one_of('>', '<', '>=', '!=')} {self.one_of('0.0', '1.0', '0.5')})"

    def number(self):
        return self.one_of("n", "2", "self.scale", "x.shape[0]", "len(x)", "self.count", *self.names("n"),
                           f"{self.scalar(1)}.item()", f"float({self.scalar(1)})", f"int({self.scalar(1)})")

    def condition(self, depth=1):
        if depth and self.chance(25):
            left, right = self.condition(depth - 1), self.condition(depth - 1)
            return self.one_of(f"{left} and {right}", f"{left} or {right}", f"not ({left})")
        if self.chance(12):
            return self.one_of("flag", "n > 1", "self.training", "w is not None", "x.dim() == 1", "x.dtype == torch.float32",
                               "not torch.is_grad_enabled()", "x.shape[0] > 3")
        limit = self.one_of("0.0", "1.0", "0.5", "-1.0", "3")
        order = self.one_of(">", "<", ">=", "<=", "==", "!=")
        return self.one_of(
            lambda: f"{self.scalar()} {order} {limit}",
            lambda: f"{self.mask()}.any()",
            lambda: f"{self.mask()}.all()",
            lambda: f"{self.scalar()} {order} {self.scalar()}",
            lambda: f"torch.isnan({self.tensor(1)}).any()",
            lambda: f"torch.isinf({self.tensor(1)}).any()",
            lambda: f"{self.scalar()}.item() {order} {limit}",
            lambda: f"float({self.scalar()}) {order} n",
            lambda: f"bool({self.mask()}.any())",
            lambda: f"0.0 < {self.scalar()} < 3.0",
            lambda: f"{self.scalar()}",
            lambda: f"{self.mask()}.sum() {order} {self.one_of('0', '1', '2', 'n')}",
            lambda: f"{self.scalar()} {order} n",
            lambda: f"torch.equal({self.tensor(0)}, {self.tensor(0)})",
            lambda: f"torch.nonzero({self.mask()}).numel() > 0",
            lambda: f"({self.tensor(0)})[{self.mask()}].numel() {self.one_of('> 0', '== 0', '> 1')}",
            lambda: f"any(t.sum() > {limit} for t in ({self.tensor(0)}, {self.tensor(0)}))",
            lambda: f"(q := {self.scalar()}) {order} {limit}",
            lambda: f"({self.tensor(0)})[0] {order} {limit}",
            lambda: f"peak({self.tensor(1)}) {order} {limit}",
            lambda: self.one_of("is_large({})", "is_large({}, n)", "rows({}) > 0", "not is_large({}, limit=0.5)").format(self.tensor(0)),
        )()
