"""Numbers and flags that tensors decide, loops that end with more than a `break`, and calls that write to what they are given."""


class Numbered:
    """A part of the Writer (programs.py)."""

    def numbered(self):
        self.put("y = x * 2.0")
        self.kinds["y"] = "t"
        getattr(self, self.one_of("counted_arms", "counted_arms", "ended", "ended", "written_argument", "settings", "one_of_each", "renewed"))()

    def use_of(self, name):
        """What is done with a number or flag that a tensor decided."""
        self.lines_of(*self.one_of(
            (f'z = {{"n": {name}}}',), (f'z = {{"n": {name}}}',), (f"z = [{name}]",), (f"y = y * {name}",), (f"y = y + {name}",), (f"z = {name}",), (f"z = str({name})",),
            (f"if {name} > 1:", "    y = y - 1.0"), (f"y = y / ({name} + 1)",), (f"z = [x * i for i in range({name})]",), (f"{name} += 1", f"z = [{name}]"),
            (f"y = y if {name} else x",)))

    def counted_arms(self):
        """A count or a flag."""
        start, change, other = self.one_of(("0", "k += 1", "k = 7"), ("0", "k = k + 2", "k -= 1"), ("False", "k = True", "k = False"), ("True", "k = False", "k = True"), ("0", "k = 1", "k = True"),
                                           ("1.0", "k = 0.5", "k *= 0.5"), ("1.0", "k = k * 0.1", "k = 2"), ("n", "k += n", "k = 0"), ("0", "k += x.shape[0]", "k = 3"),
                                           ("1.0", 'k = float("nan")', 'k = float("inf")'))
        loops = self.chance(40)
        self.put(f"k = {start}")
        if loops:
            self.put(self.one_of("for i in range(3):", "for t in (x, w):"))
            self.level += 1
        self.put(f"if {self.question('y')}:")
        for line in [change, *["y = y * 0.5"] * self.chance(40)]:
            self.put("    " + line)
        if self.chance(25):
            self.lines_of("else:", f"    {other}")
        if loops and self.chance(40):
            self.put(self.one_of("y = y - 0.25", "k += 1", "out.append(k)"))
        if loops:
            self.level -= 1
        self.use_of("k")

    def ended(self):
        """A loop that the data ends."""
        header = self.one_of("for i in range(3):", "for i in range(4):", "for i in range(n):", "while k < 3:", "while k < 4:")
        self.lines_of("k = 0", f"u = {self.one_of('y', 'x * 0.5', 'torch.zeros_like(x)')}", header)
        self.level += 1
        body = [self.one_of("y = y * 0.5", "y = torch.tanh(y)", "y, u = u * 0.5, y + w", "u, y = pair(y, u)", "y = helper(y)", "y = y + w * 0.25"),
                *["k += 1"] * (header[0] == "w" or self.chance(40))]
        question = self.one_of(self.question("y"), "(y - u).abs().max() < 0.5", "(y - u).abs().max().item() < 0.5", "y.abs().mean() < 0.25")
        end = [*[self.one_of("u = y * 3.0", "k = 9", "found = True", "u = y", "out.append(y)", "u, y = y, u * 2.0", "u, y = pair(y, u)", "u = u + y")] * self.chance(50),
               self.one_of("break", "break", "break", "return y", "return u, y")]
        ending = [f"if {question}:", *("    " + line for line in end)]
        if self.chance(30):
            ending += ["else:", "    u = y - 1.0"]
        lines = body + ending if self.chance(60) else ending + body
        self.put("found = False") if any("found" in line for line in lines) else None
        inner = "    " * self.level
        self.lines += [inner + line for line in lines]
        if self.chance(30):
            self.put(self.one_of("y = y + 0.0", "u = y * 2.0", "k = k + 0"))
        self.level -= 1
        if self.chance(15):
            self.lines_of("else:", "    u = x - 3.0")
        self.put(self.one_of("y = y + u", "y = u * 1.0", 'z = {"k": k}', "z = k", "return y", "return u, y", "y = y * k"))
        if any("found" in line for line in lines):
            self.use_of("found")

    def written_argument(self):
        """A call writes to what it is given."""
        call = self.one_of("F.relu(y, inplace=True)", "F.leaky_relu(y, 0.5, inplace=True)", "torch.add(y, 1.0, out=y)", "F.relu(y, True)", "F.relu(y, inplace=False)",
                           "F.relu(x, inplace=True)", "F.relu(y, inplace=flag)", "F.hardtanh(y, -1.0, 1.0, inplace=True)")
        if self.chance(30):
            self.put(self.one_of("z = y", "z = y[0]", "z = y.exp()"))
        self.lines_of(f"if {self.question()}:", f"    {self.one_of('y = ', 'y = ', 'z = ', '')}{call}")
        if self.chance(40):
            self.lines_of("else:", f"    {self.one_of('y = y - 1.0', 'y = F.relu(y, inplace=True)', 'z = y * 3.0')}")

    def settings(self):
        """What an object holds, and what a function around this one does."""
        setting = self.one_of("limits.clip", "limits.clip", "limits.rate", "limits.read", "1.0 - limits.clip")
        self.put("limits = LIMITS")
        self.lines_of(f"if {self.question()}:", "    y = " + self.one_of(f"y * ({setting})", f"y.clamp(-({setting}), 1.0)", f"y + w * ({setting})"))

    def one_of_each(self):
        """One value, one row, one order."""
        self.lines_of("labels = (x * 2.0).round()", "rows, columns = torch.where(labels > 0)" if self.chance(40) else "rows = labels[labels > 0]")
        self.put("if " + self.one_of("torch.unique(labels).numel() == 1:", "len(labels.unique()) > 1:", "rows.numel() >= 3:", "len(rows) == 0:", "torch.equal(x, x.t()):",
                                     "torch.equal(x, w):", "(m := labels.sum()) > 0:"))
        self.put("    " + self.one_of("y = y * 0.5", "y, x = x + y, y * 2.0", "x, y = x * 0.5, y + x", "y = labels"))
        if self.chance(30):
            self.lines_of("else:", f"    {self.one_of('y = y - 1.0', 'x = x * 2.0')}")
        if self.chance(20):
            self.put("z = y * 2.0 if (m := y.mean()) > 0.25 else y - 1.0")
            self.put("y = z + m")
        if self.chance(20):
            self.lines_of("if n > 1:", "    return y", "elif y.mean() > 0.25:", "    return y * 2.0")

    def renewed(self):
        """A list or dict that an arm makes anew."""
        self.put("parts = " + self.one_of("[x * 2.0, w, y]", "[x * 2.0, w, y]", "(x, w)", '{"a": x * 2.0, "b": w}', "[x]"))
        named = '"a"' in self.lines[-1]
        if self.chance(30):
            self.put(self.one_of("kept = parts", "t = x", "first = x if len(parts) else w"))
        self.put("if " + self.one_of(self.question(), "torch.stack([t.sum() for t in (x, w)]).max() > 1.0", "t.sum() > 0" if "t = x" in self.lines[-1] else "x.sum() > 0") + ":")
        element = self.one_of("t * 0.5", "t / (x.abs().max() + 1.0)", "t - 1.0", "t", "helper(t)", "t.double()", "t.sum()")
        self.put("    parts = " + (f"{{k: {element} for k, t in parts.items()}}" if named else
                                  self.one_of(f"[{element} for t in parts]", f"[{element} for t in parts]", f"[{element} for t in parts if t.dim() > 0]",
                                              f"[{element} for t in (x, w)]", f"tuple({element} for t in parts)")))
        self.put("z = " + ('parts["a"] * 1.0' if named else self.one_of("parts[0] * 1.0", "torch.stack(list(parts)[:1])", "len(parts)", "sum(parts)")))
        if self.chance(25) and not named:
            self.put(self.one_of("out.append(parts[0])", "parts[0].mul_(2.0)", "y = parts[0]"))
