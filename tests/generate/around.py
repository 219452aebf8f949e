"""Statements around one rewrite each, drawn by a Writer (programs.py): what it is made for, and near misses of it."""


class Around:
    TOPICS = ("branches", "branches", "numbers", "read_inside", "known", "masked", "reduced", "places", "common", "chance",
              "output", "sizes", "ranks", "without_gradients", "updates", "ways")

    def branches(self):
        self.branch()

    def reads_of(self, a):
        """A use of the number `a` as other numbers are used."""
        tensor = self.one_of(*self.names("t"))
        return self.one_of(
            f"y = {tensor} * {a}", f"y = {tensor} - {a}", f"y = {a} * {tensor} + 1.0", f"y = {tensor} / {a}",
            f"y = ({tensor} + {a}) * {a}", f"y = torch.where({tensor} > {a}, {tensor}, 0.0)", f"y = {tensor}.clamp(max={a})",
            f"y = {tensor} ** {a}", f"{tensor} *= {a}", f"self.kept = {a}", f"y = [{a}, {tensor}][1]", f"y = {tensor}.sum() * {a}",
            f"y = {tensor} * -{a}", f"y = {tensor} // {a}", f"y = {a} / ({tensor}.abs() + 1.0)", f"y = ({tensor} * {a}).sum()")

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

    def read_inside(self):
        """A number that is read of a tensor inside of an expression."""
        source = self.one_of(self.scalar(), f"({self.tensor(1)}).mean()", f"{self.mask()}.sum()", f"{self.tensor(0)}[0]",
                             f"({self.tensor(0)} * {self.tensor(0)}).mean()")
        read = self.one_of(f"({source}).item()", f"float({source})", f"int({source})", f"math.sqrt({source})",
                           f"(({source}).item() + 1e-3)", f"(2 * ({source}).item())", f"-({source}).item()")
        self.put(self.reads_of(read))
        self.kinds["y"] = "t"

    def known(self):
        """A number that goes into a tensor and is read back."""
        number = self.one_of("x.shape[-1]", "x.size(0)", "n", "len(x)", "x.shape[0] * 2", "x.numel()", "self.count", "7", "flag",
                             "2.5", "x.dim() + 1")
        made = self.one_of(f"torch.tensor({number})", f"torch.as_tensor({number})", f"torch.tensor({number}, dtype=torch.int32)",
                           f"torch.tensor([{number}])")
        read = self.one_of("{}.item()", "int({})", "int({})", "float({})", "bool({})")
        if self.chance(40):
            name = self.one_of("size", "size", "y")
            self.put(f"{name} = {made}")
            if self.chance(15):
                self.put(self.one_of(f"{name} += 1", f"{name} = {name} * 2", "n = n + 1", f"x = x[:1]", f"y = x * {name}"))
            self.put("k = " + read.format(name))
        elif self.chance(40):
            sizes = self.one_of("[(2, 3), (n, 1)]", "[[1, 2], [3, len(x)]]", "[x.shape, x.shape]", "[(2.5, 1)]", "[(True, 2)]")
            self.put(f"shapes = {sizes}")
            self.put(f"table = torch.{self.one_of('tensor', 'as_tensor')}(shapes)")
            if self.chance(15):
                self.put(self.one_of("shapes.append((9, 9))", "table[0, 0] = 5", "shapes[0] = (9, 9)", "table = table + 1"))
            self.put("k = 0")
            self.put("for a, b in table.tolist():")
            self.put(self.one_of("    k = k + a * b", "    k = k + a / b", "    k = k + a", "    shapes.append((1, 1)) if len(shapes) < 4 else None"))
        else:
            self.put("k = " + read.format(made))
        self.put(self.one_of(f"y = x * k", "y = x + (k if k > 2 else 0)", f"y = torch.ones(k) * 2.0", "y = x.sum() * k", "self.kept = k"))
        self.kinds["y"] = "t"

    def mask_name(self):
        name = self.one_of("m", "hot", "m")
        self.put(f"{name} = {self.mask()}" if self.chance(75) else f"{name} = {self.one_of('w > 0', 'x != 0', 'self.hot', 'x[:, :1] > 0', 'x[0] > 0')}")
        self.kinds[name] = "m"
        return name

    def reduced(self):
        """Elements under a mask that are reduced."""
        m = self.mask_name()
        source = self.one_of(*self.names("t"), f"{self.one_of(*self.names('t'))}.long()", f"{self.one_of(*self.names('t'))} > 0.5")
        name = self.one_of("c", "c", "z")
        self.put(f"{name} = {source}")
        self.kinds[name] = "t"
        how = self.one_of("sum()", "sum()", "any()", "all()", "mean()", "prod()", "max()", "count_nonzero()", "sum(0)",
                          "sum(dtype=torch.float64)", "numel()")
        self.put(f"s = {name}[{self.one_of(m, m, f'~{m}', f'{m} & ({name} > 0)')}].{how}")
        if self.chance(20):
            self.put(f"s = s + {name}[{m}].{how}")
        self.put(self.one_of("y = x * s", "y = x + s", "self.kept = s", f"y = x * 2.0 if s else x"))
        self.kinds["s"], self.kinds["y"] = "s", "t"


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

    def output(self):
        """Something is printed, logged or warned of."""
        told = self.one_of("'here'", "n", "x.shape", "x", "x.sum()", "f'{n} {x.shape}'", "f'{x.max():.2f}'", "self.count", "next(self.items)")
        line = self.one_of(f"print({told})", f"logger.info('%s', {told})", f"logger.warning({told})", f"warnings.warn(str({told}))",
                           f"print({told}, end='')", f"print({told}, file=self.log)", f"y = print({told})")
        if self.chance(50):
            self.put(f"if {self.condition(0)}:")
            line = "    " + line
        self.put(line)

    def sizes(self):
        """Arms that make tensors of a size."""
        size = self.one_of("x.shape", "x.size()", "x.size(0)", "4", "x.shape[0], 4", "y.shape", "(2, 2)", "n", "w.shape")
        made = self.one_of("torch.zeros", "torch.ones", "torch.full", "torch.empty", "torch.rand", "x.new_zeros", "x.new_ones",
                           "torch.eye", "torch.arange", "x.new_full")
        last = ", 1.5" if made.endswith("full") else ""
        size = f"({size},)" if last and not size.startswith(("x.s", "y.s", "w.s", "(")) else size
        option = self.one_of("", "", ", dtype=x.dtype", ", dtype=torch.float64", ", device=x.device", ", requires_grad=True")
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
        if self.chance(60):
            self.put(f"{name} = {self.tensor(1)}")
        if self.chance(25):
            self.put(self.one_of(f"z = {name} * 2.0", f"z = {name}.exp()", f"z = {name}.view(-1)", f"z = {name}", f"z = {name}[:1]"))
            self.kinds["z"] = "t"
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
