"""Loops and arms that are left early, buffers that several arms write to, and numbers that only pick a row."""


class Left:
    """A part of the Writer (programs.py)."""

    def left_early(self):
        self.put("y = x * 2.0")
        self.kinds["y"] = "t"
        getattr(self, self.one_of("returning_loop", "said_at_the_end", "quiet_arm", "written_buffers", "first_of_mask", "picked_row"))()

    def returning_loop(self):
        """A loop that ends by a `return` of its own."""
        change = self.one_of("y = y * 0.5", "y = torch.tanh(y)", "y = y + w * 0.25", "y *= 0.5")
        self.lines_of(self.one_of("for k in range(3):", "for k in range(3):", "for t in (x, w):"), f"    {change}", f"    if {self.question('y')}:")
        if self.chance(15):
            self.put("        y = y + 1.0")
        self.put("        return " + self.one_of("y * 2.0", "y", "y - w", "y + n"))
        if self.chance(30):
            self.put("    y = y - 0.25")
        if self.chance(15):
            self.put("y = y * 1.5")
        self.put("return " + self.one_of("y + 1.0", "y", "w", "x * 0.5"))

    def said_at_the_end(self):
        """A flag that says whether a loop ended early."""
        self.put("done = " + self.one_of("False", "False", "False", "flag"))
        if self.chance(20):
            self.put("y = y + 1.0")
        self.lines_of("for k in range(3):", "    y = y * 0.5", f"    if {self.question('y')}:", "        done = True")
        if self.chance(30):
            self.put("        y = y - 1.0")
        self.put("        break")
        self.put("y = " + self.one_of("y * 2.0 if done else y + 1.0", "y if not done else x", "y"))
        if self.chance(30):
            self.lines_of("if done:", "    y = y + 3.0")

    def quiet_arm(self):
        """An arm that is a block without gradients, or nearly one."""
        around = self.one_of("torch.no_grad()", "torch.no_grad()", "torch.no_grad()", "torch.enable_grad()")
        self.lines_of(f"if {self.question()}:", f"    with {around}:", "        " + self.one_of("self.total.add_(1.0)", "self.total.copy_(y.mean())", "self.state.mul_(0.5)", "y = y * 0.5"))
        if self.chance(20):
            self.put("        " + self.one_of("self.total.mul_(2.0)", "y = y + 1.0"))
        if self.chance(15):
            self.put("    y = y - 1.0")
        self.put("y = y + self.total")

    def written_buffers(self):
        """Several arms, each of which writes to buffers."""
        writes = ("self.total.add_(1.0)", "self.total.copy_(y.mean())", "self.state.mul_(0.5)", "self.state.fill_(1.0)", "self.total.zero_()",
                  "self.total.fill_(self.rate)", "self.total.fill_(n)", "self.state.add_(self.total)", "self.total.sub_(0.5)")
        arms = [f"if {self.question()}:", f"elif {self.question('w')}:", "else:"]
        del arms[self.one_of(1, 2, 1):self.one_of(2, 3, 3)]
        around = self.one_of("with torch.no_grad():", "")
        if around:
            self.put(around)
        inner = "    " if around else ""
        for arm in arms:
            self.put(inner + arm)
            for _ in range(self.one_of(1, 2, 2)):
                self.put(inner + "    " + self.one_of(*writes))
        self.put("y = y + self.total" + self.one_of("", " * self.state.sum()"))

    def first_of_mask(self):
        """The number of the first place of a mask."""
        mask = self.one_of("(self.state > 0)", "self.hot", "(self.state == 0.5)", "(self.hot & (self.state > 0.25))")
        # Of a mask of two dimensions, which `w` may make, this raises an error; other spellings give the row.
        places, first = ".nonzero()", self.one_of("[0]", "[0]", "[0]", "[1]")
        read = self.one_of("{}.item()", "int({})")
        if self.chance(50):
            self.put(f"k = {read.format(mask + places + first)}")
        else:
            self.put(f"at = {mask}{places}")
            if self.chance(15):
                self.put(self.one_of("self.state.mul_(-1.0)", "at = at + 0", "z = at.sum()"))
            self.put(f"k = {read.format('at' + first)}")
        self.put("y = " + self.one_of("y * self.state[k]", "y + self.state[k]", "y + k", "y * self.state[k - 1]"))

    def picked_row(self):
        """A number that is read where it picks a row."""
        number = self.one_of("self.hot.sum().item()", "self.state.argmax().item()", "int(self.state.argmin())")
        index = self.one_of("{} - 1", "{} - 1", "{} // 2", "{}").format(number)
        table = self.one_of("self.state", "self.state", "(x, w, y, x)")
        self.put("y = " + self.one_of("y * {}[{}]", "y + {}[{}]", "y if n > 2 else y * {}[{}]").format(table, index))
