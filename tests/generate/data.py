"""Statements about numbers that are read of tensors, and elements that the data selects (programs.py)."""


class Data:
    def reads_of(self, a):
        """A use of the number `a` as other numbers are used."""
        tensor = self.one_of(*self.names("t"))
        return self.one_of(
            f"y = {tensor} * {a}", f"y = {tensor} - {a}", f"y = {a} * {tensor} + 1.0", f"y = {tensor} / {a}",
            f"y = ({tensor} + {a}) * {a}", f"y = torch.where({tensor} > {a}, {tensor}, 0.0)", f"y = {tensor}.clamp(max={a})",
            f"y = {tensor} ** {a}", f"{tensor} *= {a}", f"self.kept = {a}", f"y = [{a}, {tensor}][1]", f"y = {tensor}.sum() * {a}",
            f"y = {tensor} * -{a}", f"y = {tensor} // {a}", f"y = {a} / ({tensor}.abs() + 1.0)", f"y = ({tensor} * {a}).sum()")

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
                self.put(self.one_of(f"{name} += 1", f"{name} = {name} * 2", "n = n + 1", "x = x[:1]", f"y = x * {name}"))
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
        self.put(self.one_of("y = x * k", "y = x + (k if k > 2 else 0)", "y = torch.ones(k) * 2.0", "y = x.sum() * k", "self.kept = k"))
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
        how = self.one_of("sum()", "abs().sum()", "sum()", "any()", "all()", "mean()", "prod()", "max()", "count_nonzero()", "sum(0)",
                          "sum(dtype=torch.float64)", "numel()")
        self.put(f"s = {name}[{self.one_of(m, m, f'~{m}', f'{m} & ({name} > 0)')}].{how}")
        if self.chance(20):
            self.put(f"s = s + {name}[{m}].{how}")
        self.put(self.one_of("y = x * s", "y = x + s", "self.kept = s", "y = x * 2.0 if s else x"))
        self.kinds["s"], self.kinds["y"] = "s", "t"

    def masked(self):
        name = self.one_of(*[name for name in self.names("t") if name not in ("x", "w")] or ["y"])
        self.put("m = " + self.mask())
        self.kinds["m"] = "m"
        other = self.one_of(*self.names("t"))
        m = self.one_of("m", "~m", f"{other} > 0")
        value = self.one_of("0.0", f"{name}[{m}] * 2.0", f"{other}[{m}]", f"{other}[{m}] + {name}[{m}]", "1", "n",
                            f"torch.tanh({other}[{m}])", f"{other}[{m}].exp() - 1.0", f"{other}.sum()", "x[m]", "float('-inf')",
                            f"{other}[{m}] / {name}[{m}]", f"{name}[{m}].clamp(min=0.0)", f"{other}[{m}].to({name}.dtype)",
                            f"torch.where({other}[{m}] > 0, {other}[{m}], 0.0)", f"{other}[m] * n", f"{other}[{m}] - {other}[{m}].mean()")
        self.put(self.one_of(f"{name}[{m}] = {value}", f"{name}[{m}] += {value}", f"{name}[{m}] *= {value}", f"{name}[..., {m}] = {value}",
                             f"{name}[{m}, :] = {value}", f"{name}.masked_scatter_({m}, {other}[{m}])",
                             f"s = {other}[{m}].{self.one_of('sum', 'any', 'all', 'mean', 'max')}()",
                             f"c = {other}[{m}]"))
        for name in "sc":
            if self.lines[-1].lstrip().startswith(f"{name} = "):
                self.kinds[name] = "s" if name == "s" else "t"

    def read(self):
        """A number is read from a tensor, and goes on into tensors, conditions, shapes."""
        name = self.one_of("s", "k", "y")
        source = self.one_of(self.scalar(), f"{self.tensor(1)}", "torch.tensor(x.shape[0])", "torch.tensor(n)",
                             "torch.as_tensor(x.size(0))", "torch.tensor(x.shape)[0]", f"{self.mask()}.sum()")
        read = self.one_of(f"({source}).item()", f"float({source})", f"int({source})", f"({source}).tolist()", f"bool({source})")
        self.put(f"{name} = {read}")
        a = self.one_of(*self.names("t"))
        use = self.one_of(
            f"y = {a} * {name}", f"y = {a} - {name}", f"y = {a} / {name}", f"y = ({a} + {name}) * {name}",
            f"y = torch.where({a} > {name}, {a}, {a} - {name})", f"y = {a}.clamp(max={name})", f"y = {a}[:{name}]",
            f"y = torch.full_like({a}, {name})", f"y = {a} + max({name}, 1)", f"y = {a} * {name} ** 2",
            f"y = {a} * ({name} + 1)", f"y = {a} ** {name}", f"{a} *= {name}", f"self.kept = {name}", f"y = torch.zeros({name})",
            f"y = {a} + {name}.real", f"print({name})")
        if self.chance(10):
            self.odd_statement()
        if self.chance(25):
            self.put(f"if {name} {self.one_of('>', '<', '==')} {self.one_of('0', '1.0', 'n')}:")
            self.put(f"    {use}")
        else:
            self.put(use)
        if self.chance(20):
            self.put(f"z = y * {name}")
        self.kinds["y"] = "t"

    def places(self):
        """Places that a mask selects, found and written to, or counted."""
        name = self.one_of("y", "z", "y")
        found = self.one_of("torch.where(m)", "torch.nonzero(m)", "torch.nonzero(m, as_tuple=True)", "m.nonzero()",
                            "torch.where(m)[0]", "m.nonzero(as_tuple=True)[0]")
        self.put("m = " + self.mask())
        self.kinds["m"] = "m"
        self.put(f"i = {found}")
        if self.chance(12):
            self.put(self.one_of("m = ~m", "m[0] = True", f"{name} = {name}[:2]", "i = i"))
        self.put(self.one_of(f"{name}[i] = -1.0", f"{name}[i] = 0", f"{name}[i] += 1.0", f"{name}[i] = x[i]",
                             f"{name} = {name} * len(i)", f"if len(i) > 0:\n{'    ' * (self.level + 1)}y = x * 2.0",
                             f"if i.numel() == 0:\n{'    ' * (self.level + 1)}y = x - 1.0", "y = x[i].sum()"))

    def windows(self):
        """Slices that a number of a tensor bounds, read, written to and filled."""
        least = self.one_of("", "", "1 + ")
        self.put(f"at = int({least}" + self.one_of("(x > 0).sum() % 2", "w.argmax() % 2", "(w > x).sum() // 4", "x.abs().argmax() % 3") + ")")
        size = self.one_of("1", "2", "1", "n")
        bounds = self.one_of(f"at : at + {size}", f"at : at + {size}", f"at + 1 : at + 1 + {size}", "at * 2 : (at + 1) * 2",
                             "at - 1 : at" if least else "at : 1 + at", "at : at + at")
        part = self.one_of(bounds, bounds, f":, {bounds}", f"..., {bounds}", f"0, {bounds}", f"{bounds}, 0")
        if self.chance(50):
            self.put(f"part = x[{part}]")
            if self.chance(15):
                self.put(self.one_of("part += 1.0", "part = part.clone()", "at = at + 1"))
            self.put(f"y = {self.one_of('part.sum()', 'part * 2.0', 'part.exp()', 'part')}")
        else:
            self.put(f"y = {self.one_of('x * 2.0', 'w.clone()', 'torch.zeros_like(x)', 'x.abs()')}")
            ends = self.one_of(f"[{part}]", "[at:]", "[:at]", "[:, :at]", "[..., at + 1 :]", "[0, at:]")
            self.put(f"y{ends} {self.one_of('= 1.0', '= 1.0', '= -2', '+= 1.0' if part in ends else '= 0.5', f'= x{ends}', '= x.mean()')}")
        if self.chance(15):
            self.put(self.one_of("z = x * at", "z = x[at]", "if at > 0:\n" + "    " * (self.level + 1) + "y = x * 2.0"))

    def looped(self):
        """A loop over the numbers of a tensor."""
        self.put("ids = " + self.one_of("(x > 0).long()", "torch.arange(2)", "w.argsort()[:2]", "x.argmax(dim=-1, keepdim=True)", "w * 1.0"))
        self.put("y = x * 2.0")
        self.put(self.one_of("for i in ids.tolist():", "for k, i in enumerate(ids.tolist()):", "for part, i in zip(x, ids.tolist()):",
                             "for k, i in enumerate(ids.tolist(), 1):", "for i in reversed(ids.tolist()):"))
        self.level += 1
        self.put(self.one_of("y = y + x[i]", "y = y * 1.5 + i", "y[i] = 0.5", "y = y + x[i : i + 1].sum()", "y[:i] = 1.0", "y = y + x[:, i].sum()",
                             "y = y - (x == i)", "y[0, i:] = -1.0", "y = y + x[i + 1]"))
        if self.chance(12):
            self.put(self.one_of("ids[0] = 1", "if i > 1:\n" + "    " * (self.level + 1) + "y = y * 0.5", "z = z * i"))
        self.level -= 1

    def shadows(self):
        """A tensor that is made of a number, and counts."""
        self.put("k = " + self.one_of("torch.tensor(0)", "torch.tensor(1.0)", "torch.zeros(())", "torch.zeros(1)", "torch.tensor(n)",
                                      "torch.ones((), dtype=torch.int64)", "torch.tensor(0.5, dtype=x.dtype)", "torch.tensor(3, dtype=torch.uint8)"))
        self.put("y = x * 2.0")
        step = self.one_of("1", "1", "0.5", "2", "1")
        change = self.one_of(f"k += {step}", f"k = k + {step}", f"k = {step} + k", f"k -= -{step}", f"k.add_({step})")
        if self.chance(50):
            self.put("for _ in range(3):")
            change = self.one_of(change, change, change, "k = k + x.mean()", "k /= 2", "k = k / n", "k = -k", "k *= 3")
            inside = [change, self.one_of("if k > 2:", "if k / 2 >= 1:", "if k != n:", "if k + 1 < 4 and flag:"), "    y = y + 1.0"]
        else:
            self.put(self.one_of("while k < 4:", "while k <= 2:", "while not k > 3:"))
            inside = ["y = y + 1.0", change]
        for line in inside:
            self.put("    " + line)
        self.put(self.one_of("y = y * k", "z = k", "y = y + float(k)", "y = y * k.item()", "self.kept = k", "y = y * int(k)", "y = y - 1.0"))

    def summed(self):
        """Numbers that rounds add to, and what becomes of them."""
        self.put("total, count = " + self.one_of("0.0, 0", "0, 0", "0.0, 1"))
        self.put("parts = []")
        self.put("y = x * 2.0")
        self.put(self.one_of("for part in (x, w, y):", "for i, part in enumerate((x, w)):", "for part in x:"))
        inner = self.level + 1
        if self.chance(50):
            self.put("    if " + self.one_of("part.sum() > 0:", "part.abs().max() > 1.0:", "not (part > 0).any():"))
            if self.chance(40):
                self.put("        continue")
            else:
                inner += 1
        more = [self.one_of("total = total + part.mean()", "total += part.sum()", "total += part.mean().item()", "total = total - part.abs().max()",
                            "total += part.sum().item() * 0.5"),
                self.one_of("count += 1", "count = count + 1", "count += (part > 0).sum().item()", "parts.append(part.sum())",
                            "parts += [part.mean().item()]", "parts.append(total)", "count = 0")]
        before, self.level = self.level, inner
        for line in more[: 1 + self.chance(70)]:
            self.put(line)
        self.level = before
        self.put(self.one_of("y = y * (total / max(count, 1))", "y = y + total", "z = total", "self.kept = total", "y = y * count", "z = {'total': total}",
                             "y = y + sum(parts)", "z = sum(parts) / max(len(parts), 1)", "y = y * 0.5 if count > 1 else y", "z = [total, count]"))

    def answered(self):
        """Helpers that answer with the truth of tensors, and arms that call helpers."""
        self.put("y = x * 2.0")
        self.put("if " + self.one_of("is_between(x.mean(), -1.0, 2.0):", "any_above(w, (0.5, 1.0)):", "not is_between(w.sum(), n, 3.0):",
                                     "any_above(x, (1.0,)):", "flag and is_between(x.max(), 0.0, 1.5):", "x.sum() > 0:"))
        self.put("    y = " + self.one_of("smooth(x, y)", "smooth(x, w) + y", "helper(y, 0.5)", "noted(y)", "self.norm(y)", "y * 0.5", "touch(y)", "rows(x)"))
        if self.chance(30):
            self.put("else:")
            self.put("    y = " + self.one_of("smooth(y, x) * 2.0", "-y", "x", "noted(x)"))
        if self.chance(25):
            self.put("z = " + self.one_of("is_between(x.mean(), 0.0, 1.0)", "smooth(x, w)"))

    def flagged(self):
        """Flags that rounds set, and what else asks for the truth of tensors."""
        self.put("y = x * 2.0")
        start = self.one_of("False", "True", "False", "flag", "x.sum() > 3.0")
        self.put(f"found = {start}")
        self.put(self.one_of("for part in (x, w, y):", "for part in x:", "if not flag:"))
        part = "part" if "part" in self.lines[-1] else "w"
        asked = self.one_of(f"{part}.sum() > 0", f"({part} > 1.0).any()", f"1.0 in {part}", f"bool({part}.any())", f"{part}.max().item() > 2.0")
        if self.chance(50):
            self.put(f"    if {asked}:")
            self.put("        found = " + self.one_of("True", "False", "True", "not found"))
        else:
            self.put("    found = " + self.one_of(f"found or {asked}", f"found and {asked}", asked))
        self.put("if " + self.one_of("found:", "not found:", "found and flag:", "found or x.sum() > 0:", "bool(x.any()) != bool(w.any()):",
                                     "bool(x.any()) == found:", "0.0 in x:", "n not in w:"))
        self.put("    y = " + self.one_of("y * 0.5", "y + w", "x", "-y"))
        if self.chance(30):
            self.put("z = " + self.one_of("y if found else x", "found", "y * found", "[y for _ in range(2) if found]"))

    def spelled(self):
        """Branches in comprehensions and lambdas, numbers that one operation takes, and writes in arms."""
        asked = self.one_of("t.sum() > 0", "(t > 1.0).any()", "t.max().item() > 0.5", "flag and t.mean() < 1.0")
        chosen = self.one_of(f"t * 2.0 if {asked} else t - 1.0", f"t.abs() if {asked} else t", f"t * (0.1 if {asked} else 0.7)",
                             f"torch.sqrt(t) if {asked} else t", f"0.3 if {asked} else 2")
        self.put("y = x * 2.0")
        self.put(self.one_of(f"z = [{chosen} for t in (x, w)]", f"z = {{k: {chosen} for k, t in enumerate((x, w))}}",
                             f"pick = lambda t: {chosen}", f"z = list({chosen} for t in (x, w, y) if t is not w)", f"z = [{chosen} for t in x]",
                             f"z = [t for t in (x, w) if {asked}]", f"z = [[{chosen} for t in row] for row in ((x, w), (y,))]"))
        if "lambda" in self.lines[-1]:
            self.put("y = " + self.one_of("pick(x) + pick(w)", "pick(y) * 0.5"))
        self.put("rate = " + self.one_of("0.01", "2", "0.7"))
        self.put(self.one_of("if x.mean() > 0.2:", "if x.sum() > w.sum():", "for i in range(2):"))
        if "for" in self.lines[-1]:
            self.put("    if y[i].sum() > 0:")
            self.put("        continue")
            self.put("    " + self.one_of("y[i] = 0.5", "y[i] *= 0.5", "y[i + 1] = w[i]", "w[i] = 1.0"))
        else:
            self.put("    " + self.one_of("rate = 0.3", "rate = 0.1", "made = torch.ones_like(y)", "y = y.clone()"))
            if "made" in self.lines[-1]:
                self.put("    made[0] = -1.0")
                self.put("    y = y * made")
            elif "clone" in self.lines[-1]:
                self.put("    y[0] = " + self.one_of("0.5", "w[0]", "1"))
                self.put("    rate = 0.3")
        self.put(self.one_of("y = y * rate", "y = rate - y", "y = y + x * rate", "z = (y / rate, rate)"))

    def picked(self):
        """A row that a computed tensor picks."""
        self.put("i = " + self.one_of("x.sum(0).argmax()", "w.argmin()", "(x > 0).sum() % 2", "x.argmax(dim=-1)[0]", "torch.tensor(1)", "x.mean()",
                                      "x.abs().max() > 1.0"))
        at = self.one_of("[i]", "[:, i]", "[i - 1]", "[..., i]", "[0, i]", "[i]", "[i, i]", "[None, i]")
        if self.chance(65):
            self.put(f"part = x{at}")
            if self.chance(15):
                self.put(self.one_of("part += 1.0", "part = part.clone()", "i = i + 1"))
            self.put("y = " + self.one_of("part.sum()", "part * 2.0", "part.exp()", "part"))
        else:
            self.put("y = " + self.one_of("x * 2.0", "w.clone()", "x.abs()"))
            self.put(f"y{at} " + self.one_of("= 1.0", "= -2", "+= 1.0", "= x.mean()", f"= x{at}"))

    def listed(self):
        """Numbers in a list that goes into a tensor, and is read back."""
        sizes = self.one_of("[x.shape[0], n]", "[t.shape[0] for t in (x, w)]", "(len(x), 2)", "[n, n + 1]", "list(x.shape)", "[2, 3]",
                            "[x.size(-1)]", "[x.shape[0] * 1.5, 2.0]")
        made = self.one_of("torch.tensor({})", "torch.as_tensor({})", "torch.tensor({}, dtype=torch.long)", "torch.LongTensor({})",
                           "torch.tensor({}, device=x.device)")
        self.put("sizes = " + sizes)
        self.put("size = " + made.format("sizes"))
        if self.chance(15):
            self.put(self.one_of("sizes.append(9)", "size[0] = 7", "sizes = [5, 5]", "size = size * 2", "size += 1", "self.kept = size"))
        deeper = "    " * (self.level + 1)
        self.put(self.one_of(
            f"for k in size.tolist():\n{deeper}y = y * k", f"for k in size:\n{deeper}y = y * int(k)", "y = x * size.max().item()",
            "y = x * int(size[0])", "y = x + size.sum().item()", f"k, v = size.tolist()\n{deeper[4:]}y = x * k", "y = torch.ones(size.tolist())",
            "y = torch.ones([int(k) for k in size])", "y = x * size[-1].item()", "y = x * size.prod().item()",
            f"if size.max() > 3:\n{deeper}y = x * 2.0", "y = x * (size[0] if size[0] > n else 2)"))
        self.kinds["y"] = "t"

    def machine(self):
        """What is asked of the machine: a number of devices, whether a library is there."""
        asked = self.one_of("os.cpu_count()", "torch.cuda.device_count()", "torch.backends.openmp.is_available()", "torch.backends.mkldnn.is_available()",
                            "torch.backends.mps.is_built()", "torch.get_num_threads()", "os.getpid()")
        if self.chance(10):
            self.put(self.one_of("import os", "os = self.meter", "torch.set_num_threads(1)"))
        used = self.one_of("if {} > 0:", "if {} and flag:", "k = min({}, 2)", "k = int({})")
        self.put(used.format(asked))
        self.put(f"    y = {self.tensor(1)}" if used.endswith(":") else f"y = {self.tensor(1)} * k")
        self.kinds["y"] = "t"

    def counts(self):
        """How often each number occurs."""
        numbers = self.one_of("w.long().clamp(0, 3)", "x.long().abs()", "(x > 0).long()", "x.flatten().long().clamp(min=0, max=3)",
                              "x.argsort()", "x.long()", "torch.tensor([2, 0, 2])", "w")
        size = self.one_of("4", "4", "8", "x.shape[0]", "x.shape[-1]", "n", "1", "x.numel()")
        counted = self.one_of("torch.bincount(i, minlength={})", "i.bincount(minlength={})", "torch.bincount(i.flatten(), minlength={})",
                              "i.view(-1).bincount(minlength={})", "torch.bincount(input=i, minlength={})", "torch.bincount(i)",
                              "torch.bincount(i, x, minlength={})", "F.one_hot(i, {})", "F.one_hot(i)", "F.one_hot(i, num_classes={}).sum(0)")
        self.put("i = " + numbers)
        self.put("c = " + counted.format(size))
        if self.chance(20):
            self.put(self.one_of("i += 1", "i = i * 2", "c[0] = 1", "c += 1"))
        self.put(self.one_of("y = x * c[0]", "y = c * 2.0", "y = c.float() / c.sum()", "self.kept = c", "y = x * (c > 0).sum()",
                             "y = x * c.max()", "y = x.sum() * c", "y = x * 2.0 if c[0] > 1 else x * 1.0"))
        self.kinds["y"] = "t"
