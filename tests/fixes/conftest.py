def pytest_addoption(parser):
    parser.addoption("--inductor", action="store_true", help="compile with inductor as well")
