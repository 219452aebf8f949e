"""Where one call breaks, and how often: what Dynamo told while it compiled beside what resumed in the call."""

from graphmend.confirm.record import is_library

GENERATOR_REFUSED = "GB0003"  # of a generator that only runs by itself because what calls it was given up


class Heard:
    """Takes the place of the line to graphmend: the last event of each kind, all breaks and recompilations, and what was
    compiled behind breaks.
    """

    def __init__(self):
        self.last = {}
        self.recompilations = []  # events
        self._breaks = {}   # id -> event
        self._resumed = {}  # id of what Dynamo compiled -> (path, line) behind which that goes on

    def send(self, kind, **fields):
        self.last[kind] = fields
        if kind == "break":
            self._breaks[fields["id"]] = fields
        elif kind == "recompile":
            self.recompilations.append(fields)
        elif kind == "given_up":
            self._breaks[fields["break"]]["outcome"] = "skip"
        elif kind == "frame" and fields["resumes"]:
            self._resumed[fields["id"]] = tuple(fields["resumes"][:2])

    def left(self, counts):
        """[{"path", "line", "function", "runs"}]: functions that are given up because of a break in them."""
        given_up = self._given_up()
        return [{"path": path, "line": line, "function": name, "runs": count} for path, line, name, count, _ in counts["eager"] if (path, line, name) in given_up]

    def breaks(self, counts):
        """[{"path", "line", "function", "breaks"}] of a `counts` event, as `graphmend confirm` counts.

        A function that is given up as a whole breaks once in each of its runs.
        """
        sites, given_up = {}, self._given_up()
        for path, line, name, count, _ in counts["resumed"]:
            if self._breaks_at(path, line):
                sites[path, line, name] = sites.get((path, line, name), 0) + count
        for path, line, name, count, _ in counts["eager"]:
            if (path, line, name) in given_up:
                place = given_up[path, line, name]
                sites[place] = sites.get(place, 0) + count
        return [{"path": path, "line": line, "function": name, "breaks": count} for (path, line, name), count in sites.items()]

    def told(self):
        """(path, line, function) -> the events of breaks there, without those that only follow from another one."""
        found = {}
        for each in self._breaks.values():
            stack = _stack(each)
            if stack and not _is_consequence(each):
                found.setdefault(stack[-1], []).append(each)
        return found

    def goes_on_behind_a_break(self, region):
        """Whether a region, `Torch-Compiled Region: 3/0` in a trace, does."""
        place = self._resumed.get(region.rpartition(" ")[2])
        return place is not None and self._breaks_at(*place)

    def _breaks_at(self, path, line):
        """A break in a function splits those that call it as well, which then go on behind the call: they resume, but do not
        break.
        """
        stacks = [_stack(each) for each in self._breaks.values()]
        own = any(stack and stack[-1][:2] == (path, line) for stack in stacks)
        return own or not any(place[:2] == (path, line) for stack in stacks for place in stack[:-1])

    def _given_up(self):
        """Functions, and where in themselves they broke: (path, line, function) -> such a place."""
        found = {}
        for each in self._breaks.values():
            stack, frame = _stack(each), each["frame"]
            if each["outcome"] == "split" or len(stack) != 1 or not frame or is_library(frame[0]):
                continue
            if not _is_consequence(each):
                found.setdefault(tuple(frame), stack[0])
        return found


def _is_consequence(event):
    return event["id"] > 1 and event["outcome"] != "error" and event["gb"] == [GENERATOR_REFUSED]


def _stack(event):
    """The places of a break in the program, outermost first."""
    stack = [tuple(place) for place in event["stack"] if not is_library(place[0])]
    return stack or [tuple(place) for place in [event["frame"]] if place]
