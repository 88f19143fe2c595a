"""Files that are sent and received in pieces."""
from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass
from typing import IO, Any, Callable, Iterator, Optional, Union

PIECE_BYTES = 64 * 1024


@dataclass(frozen=True)
class CsvFile:
    """A file of known size that can be read again for a retry."""

    file: IO[bytes]
    start: int
    size: int
    name: Optional[str]

    def chunks(self, on_progress: Optional[Callable[[int, int], Any]]) -> Iterator[bytes]:
        self.file.seek(self.start)
        sent = 0
        while True:
            piece = self.file.read(PIECE_BYTES)
            if not piece:
                return
            yield piece
            sent += len(piece)
            if on_progress is not None:
                on_progress(sent, self.size)


@contextlib.contextmanager
def open_source(source: Union[str, "os.PathLike[str]", bytes, IO[bytes]]) -> Iterator[CsvFile]:
    if isinstance(source, bytes):
        yield CsvFile(io.BytesIO(source), 0, len(source), None)
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield _known(file)
    else:
        yield _known(source if source.seekable() else io.BytesIO(source.read()))


def _known(file: IO[bytes]) -> CsvFile:
    start = file.tell()
    size = file.seek(0, os.SEEK_END) - start
    name = getattr(file, "name", None)
    return CsvFile(file, start, size, name if isinstance(name, str) else None)


@contextlib.contextmanager
def writing(target: Union[str, "os.PathLike[str]", IO[bytes]]) -> Iterator[IO[bytes]]:
    """A path gets its file when all of it is written: a part is never mistaken for the result."""
    if not isinstance(target, (str, os.PathLike)):
        yield target
        return
    partial = f"{os.fspath(target)}.part"
    try:
        with open(partial, "wb") as file:
            yield file
        os.replace(partial, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(partial)
        raise
