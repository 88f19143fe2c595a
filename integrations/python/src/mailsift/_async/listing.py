"""Lists of any length: iterate over all items, or read one page."""
from __future__ import annotations

from typing import AsyncIterator, Awaitable, Callable, Generic, List, Optional, Set, Tuple, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class AsyncListing(Generic[Item, Page]):
    """Iterates over all items; `page(number)` reads one page."""

    def __init__(
        self,
        page: Callable[[int], Awaitable[Page]],
        read: Callable[[Page], Tuple[List[Item], bool]],
        id_of: Callable[[Item], object],
    ) -> None:
        self._page = page
        self._read = read
        self._id_of = id_of

    async def page(self, number: int = 1) -> Page:
        return await self._page(number)

    async def __aiter__(self) -> AsyncIterator[Item]:
        before: Set[object] = set()
        number = 1
        while True:
            items, is_last = self._read(await self._page(number))
            # Items added since the last page push known ones to the next page.
            for item in items:
                if self._id_of(item) not in before:
                    yield item
            if is_last:
                return
            before = {self._id_of(item) for item in items}
            number += 1


class AsyncCursorListing(Generic[Item, Page]):
    """Iterates over all items; `page(cursor)` reads one page. Changes between pages repeat and skip nothing."""

    def __init__(
        self,
        page: Callable[[Optional[str]], Awaitable[Page]],
        read: Callable[[Page], Tuple[List[Item], Optional[str]]],
    ) -> None:
        self._page = page
        self._read = read

    async def page(self, cursor: Optional[str] = None) -> Page:
        return await self._page(cursor)

    async def __aiter__(self) -> AsyncIterator[Item]:
        cursor: Optional[str] = None
        while True:
            items, cursor = self._read(await self._page(cursor))
            for item in items:
                yield item
            if cursor is None:
                return
