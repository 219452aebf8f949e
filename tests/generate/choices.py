"""Statements in which a tensor decides (programs.py): what a rewrite is made for, and near misses of it."""

from hypothesis import strategies as st


class Choices:
    def branches(self):
        self.branch()

    def numbers(self):
        """A number that a tensor chooses."""
        name = self.one_of("k", "s", "k")
        first, second = (self.one_of("2.0", "0.5", "1", "0.1", "-3.0", "n", "True", "1e9", "None") for _ in "ab")
        condition = self.condition()
        if self.chance(50):
            self.put(f"{name} = {first} if {condition} else {second}")
        else:
            self.put(f"{name} = {second}")
            self.put(f"if {condition}:")
            self.put(f"    {name} = {first}")
        self.put(self.reads_of(name))
        self.kinds["y"] = "t"

    def layer_drop(self):
        draw = self.one_of("torch.rand(1)", "torch.rand(())", "torch.rand([]).item()", "random.random()", "np.random.rand()",
                           "torch.rand(1, device=x.device)", "torch.randn(1)")
        order, rate = self.one_of("<", "<=", ">", ">=", "=="), self.one_of("self.rate", "self.never", "n", "0.5")
        if self.chance(50):
            self.put(f"draw = {draw}")
            draw = "draw"
        asked = self.one_of(f"{draw} {order} {rate}", f"{rate} {order} {draw}", f"flag and {draw} {order} {rate}", f"not {draw} {order} {rate}",
                            f"{draw} {order} {rate} and self.training", f"self.training or {draw} {order} {rate}")
        self.put(f"if {asked}:")
        self.put("    " + self.one_of("y = x * 2.0", "return x", "y = x.clone()", "self.kept = 1", "pass"))
        if self.chance(30):
            self.put("else:")
            self.put("    y = x + 1.0")
        self.kinds["y"] = "t"

    def sizes(self):
        """Arms that make tensors of a size."""
        size = self.one_of("x.shape", "x.size()", "x.shape", "y.shape", "x.size(0)", "4", "x.shape[0], 4", "y.shape", "(2, 2)", "n", "w.shape")
        made = self.one_of("torch.zeros", "torch.ones", "torch.full", "x.new_zeros", "x.new_ones", "torch.zeros", "torch.ones", "torch.rand",
                           "torch.eye", "torch.arange", "x.new_full")
        last = ", 1.5" if made.endswith("full") else ""
        size = f"({size},)" if last and not size.startswith(("x.s", "y.s", "w.s", "(")) else size
        option = self.one_of("", ", dtype=x.dtype, device=x.device", "", ", dtype=x.dtype", ", dtype=torch.float64", ", device=x.device", ", requires_grad=True")
        value = f"{made}({size}{last}{option})"
        self.put(f"if {self.condition()}:")
        self.put(f"    y = {self.one_of(value, value, f'y + {value}', f'{value} * 2.0')}")
        if self.chance(60):
            self.put("else:")
            self.put(f"    y = {self.one_of(self.tensor(1), value, 'x * 1.0', 'torch.zeros(x.shape)')}")
        self.kinds["y"] = "t"

    def ranks(self):
        """A rank that is asked for in front of the elements."""
        a, b = self.one_of(*self.names("t")), self.one_of(*self.names("t"))
        rank = self.one_of(f"{a}.dim() == 1", f"{a}.ndim == 1", f"len({a}.shape) == 1", f"{a}.dim() == 0", f"{a}.dim() > 0", f"{a}.numel() == 1",
                           f"{a}.dim() == 2")
        asked = self.one_of(f"{a}[0] > {b}[0]", f"{a}[0] > 0.0", f"{a} > 0", f"{a}[0, 0] > {b}[-1]", f"({a} + {b})[0] > 0", f"{a}[-1].abs() > 1.0",
                            f"{a}[0]", f"{a} > {b}")
        self.put(f"if {rank} and {asked}:" if self.chance(60) else f"if {asked}:")
        self.arm(["y"], 0, False)
        if self.chance(40):
            self.put("else:")
            self.arm(["y"], 0, False)
        self.kinds["y"] = "t"

    def without_gradients(self):
        self.put(self.one_of("with torch.no_grad():", "with torch.no_grad():", "with torch.inference_mode():",
                             "with torch.set_grad_enabled(flag):"))
        self.block()

    def updates(self):
        """Arms that write in place, to what is their own or is not."""
        name = self.one_of(*[name for name in self.names("t") if name not in ("x", "w")] or ["y"])
        other = self.one_of(*self.names("t"))
        if self.chance(30):
            name = self.one_of("self.state", "self.total", "self.state")
        elif self.chance(60):
            self.put(f"{name} = {self.tensor(1)}")
        if self.chance(25):
            self.put(self.one_of(f"z = {name} * 2.0", f"z = {name}.exp()", f"z = {name}.view(-1)", f"z = {name}", f"z = {name}[:1]"))
            self.kinds["z"] = "t"
        if "." not in name:
            self.kinds[name] = "t"
        writes = (f"{name} += {other}", f"{name} *= 0.5", f"{name}.add_(1.0)", f"{name}.clamp_(min=0.0)", f"{name}.mul_({other})",
                  f"{name}.copy_({other})", f"{name} -= {name}.mean()", f"{name}[0] = 0.0", f"{name}.relu_()", f"{name}.zero_()",
                  f"{name} = {name} * 2.0", f"{name}.masked_fill_({name} > 0, 1.0)", f"{name} /= 2", f"{name}.fill_(n)")
        self.put(f"if {self.condition()}:")
        self.put(f"    {self.one_of(*writes)}")
        if self.chance(20):
            self.put(f"    {self.one_of(*writes)}")
        if self.chance(40):
            self.put("else:")
            self.put(f"    {self.one_of(*writes)}")

    def ways(self):
        """Ways out, and of a loop."""
        if self.level > 2 or self.chance(50):
            self.put(f"if {self.condition()}:")
            if self.chance(20):
                self.put(f"    t0 = {self.tensor(1)}")
            self.put(f"    return {self.result()}")
            return
        self.put(self.one_of("for i in range(3):", "for t in (x, w):", "for i in range(n):", "for t in [x * 1.0, w * 2.0]:"))
        self.level += 1
        known = dict(self.kinds)
        if self.chance(50):
            self.put(f"y = {self.tensor(1)}")
        self.put(f"if {self.condition()}:")
        self.put("    " + self.one_of("continue", "continue", "break"))
        self.put(f"y = {self.tensor(1)}")
        if self.chance(30):
            self.put(self.one_of("n = n + 1", "y += 1.0", "z = y", "self.count += 1"))
        self.level -= 1
        self.kinds = known

    def rounds(self):
        """A loop of few rounds that a tensor ends."""
        carried = [name for name in ("y", "z", "u") if self.chance(60)] or ["y"]
        for name in carried:
            if name not in self.kinds or self.chance(70):
                self.put(f"{name} = {self.one_of(self.tensor(1), 'x * 1.0', 'x * 0.5', 'x + 1.0', 'torch.zeros_like(x)')}")
            self.kinds[name] = "t"
        self.put("for " + self.one_of("_ in range(3)", "i in range(4)", "t in (0.5, 2.0)", "i in range(n)", "t in (x, w)", "i in range(2)") + ":")
        self.level += 1
        known = dict(self.kinds)
        for _ in range(self.draw(st.integers(0, 3))):
            self.step(carried)
        self.put(f"if {self.condition()}:")
        self.put("    " + self.one_of("break", "break", "break", "break", "continue"))
        for _ in range(self.draw(st.integers(0, 2))):
            self.step(carried)
        self.level -= 1
        self.kinds = known

    def step(self, carried):
        name = self.one_of(*carried)
        if self.chance(20):
            self.put(f"v = {self.tensor(1)}")
            self.kinds["v"] = "t"
        elif self.chance(15):
            self.put(self.one_of(f"{name} += 0.5", f"{name}.mul_(0.5)", f"{name} = {self.one_of(*carried)}", "n = n + 1", f"{name} -= x"))
        else:
            other = self.one_of(*self.names("t"))
            self.put(f"{name} = " + self.one_of(f"{name} * 0.5", f"{name} + {other}", f"{name} - {other} * 2.0", f"torch.tanh({name})", f"{other} * 0.25",
                                                f"{name} * {name}", f"torch.sqrt({name})", self.tensor(1)))

    def steps(self):
        """Arms that come to their results in other orders, by names that both use, or one alone."""
        results = [name for name in ("y", "z", "u") if self.chance(60)] or ["y", "z"]
        for name in results:
            if name not in self.kinds or self.chance(40):
                self.put(f"{name} = {self.one_of('x * 1.5', 'w + 1.0', self.tensor(1))}")
                self.kinds[name] = "t"
        self.put(f"if {self.condition()}:")
        self.way(results)
        if self.chance(20):
            self.put(f"elif {self.condition()}:")
            self.way(results)
        if self.chance(85):
            self.put("else:")
            self.way(results)
        if self.chance(20):
            name = self.one_of(*results)
            self.put(self.one_of(f"{name}.add_(1.0)", f"{name} *= 2.0", f"{name} = {name}.clone()", f"x = {name}"))

    def way(self, results):
        self.level += 1
        known = dict(self.kinds)
        left = list(results)
        while left:
            name = self.one_of(*left, *left, "p", "q")
            other = self.one_of(*self.names("t"))
            self.put(f"{name} = " + self.one_of(f"{other} * 0.5", f"{other} + 1.0", f"{other} - {self.one_of(*self.names('t'))}", self.tensor(1),
                                                f"{other} * {other}", f"{other}.sum()", f"{other}", f"{other}.detach()"))
            self.kinds[name] = "t"
            if name in left and self.chance(80):
                left.remove(name)
        self.level -= 1
        self.kinds = known

    def common(self):
        """Both arms do the same with something else."""
        a, b = self.tensor(1), self.tensor(1)
        call = self.one_of("{} = helper({})", "{} = torch.relu({})", "self.state.copy_({1})", "{}.copy_({})", "{}.add_({})",
                           "{} = self.norm({})", "{} = touch({})", "{}.append({})", "{} = helper({}, n)", "{} = helper(a={})")
        name = self.one_of("y", "z", "y")
        self.put(f"if {self.condition()}:")
        self.put("    " + call.format(name, a))
        if self.chance(70):
            self.put("else:")
            self.put("    " + self.one_of(call, call, call, "{} = torch.tanh({})").format(name, b))
        self.kinds["y"] = "t"

    def along(self):
        """Arms along a dimension, and elements that are left out of one."""
        a = self.one_of(*self.names("t"))

        def value():
            m = self.mask(0)
            return self.one_of(
                f"F.softmax({a}, dim=-1)", f"{a}.softmax(-1)", f"torch.softmax({a}, 0)", f"{a}.log_softmax(dim=-1)", f"{a}.flip(0)",
                f"torch.flip({a}, [-1])", f"torch.flip({a}, dims=(0,))", f"{a}.cumsum(-1)", f"{a} / {a}.sum(-1, keepdim=True)",
                f"{a} - {a}.mean(-1, keepdim=True)", f"{a}.roll(1, 0)", f"{a}.sort(-1).values", f"{a}.cummax(0)[0]",
                f"F.normalize({a}, dim=-1)", f"{a} - {a}.amax(-1, keepdim=True)", f"{a}.softmax(n)", f"{a}.logsumexp(-1, keepdim=True) + {a}",
                f"{a}.masked_fill({m}, float('-inf'))", f"{a}.masked_fill({m}, -math.inf).softmax(-1)",
                f"torch.where({m}, {a}, float('-inf'))", f"{a}.masked_fill({m}, torch.finfo({a}.dtype).min)",
                f"F.layer_norm({a}, {a}.shape[-1:])", f"{a}.transpose(0, -1)", f"{a}.unsqueeze(0).sum(0)", f"{a}.sum(-1)", f"{a}.mean(0)",
                f"{a}.argsort(-1)", f"{a}.softmax(-1, dtype=torch.float64)", f"{a}.softmax(1)")

        self.put(f"if {self.condition()}:")
        self.put(f"    y = {value()}")
        if self.chance(50):
            self.put("else:")
            self.put(f"    y = {self.one_of(value(), self.tensor(1), a)}")
        if self.chance(30):
            self.put("y = y.softmax(-1)")
        self.kinds["y"] = "t"
