"""Long experiments on all processors, or on any machines that a Dask scheduler knows.

A task is a function and its argument, and what comes of it depends on nothing else; so the figures are
the same for any number of workers, and a worker that dies costs only the time of what it was at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from taroky.cli.progress import counted

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def workers(count: int | None = None, scheduler: str = "") -> Iterator[Client]:
    """Processes of this machine, one for each processor if no count is given, or those that a scheduler
    at this address ("tcp://host:8786") has."""
    import dask
    from distributed import Client, LocalCluster

    # What has been worked out is fetched at once: nothing is kept on disk, no page is served.
    dask.config.set({"distributed.worker.memory.target": False})
    dask.config.set({"distributed.worker.memory.spill": False})
    dask.config.set({"distributed.scheduler.allowed-failures": 20})
    if scheduler:
        with Client(scheduler) as client:
            yield client
        return
    with (
        LocalCluster(
            n_workers=count or os.cpu_count() or 1,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def each[T, R](client: Client, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """Yield what comes of every task, in the order of the tasks, as soon as it and all before it are
    done. A terminal is told how far they are."""
    futures = client.map(work, list(tasks), pure=False)
    futures.reverse()
    for _ in counted(range(len(futures)), len(futures)):
        result: R = futures.pop().result()  # let go of, so that the scheduler forgets it
        yield result
