"""Where one call breaks, and how often: what Dynamo told while it compiled beside what resumed in the call."""

from graphmend.confirm.record import is_library


class Heard:
    """Takes the place of the line to graphmend: the last event of each kind, and all breaks."""

    def __init__(self):
        self.last = {}
        self._breaks = {}  # id -> event

    def send(self, kind, **fields):
        self.last[kind] = fields
        if kind == "break":
            self._breaks[fields["id"]] = fields
        elif kind == "given_up":
            self._breaks[fields["break"]]["outcome"] = "skip"

    def breaks(self, counts):
        """[{"path", "line", "function", "breaks"}] of a `counts` event, as `graphmend confirm` counts.

        A break in a function splits those that call it as well, which then go on behind the call: they resume, but do
        not break. A function that is given up as a whole breaks once in each of its runs.
        """
        own, around, given_up = set(), set(), {}
        for each in self._breaks.values():
            stack = [tuple(place) for place in each["stack"] if not is_library(place[0])]
            if not stack and each["frame"]:
                stack = [tuple(each["frame"])]
            own.update(place[:2] for place in stack[-1:])
            around.update(place[:2] for place in stack[:-1])
            if each["outcome"] != "split" and each["frame"] and len(stack) == 1:
                given_up.setdefault(tuple(each["frame"]), stack[0])
        sites = {}
        for path, line, name, count, _ in counts["resumed"]:
            if (path, line) in own or (path, line) not in around:
                sites[path, line, name] = sites.get((path, line, name), 0) + count
        for path, line, name, count, _ in counts["eager"]:
            if (path, line, name) in given_up:
                place = given_up[path, line, name]
                sites[place] = sites.get(place, 0) + count
        return [{"path": path, "line": line, "function": name, "breaks": count} for (path, line, name), count in sites.items()]
