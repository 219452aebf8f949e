"""Statements that rewrites read in another spelling, and their siblings that must stay as they are."""


class Respelled:
    """A part of the Writer (programs.py)."""

    def question(self, name="x"):
        return self.one_of(f"{name}.mean() > 0.2", f"{name}.sum() > 0", f"({name} > 1.0).any()", f"not {name}.max() > 0.5",
                           f"{name}.abs().max().item() > 1.0", f"flag and {name}.mean() < 1.0")

    def lines_of(self, *lines):
        for line in lines:
            self.put(line)

    def respelled(self):
        self.put("y = x * 2.0")
        self.kinds["y"] = "t"
        getattr(self, self.one_of("checked", "counted_rounds", "best_of", "in_places", "used_once", "loose_arms", "rows_of", "asked_of_each"))()

    def checked(self):
        """An `if` with an `else`, one of which raises."""
        arm = self.one_of("y = y * 0.5", "y = y + w", "z = y")
        error = 'raise ValueError("not now")'
        first, second = (arm, error) if self.chance(60) else (error, arm)
        self.lines_of(f"if {self.question()}:", f"    {first}", "else:", f"    {second}")
        if self.chance(30):
            self.put("    y = y - 1.0" if second == arm else "y = y - 1.0")

    def counted_rounds(self):
        """A `while` that counts."""
        start, limit = self.one_of("0", "0", "1", "n"), self.one_of("3", "2", "n", "4")
        change = self.one_of("y = y * 0.5", "y = y + w * 0.25", "y = torch.tanh(y)", "y *= 0.5")
        step = self.one_of("k += 1", "k += 1", "k = k + 1", "k += 2")
        self.put(f"k = {start}")
        if self.chance(50):
            self.lines_of(f"while k < {limit} and {self.question('y')}:", f"    {change}", f"    {step}")
        elif self.chance(50):
            self.lines_of("while True:", f"    if k >= {limit} or {self.question('y')}:", "        break", f"    {change}", f"    {step}")
        else:
            self.lines_of(f"while k <= {limit}:", f"    {change}", f"    if {self.question('y')}:", f"        {self.one_of('break', 'break', 'continue')}",
                          f"    {step}") if limit != "n" else self.put("y = y + 1.0")
        if self.chance(30):
            self.put(self.one_of("y = y * k", "z = k", "y = y + 1.0"))

    def best_of(self):
        """The best of several."""
        self.put("best = " + self.one_of("None", 'float("inf")', "None", "1e9", "x.sum()"))
        self.put(self.one_of("for t in (x, w):", "for t in (x, w, y):", "for t in x:"))
        self.put("    v = " + self.one_of("t.sum()", "t.mean()", "t.max()", "t"))
        self.put("    if " + self.one_of("best is None or v < best:", "v < best:", "best is None or v.item() < best:"))
        self.put("        best = v")
        self.put("y = " + self.one_of("y - best", "y * best", "y if best is None else y - best", "best + 0.0"))

    def in_places(self):
        """Places that are no variables."""
        place, start = self.one_of(('kept["a"]', '{"a": x * 1.0}'), ("kept[0]", "[x * 1.0, w]"), ("kept[key]", '{"b": x * 1.0}'), ("self.meter.mean", "0"),
                                   ("kept[0]", "(x, w)"))
        self.lines_of(f"kept = {start}", 'key = "b"')
        if place == "self.meter.mean":
            self.put("self.meter.mean = x * 1.0")
        self.lines_of(f"if {self.question()}:", f"    {place} = " + self.one_of(f"{place} * 0.5", "w * 2.0", "y", f"{place}"))
        if self.chance(40):
            self.lines_of("else:", f"    {place} = " + self.one_of(f"{place} + 1.0", "x - 1.0", "None"))
        self.put("y = " + self.one_of(f"y + {place}", f"{place}", "y", "y * len(kept)"))

    def used_once(self):
        """What is called, or picked, is chosen."""
        chosen = self.one_of(("torch.relu", "torch.tanh", "pick(y)"), ("self.norm", "torch.relu", "pick(y) + 1.0"), ("0", "1", "parts[pick]"),
                             ("0", "5", "parts[pick]"), ("helper", "smooth", "pick(y, x)"), ("0.5", "2", "y * pick"))
        self.put("parts = [x * 2.0, w - 1.0, y]")
        if self.chance(50):
            self.put(f"pick = {chosen[0]} if {self.question()} else {chosen[1]}")
        else:
            self.lines_of(f"if {self.question()}:", f"    pick = {chosen[0]}", "else:", f"    pick = {chosen[1]}")
        if self.chance(15):
            self.put(self.one_of("y = y + 1.0", "y.add_(1.0)", "parts = [w, x]"))
        self.put(f"z = {chosen[2]}")
        if self.chance(15):
            self.put("z = z + " + chosen[2])

    def loose_arms(self):
        """Arms with more than assignments."""
        arms = [self.one_of("u = v = y * 2.0", "u = y * 2.0\n{0}v = u\n{0}del u", "u = y\n{0}v = u + 1.0", "v = u = y",
                            "if flag:\n{0}    v = y * 0.5\n{0}else:\n{0}    v = y - 1.0\n{0}u = v",
                            "v = y * 3.0\n{0}if n > 1:\n{0}    v = v - 1.0\n{0}u = v * (0.5 if self.training else 2.0)") for _ in range(2)]
        inner = "    " * (self.level + 1)
        self.lines_of("u = v = y", f"if {self.question()}:")
        self.lines += (inner + arms[0].format(inner)).split("\n")
        if self.chance(60):
            self.put("else:")
            self.lines += (inner + arms[1].format(inner)).split("\n")
        self.put("y = " + self.one_of("u + v", "v * 2.0", "v"))
        if self.chance(15):
            self.put("v += 1.0")

    def rows_of(self):
        """Rows of a mask."""
        mask = self.one_of("x[:, 0] > 0", "w[:, 0] > 0.5", "x[0] > 0", "x > 0", "self.hot")
        self.put(f"on = {mask}")
        rows = self.one_of("on.nonzero().squeeze(1)", "torch.nonzero(on).flatten()", "torch.where(on)[0]", "on.nonzero(as_tuple=True)[0]", "on.nonzero().squeeze()")
        self.put(f"rows = {rows}")
        if self.chance(15):
            self.put(self.one_of("rows = rows + 0", "on = ~on", "on.fill_(True)"))
        self.put(self.one_of("y[rows] = w[rows]", "y[rows] += w[rows]", "y[rows] *= 2.0", "z = y[rows].sum()", "z = y[rows].mean()", "z = y[rows]",
                             f"y = y + x[{rows}].sum()"))

    def asked_of_each(self):
        """Questions to each of several, and how many say yes."""
        parts = self.one_of("(x, w)", "parts", "parts", "zip(parts, parts[1:])")
        self.put("parts = [x, w, y]")
        if "zip" in parts:
            question = self.one_of("any(a.sum() < b.sum() for a, b in {})", "all([a.max() <= b.max() for a, b in {}])")
        else:
            question = self.one_of("any(t.max() > 1.0 for t in {})", "all(not torch.isfinite(t).all() for t in {})", "any([(t > 0).any() for t in {}])",
                                   "sum(1 for t in {} if t.sum() > 0) > n", "len([t for t in {} if (t > 0).any()])")
        self.put(self.one_of("if {}:\n" + "    " * (self.level + 1) + "y = y * 0.5", "y = y * sum(1 for t in (x, w) if t.sum() > 0)",
                             'assert {}, "none"', "z = y if {} else x").format(question.format(parts)))
