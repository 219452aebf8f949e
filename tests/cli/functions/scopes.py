import contextlib


@contextlib.contextmanager
def scope(name):
    print(name)
    yield


def batches(loader):
    for batch in loader:
        print(len(batch))
        yield batch
