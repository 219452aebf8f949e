"""What `match` captures, compares and reads."""

import const


def route(command, match=None):
    match command, match:
        case [] | None | -1 | 1.5 | "text" | True:
            return command
        case const.QUIT | [const.A, const.B.c]:
            pass
        case x:
            return x
    match command:
        case Point(px, y=py) | Point(py, px) if px > limit:
            return px, py
        case geometry.Point(x=0, y=[first, _, *middle]):
            return first, middle
        case {"key": value, const.KEY: Point(), **others}:
            return value, others
        case {"key": _, **_}:
            pass
        case (a, b) as pair, *_:
            return pair
        case str(text) as whole:
            return whole
        case _:
            return _
    match = match.match
    print(match)
