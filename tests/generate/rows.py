"""Rows that a mask selects, and what is done with each of them, or with all together."""


class Rows:
    """A part of the Writer (programs.py)."""

    def selected_rows(self):
        if self.chance(60):
            self.put("b = torch.stack([self.state, self.weight * 2.0, x.reshape(-1)[:4], self.state - 1.0])")
            self.put("m = " + self.one_of("self.hot", "self.hot & (self.state > 0)", "b[:, 0] > 0.5", "b.sum(-1) > 0"))
        else:
            # With rows, whatever `x` is: that there are some is what fixes assume.
            self.put("b = torch.atleast_2d(x) * " + self.one_of("2.0", "1.0", "self.weight"))
            self.put("m = " + self.one_of("b.sum(-1) > 0", "b[..., 0] > 0", "b.amax(-1) > 1.0", "b > 0"))
        self.kinds["b"] = "t"
        if self.chance(15):
            self.put(self.one_of("m = ~m", "b = b + 1.0", "b += 1.0"))
        getattr(self, self.one_of("reduced_rows", "reduced_rows", "stored_rows", "named_rows", "rows_apart"))()

    def of_rows(self, rows):
        """Something that is done with each row, or, less often, with all of them."""
        return self.one_of(
            "{}.norm(dim=-1)", "{}.sum(-1)", "{}.softmax(-1)", "{}.amax(1)", "{}.max(dim=-1).values", "{}[:, 0]", "{}[..., -1]", "{}[:, :2] * 2.0",
            "self.norm({}).abs()", "products({})", "edge({})", "torch.cat([{}, b[m] + 1.0], dim=-1)", "{}.unsqueeze(-1)", "{}.flip(-1)", "{}.cumsum(-1)",
            "F.normalize({}, dim=-1)", "torch.min({0}[:, 0], {0}[:, 1])", "({}[:, 0] - 1.0).abs()", "{}.sort(-1)[0]", "{} @ self.weight",
            "{}.softmax(0)", "{}.sum(0)", "{}.flip(0)", "{}.cumsum(0)", "centred({})", "torch.cat([{}, b[m]])", "{}.sort(0)[0]",
            "{}.reshape(-1)", "{}.mean() * self.state").format(rows)

    def reduced_rows(self):
        made = self.of_rows("b[m]")
        if self.chance(25):
            made = self.of_rows(f"({made})")
        self.put("y = " + self.one_of(f"{made}.sum()", f"{made}.mean()", f"{made}.abs().sum()", f"({made} * 0.5).sum()", f"{made}.exp().mean()"))
        self.put("y = x * y")
        self.kinds["y"] = "t"

    def stored_rows(self):
        made = self.of_rows("b[m]")
        self.put("z = " + self.one_of("torch.zeros_like(b)", "b * 0.5", "torch.zeros_like(b)", "b.sum(-1)", "b[..., :2] * 1.0", "b"))
        self.put(f"z[m] {self.one_of('=', '=', '=', '+=')} {made}")
        self.put("y = z * 2.0")
        self.kinds["y"] = "t"

    def named_rows(self):
        self.put("r = b[m]")
        if self.chance(15):
            self.put(self.one_of("b = b * 2.0", "m = ~m", "r = r + 1.0", "r += 1.0"))
        one, other = self.of_rows("r"), self.of_rows("r")
        if self.chance(50):
            self.put(f"s = {one}")
            one = "s"
        self.put("y = " + self.one_of(f"{one}.sum() + {other}.sum()", f"({one} * {one}).mean()", f"{one}.sum() / (m.sum() + 1.0)"))
        self.kinds["y"] = "t"

    def rows_apart(self):
        given = self.one_of("pair(b[m], b[m] * 2.0)", "pair(b[m], 1.0)", "b[m].chunk(2, dim=-1)", "b[m].max(dim=-1)", "b[m].chunk(2, dim=0)")
        if self.chance(50):
            self.lines_of("z = b * 0.5", "o = torch.zeros_like(b)", f"z[m], o[m] = {given}", "y = z - o")
        else:
            self.lines_of(f"p, q = {given}", self.one_of("y = (p * q).sum()", "y = p.sum() - q.sum()", "y = (p - q).abs().sum()"))
        self.kinds["y"] = "t"
