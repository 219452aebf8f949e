"""Arms that hold more than assignments: calls of methods, loops, blocks, other branches, in front of or behind writes."""

METHODS = """\
    def restart(self, a, rate=0.5):
        \"\"\"Starts anew.\"\"\"
        self.total.copy_(a.detach().mean() * rate)
        self.state.fill_(1.0)

    @torch.no_grad()
    def track(self, a):
        top = a.abs().max()
        self.total.mul_(0.5).add_(top)
        self.state.mul_(self.rate)

    def soften(self, a, by):
        by = by * 0.5
        a.mul_(by)

    def told(self, a):
        self.total.add_(1.0)
        return self.total

"""


class Distributed:
    """A part of the Writer (programs.py)."""

    def distributed(self):
        self.put("y = x * 2.0")
        self.kinds["y"] = "t"
        around = self.one_of("with torch.no_grad():", "with torch.no_grad():", "")
        if self.chance(20):
            self.put(self.one_of("held = self.hot", "held = self.total", "parts = [y * 1.0, w * 2.0]", "top = y.max()", "y = y * self.state.mean()"))
        if around:
            self.put(around)
            self.level += 1
        self.put(f"if {self.asked_of_buffers()}:")
        self.more_arm(2)
        if self.chance(35):
            self.put("else:")
            self.more_arm(2)
        if around:
            self.level -= 1
        self.put(self.one_of("y = y + self.total", "y = y * self.state.sum() + self.total", "z = self.total * 1.0", "y = y - self.state.mean()"))
        if self.chance(15):
            self.put("z = " + self.one_of("held", "top", "parts", "p") if "=" in self.lines[-2] else "z = y")

    def asked_of_buffers(self):
        return self.one_of(self.question(), self.question("y"), "self.total > 0.5", "self.total.item() == 0", "not self.hot.any()", "self.training and self.total < 2.0",
                           "self.state.mean() > 0.1", "self.total != 0 and flag", "not self.hot[0]")

    def more_arm(self, depth):
        self.level += 1
        for _ in range(self.one_of(1, 2, 2, 3)):
            self.more_statement(depth)
        self.level -= 1

    def more_statement(self, depth):
        write = self.one_of("self.total.add_(1.0)", "self.total.copy_(y.mean())", "self.state.mul_(0.5)", "self.total.zero_()", "self.hot.fill_(True)", "self.hot.zero_()",
                            "self.total.fill_(0.25)", "self.state.data.copy_(self.state * 0.5)", "self.state.lerp_(torch.ones(4), 0.5)", "self.total.masked_fill_(self.total > 1.0, 0.5)",
                            "top = y.abs().max()", "row = self.state[:2]", "y = y * 0.5", "self.total.add_(self.state.sum())")
        kind = self.one_of("write", "write", "write", "call", "block", "branch", "loop") if depth else "write"
        if kind == "write":
            self.put(write)
        elif kind == "call":
            self.put(self.one_of("self.restart(y)", "self.restart(y * 2.0, rate=0.25)", "self.track(y)", "self.track(x)", "self.soften(self.state, self.rate)", "self.told(y)", "self.soften(a=self.total, by=2.0)"))
        else:
            self.put({"block": "with torch.no_grad():", "branch": f"if {self.asked_of_buffers()}:",
                      "loop": self.one_of("for part in (self.state, self.total):", "for part in [self.total]:", "for i in range(2):", "for p, q in zip((self.total,), (y.mean(),)):")}[kind])
            self.level += 1
            looped = kind == "loop"
            self.put(self.one_of("part.mul_(0.5)", "part.add_(1.0)") if looped and "part" in self.lines[-1] else "p.copy_(q.detach())" if looped and "p, q" in self.lines[-1] else write)
            if self.chance(25):
                self.more_statement(depth - 1)
            self.level -= 1
