"""Statements that are seen from outside (programs.py): prints, records, warnings, checks, writes in place."""


class Outputs:
    def told(self):
        """Parts of a text."""
        return self.one_of("'here'", "n", "x.shape", "x", "x.sum()", "f'{n} {x.shape}'", "f'{x.max():.2f}'", "self.count", "x.sum().item()",
                           "float(x.mean())", "x.detach()", "x.tolist()", "flag", "x.dtype", "f'{y.detach().mean().item():.3f}'",
                           "(x > 0).any()", "y.detach().abs().max()", "next(self.items)")

    def output(self):
        """Something is printed, logged or warned of."""
        told = self.told()
        line = self.one_of(f"print({told})", f"logger.info('%s', {told})", f"logger.warning({told})", f'warnings.warn(f"model: {{{told}}}")',
                           f"print({told}, {self.told()})", f"print({told}, end='')", f"logger.info('%s %s', {told}, {self.told()})",
                           f"print({told}, file=self.log)", f"y = print({told})", f"warnings.warn('model: ' + str({told}), FutureWarning)")
        where = self.one_of("", "", f"if {self.condition(0)}:", f"if {self.condition(0)}:", "for i in range(2):", "if flag:", "with torch.no_grad():")
        if where:
            self.put(where)
            line = "    " + line
        self.put(line)
        if where.startswith("if") and self.chance(20):
            self.put("else:")
            self.put(f"    {self.one_of('y = x * 2.0', 'print(1)', 'pass')}")

    def checks(self):
        """An error is raised where a tensor says so."""
        told = self.told()
        error = self.one_of("ValueError('model: no')", f'ValueError(f"model: {{{told}}}")', f"RuntimeError('model: ' + str({told}))",
                            "ValueError('model: %s' % n)", "ValueError")
        condition = self.condition(0)
        if self.chance(25):
            error = self.one_of("'model: no'", f'f"model: {{{told}}}"')
            self.put(f"assert {condition}, {error}")
            return
        self.put(f"if {condition}:")
        if self.chance(15):
            self.put("    " + self.one_of("print('before')", "self.count += 1", "y = x * 2.0", "logger.warning('%s', n)"))
        self.put(f"    raise {error}")

    def odd_statement(self):
        names = [name for name in self.names("t") if name not in ("x", "w")] or ["y"]
        a = self.one_of(*names)
        b = self.one_of(*self.names("t"))
        self.put(self.one_of(
            f"{a}.add_(1.0)", f"{a}.mul_({b})", f"{a}[0] = 1.0", f"{b}.clamp_(-1.0, 1.0)", f"{a}.relu_()",
            "self.count += 1", "self.total += 1.0", "self.state.copy_(self.state * 0.5)", f"self.kept = {b}",
            f"self.state = {b}", "print('here')", f"out.append({b})", "n = n + 1", f"{a} = {b}", f"{a} = {b}.view(-1)",
            "torch.rand(1)", f"{a}.zero_()", f"{a}, z = {b}, {a}", f"del {a}", "assert n < 4", f"{a} = None",
            "raise ValueError('no')", f"k = lambda: {a}", f"{a}.data = {b}", f"{a}.unsqueeze_(0)"))
