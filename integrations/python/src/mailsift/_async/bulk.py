"""Lists of addresses, and the groups that come from CSV files."""
from __future__ import annotations

import time
import uuid
from typing import Any, AsyncIterator, Awaitable, Callable, Iterable, List, Optional, Tuple, TypeVar

from .._retry import failed_poll_delay, poll_delay
from ..errors import ApiConnectionError, ApiError, WaitTimeoutError
from ..models import (
    BulkItem,
    Download,
    Group,
    GroupDetail,
    GroupList,
    Job,
    JobList,
    JobResults,
    SubmittedJob,
)
from .connection import AsyncConnection, segment
from .listing import AsyncListing

Progress = TypeVar("Progress", Job, Group)


class AsyncBulk:
    """Lists of up to 10,000 addresses."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def submit(
        self, emails: Iterable[str], *, validate_domain: bool = False, idempotency_key: Optional[str] = None
    ) -> Job:
        """Submits 1 to 10,000 strings. Malformed ones become items with an `error`.

        The same key with the same input always returns the same job, also from another process. Without one, a new key
        still covers the retries of this call.
        """
        body = {"emails": list(emails), "validate_domain": int(validate_domain)}
        key = idempotency_key or new_idempotency_key()
        submitted = await self._connection.send(
            SubmittedJob, "/v1/emails/bulk", method="POST", body=body, idempotency_key=key
        )
        return submitted.job

    async def get(self, job_id: str, *, page: Optional[int] = None, take: Optional[int] = None) -> JobResults:
        """The job and one page of its committed items."""
        return await self._connection.send(JobResults, _job(job_id), query={"page": page, "take": take})

    def items(self, job_id: str, *, take: int = 100) -> AsyncListing[BulkItem, JobResults]:
        """All items, in the order of the input. Wait for the end of the job first: until then pages can change."""
        return AsyncListing(
            lambda page: self.get(job_id, page=page, take=take), read_page, lambda item: item.index
        )

    def list(self, *, take: Optional[int] = None) -> AsyncListing[Job, JobList]:
        """All jobs, newest first."""
        return AsyncListing(
            lambda page: self._connection.send(JobList, "/v1/emails/bulk", query={"page": page, "take": take}),
            read_page,
            lambda job: job.id,
        )

    async def wait(
        self, job_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Job], Any]] = None
    ) -> Job:
        """Returns when the job is `completed` or `failed`. A service that is away for minutes does not end it."""

        async def look() -> Job:
            return (await self.get(job_id, take=1)).job

        return await wait_until(self._connection, look, ("completed", "failed"), timeout, on_progress)

    async def link(self, job_id: str) -> Download:
        """A link to the results of a completed job or a group that works without a token, for at most an hour."""
        return await self._connection.send(Download, f"{_job(job_id)}/download")

    def download(self, job_id: str) -> AsyncIterator[bytes]:
        """The results of a completed job as CSV. An interrupted download continues where it stopped."""
        return self._connection.download(f"{_job(job_id)}/download")


class AsyncGroups:
    """The submissions that came from CSV files."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, group_id: str) -> GroupDetail:
        """The group and its child jobs."""
        return await self._connection.send(GroupDetail, _group(group_id))

    def list(self, *, take: Optional[int] = None) -> AsyncListing[Group, GroupList]:
        """All groups, newest first."""
        return AsyncListing(
            lambda page: self._connection.send(GroupList, "/v1/emails/bulk/groups", query={"page": page, "take": take}),
            read_page,
            lambda group: group.id,
        )

    async def wait(
        self, group_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Group], Any]] = None
    ) -> Group:
        """Returns when the group is `completed`, `partial` or `failed`."""

        async def look() -> Group:
            return (await self.get(group_id)).group

        return await wait_until(self._connection, look, ("completed", "partial", "failed"), timeout, on_progress)

    def download(self, group_id: str) -> AsyncIterator[bytes]:
        """The original CSV with the results as appended columns, once the group is `download_ready`."""
        return self._connection.download(f"{_group(group_id)}/download")


async def wait_until(
    connection: AsyncConnection,
    look: Callable[[], Awaitable[Progress]],
    final: Tuple[str, ...],
    timeout: Optional[float],
    on_progress: Optional[Callable[[Progress], Any]],
) -> Progress:
    deadline = None if timeout is None else time.monotonic() + timeout
    failures = 0
    polls = 0
    while True:
        polls += 1
        pause: Optional[float]
        try:
            progress = await look()
            failures = 0
            if on_progress is not None:
                on_progress(progress)
            if progress.status in final:
                return progress
            pause = poll_delay(polls)
        except (ApiError, ApiConnectionError) as error:
            failures += 1
            pause = failed_poll_delay(error, failures)
            if pause is None:
                raise
        if deadline is not None and time.monotonic() + pause > deadline:
            raise WaitTimeoutError(f"The list was not finished within {timeout:g} seconds; it is still being processed")
        await connection.transport.sleep(pause)


def read_page(page: Any) -> Tuple[List[Any], bool]:
    """The paging of §4.3, §4.4 and §4.6 of the contract."""
    return page.items, not page.items or page.page * page.take >= page.total


def new_idempotency_key() -> str:
    return uuid.uuid4().hex


def _job(job_id: str) -> str:
    return f"/v1/emails/bulk/{segment(job_id)}"


def _group(group_id: str) -> str:
    return f"/v1/emails/bulk/groups/{segment(group_id)}"
