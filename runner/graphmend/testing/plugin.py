"""The plugin of pytest: the mark `graphmend`, and `--graphmend-report`. pytest loads it in each run where it is installed,
so that it imports nothing before it is asked for.
"""

from __future__ import annotations

import pytest

KEPT = "graphmend"  # among the properties of a test, which come from workers, too


def _limits(breaks=0, recompiles=None):
    """What a mark says."""
    return {"breaks": breaks, "recompiles": recompiles}


def pytest_addoption(parser):
    parser.getgroup("graphmend").addoption(
        "--graphmend-report", action="store_true", help="tell where the compiled code that tests call breaks, and why"
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "graphmend(breaks=0, recompiles=None): fail if compiled code that the test calls breaks, or is compiled again, "
        "more often than that; None: as often as it likes",
    )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    mark, report = item.get_closest_marker("graphmend"), item.config.getoption("graphmend_report")
    if mark is None and not report:
        yield
        return
    limits = _limits(*mark.args, **mark.kwargs) if mark else None
    from dataclasses import asdict

    from graphmend.testing.listening import listening
    from graphmend.testing.text import failure

    with listening() as listened:
        outcome = yield
    if report:
        item.user_properties.append((KEPT, [asdict(each) for each in listened.breaks]))
    if limits and outcome.excinfo is None:
        text = failure(listened, **limits)
        if text:
            outcome.force_exception(pytest.fail.Exception(text, pytrace=False))


def pytest_terminal_summary(terminalreporter, config):
    if not config.getoption("graphmend_report"):
        return
    from graphmend.testing.listening import Break
    from graphmend.testing.text import number_of, told_breaks

    reports = [each for some in terminalreporter.stats.values() for each in some if getattr(each, "when", None) == "call"]
    listened = [found for report in reports for name, found in report.user_properties if name == KEPT]
    places = {}
    for each in (Break(**each) for found in listened for each in found):
        place = places.setdefault((each.path, each.line, each.function), each)
        if place is not each:
            place.times += each.times
    broken = sum(bool(found) for found in listened)
    terminalreporter.section("graphmend")
    terminalreporter.write_line(f"graph breaks in {broken} of {len(listened)} tests, at {number_of(len(places), 'place')}")
    for text in told_breaks([places[place] for place in sorted(places)]):
        terminalreporter.write_line(text)
