"""CSV files, from upload to result."""
from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO, Any, Callable, List, Optional, Union

from .._files import CsvFile, open_source, writing
from .._http import Exchange
from ..errors import ApiConnectionError, ApiError, CsvRefusedError, read_api_error
from ..models import Group, PendingUpload, PendingUploadList, PreparedUpload, SubmittedGroup
from .bulk import AsyncGroups, new_idempotency_key
from .connection import USER_AGENT, AsyncConnection, segment

Source = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
Target = Union[str, "os.PathLike[str]", IO[bytes]]
# §8 of the contract: the time limit of the PUT.
PUT_TIMEOUT_SECONDS = 15 * 60.0


class AsyncUploads:
    """Uploads of CSV files that were not submitted. An account can have three; each expires after an hour."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self) -> List[PendingUpload]:
        """Oldest first."""
        return (await self._connection.send(PendingUploadList, "/account/uploads")).items

    async def discard(self, upload_id: str) -> None:
        """Makes room for another upload. One that was submitted raises ConflictError (`upload_claimed`)."""
        await self._connection.send_raw(f"/account/uploads/{segment(upload_id)}", method="DELETE")


class AsyncCsv:
    """CSV files of up to 100,000 rows and 50 MiB."""

    def __init__(self, connection: AsyncConnection, groups: AsyncGroups, uploads: AsyncUploads) -> None:
        self._connection = connection
        self._groups = groups
        self._uploads = uploads

    async def submit(
        self,
        source: Source,
        *,
        email_column: str,
        filename: Optional[str] = None,
        validate_domain: bool = False,
        idempotency_key: Optional[str] = None,
        on_upload_progress: Optional[Callable[[int, int], Any]] = None,
    ) -> Group:
        """Uploads and submits a CSV: a path, the bytes, or a binary file. Follow it with `groups.wait`.

        An upload whose connection breaks is sent again. After a crash of your program, the same key resumes it, or
        returns the group that was submitted already, for an hour. `on_upload_progress` gets the sent and all bytes.
        """
        key = idempotency_key or new_idempotency_key()
        with open_source(source) as file:
            name = filename or file.name or "upload.csv"
            # Preparing and submitting have separate scopes, so one key serves both (§4.1).
            upload = await self._connection.send(
                PreparedUpload,
                "/v1/emails/bulk/upload",
                method="POST",
                body={"filename": Path(name.replace("\\", "/")).name, "size_bytes": file.size},
                idempotency_key=key,
            )
            try:
                lost = await self._put(upload, file, on_upload_progress)
            except BaseException as error:
                # Interrupted or canceled: without the key the upload cannot be resumed, and would keep its slot.
                if not isinstance(error, Exception) and idempotency_key is None:
                    with contextlib.suppress(Exception):
                        await AsyncUploads(self._connection.but(max_retries=0)).discard(upload.upload_id)
                raise
        try:
            submitted = await self._connection.send(
                SubmittedGroup,
                "/v1/emails/bulk",
                method="POST",
                body={
                    "upload_id": upload.upload_id,
                    "email_column": email_column,
                    "validate_domain": int(validate_domain),
                },
                idempotency_key=key,
            )
        except ApiError as error:
            if lost is not None and error.code == "upload_not_ready":
                raise lost from error
            raise
        return submitted.group

    async def clean(
        self,
        source: Source,
        target: Target,
        *,
        email_column: str,
        filename: Optional[str] = None,
        validate_domain: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        on_upload_progress: Optional[Callable[[int, int], Any]] = None,
        on_progress: Optional[Callable[[Group], Any]] = None,
    ) -> Group:
        """Uploads, submits, waits, and writes the original CSV with the results as appended columns to `target`.

        A target that is a path appears when it is complete. Raises CsvRefusedError if the file has no usable result.
        """
        group = await self.submit(
            source,
            email_column=email_column,
            filename=filename,
            validate_domain=validate_domain,
            idempotency_key=idempotency_key,
            on_upload_progress=on_upload_progress,
        )
        group = await self._groups.wait(group.id, timeout=timeout, on_progress=on_progress)
        if group.status == "failed":
            raise CsvRefusedError(group)
        with writing(target) as file:
            async for chunk in self._groups.download(group.id):
                file.write(chunk)
        return group

    async def _put(
        self, upload: PreparedUpload, file: CsvFile, on_progress: Optional[Callable[[int, int], Any]]
    ) -> Optional[ApiConnectionError]:
        """Returns the error if the file may have arrived all the same: the submission will show."""

        async def attempt() -> None:
            # The link is signed and may point to another host, so the token is not sent.
            headers = {**upload.headers, "User-Agent": USER_AGENT}
            pool = self._connection.transport.pool
            exchange = Exchange(pool, "PUT", upload.upload_url, headers, file.chunks(on_progress), PUT_TIMEOUT_SECONDS)
            answer = await self._connection.transport.run(exchange, exchange.read_whole)
            # 412: an earlier PUT arrived completely and only its response was lost. An upload never changes.
            if not 200 <= exchange.status < 300 and exchange.status != 412:
                raise read_api_error(exchange.status, exchange.headers, answer)

        try:
            await self._connection.with_retries(attempt)
        except ApiConnectionError as error:
            return error
        return None
