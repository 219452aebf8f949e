"""Statements that ask objects for their texts, lengths, truths and numbers, which their classes answer with code
(programs.py): it counts how often it is asked, or tells what was written in the meantime."""

CLASSES = '''\
@dataclasses.dataclass
class State:
    step: int = 0
    rate: float = 0.5


class Meter:
    def __init__(self):
        self.seen = 0

    def __str__(self):
        self.seen += 1
        return f"meter {self.seen}"

    __repr__ = __str__


class Told(Meter):
    def __format__(self, spec):
        SEEN.append(spec)
        return f"told {len(SEEN)}"


class Fixed:
    def __init__(self):
        self.seen = 3

    def __str__(self):
        return f"fixed {self.seen}"


class Queue:
    seen = 0

    def __repr__(self):
        return "queue"

    def __len__(self):
        Queue.seen += 1
        return Queue.seen

    def __bool__(self):
        self.seen += 1
        return self.seen % 2 == 1

    def __float__(self):
        self.seen += 1
        return self.seen * 0.5

    @property
    def size(self):
        self.seen += 1
        return self.seen

    def __eq__(self, other):
        self.seen += 1
        return self.seen % 2 == 0


class Names(list):
    def __str__(self):
        self.append("told")
        return f"{len(self)} names"


class Sink:
    seen = 0

    def write(self, text):
        self.seen += 1


class Wrong(ValueError):
    def __init__(self, meter):
        super().__init__(f"model: {meter}")


SEEN = []
METER, TOLD, FIXED, QUEUE, NAMES, SINK, STATE = Meter(), Told(), Fixed(), Queue(), Names("ab"), Sink(), State()


def tell(a, meter):
    print("told", meter)
    return a + 1.0


'''
COUNTS = ("METER.seen", "len(SEEN)", "TOLD.seen", "FIXED.seen", "QUEUE.seen", "len(NAMES)", "SINK.seen", "STATE.step", "Queue.seen")


class Objects:
    def object_(self):
        return self.one_of("METER", "METER", "TOLD", "FIXED", "QUEUE", "NAMES", "STATE", "getattr(STATE, 'meter', METER)", "meter", "meters", "SEEN", "n",
                           "x.shape", "[METER, 1]", "{'m': TOLD}", "(1, FIXED)", "[n, 'a']", "'text'", "vars(STATE)")

    def telling(self, told):
        return self.one_of(
            f"print({told})", f"print('at', {told})", f"""print(f"{{({told})}}")""", f"""print(f"{{({told}) !r:>9}}")""",
            f"print('%s' % ({told},))", f"print('{{}}'.format({told}))", f"print(str({told}))", f"print(repr({told}), end='')",
            f"logger.info('%s', {told})", f"logger.debug('%s', {told})", f"logger.info('%s of ' + str({told}), n)",
            f"warnings.warn('model: ' + str({told}))", f"print({told}, y.sum().item())", f"print({told}, file=SINK)", "print(len(QUEUE))",
            "print(QUEUE.size)", "print('%.2f' % QUEUE)", "print(*NAMES)", f"y = tell(y, {told})", "print(len(NAMES))", "print(float(QUEUE))")

    def objects(self):
        """An object is asked where it is shown, and what it counts is read."""
        self.apart = 60  # more of what acts can be moved where torch.compile is seen
        self.put(self.one_of("meter = Meter()", "meter = METER", "meter = Fixed()", "meter = n", "meter = State(n)"))
        self.put(self.one_of("meters = [meter]", "meters = [meter, n]", "meters = {'k': meter}", "meters = ['a']", "meters = (meter, 'a')"))
        for _ in range(2):
            self.shows()
            if self.chance(30):
                self.put(self.one_of("STATE.step += 1", "METER.seen += 1", "SEEN.append(1)", "meters.append('b')", "meter.seen = 5", "FIXED.seen = n",
                                     "meters = None", "STATE.rate = 2.0"))
            if self.chance(60):
                self.put(f"y = {self.one_of('y', 'x')} {self.one_of('+', '*')} {self.one_of(*COUNTS)}")
        self.kinds["y"] = "t"

    def shows(self):
        told = self.object_()
        way = self.one_of("tells", "tells", "tells", "checks", "asserts", "asks")
        if way == "tells":
            where = self.one_of("", "", "", f"if {self.condition(0)}:", "for i in range(2):", "if flag:")
            if where:
                self.put(where)
            self.put("    " * bool(where) + self.telling(told))
        elif way == "checks":
            self.put(f"if {self.condition(0)}:")
            self.put("    raise " + self.one_of(f"ValueError('model: %s' % ({told},))", f"Wrong({told})", f"ValueError('model: ' + str({told}))"))
        elif way == "asserts":
            self.put(f"assert {self.condition(0)}, 'model: ' + str({told})")
        else:
            asked = self.one_of("QUEUE", "len(QUEUE) > 2", "QUEUE == 'a'", "QUEUE.size > 3", "'told' in NAMES", "str(METER) == 'meter 1'")
            self.put(f"if {self.one_of(f'{self.condition(0)} and {asked}', f'{asked} and {self.condition(0)}')}:")
            self.put("    y = " + self.one_of("x * 2.0", "x * float(QUEUE)", "x + len(NAMES)", "x * QUEUE.size"))
