"""The client."""
from __future__ import annotations

import os
import re
from types import TracebackType
from typing import Iterable, Mapping, Optional, Type, TypeVar

from .._http import AsyncTransport
from ..models import DomainReport, Insight, ValidationResult
from .bulk import AsyncBulk, AsyncGroups, new_idempotency_key
from .connection import AsyncConnection, segment
from .contacts import AsyncContacts, AsyncSuppressions
from .csv import AsyncCsv, AsyncUploads

Client = TypeVar("Client", bound="AsyncMailsift")


class AsyncMailsift:
    """A client of one Mailsift service, for one token.

    `max_retries` are the retries of a call after its first attempt. `timeout` is the longest wait in seconds for the
    network in one attempt, except uploads.
    """

    def __init__(
        self,
        token: str,
        base_url: str = "http://127.0.0.1:3000",
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
    ) -> None:
        if not re.match(r"https?://", base_url):
            raise ValueError("base_url is not an http or https URL")
        # A token with other characters would fail later, in a message that shows it.
        if not re.fullmatch(r"[\x21-\x7e]+", token.strip()):
            raise ValueError("The token is empty or has characters that no token has")
        root = re.sub(r"/*(/v1)?/*$", "", base_url, count=1)
        self._transport = AsyncTransport(timeout)
        self._connection = connection = AsyncConnection(self._transport, root, token.strip(), max_retries)
        self.bulk = AsyncBulk(connection)
        self.groups = AsyncGroups(connection)
        self.uploads = AsyncUploads(connection)
        self.csv = AsyncCsv(connection, self.groups, self.uploads)
        self.contacts = AsyncContacts(connection)
        self.suppressions = AsyncSuppressions(connection)

    @classmethod
    def from_env(
        cls: Type[Client],
        environment: Mapping[str, str] = os.environ,
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
    ) -> Client:
        """Uses MAILSIFT_TOKEN and MAILSIFT_SERVER, like the command line."""
        token = environment.get("MAILSIFT_TOKEN", "").strip()
        if not token:
            raise ValueError("MAILSIFT_TOKEN is not set: set it to an API token, ms_r_… or ms_w_…")
        server = environment.get("MAILSIFT_SERVER", "").strip() or "http://127.0.0.1:3000"
        return cls(token, server, max_retries=max_retries, timeout=timeout)

    async def validate(
        self, email: str, *, validate_domain: bool = False, idempotency_key: Optional[str] = None
    ) -> ValidationResult:
        """Validates one address. A malformed one raises InvalidRequestError with the code `invalid_email`."""
        query = {"email": email, "validate_domain": int(validate_domain)}
        # A retry whose first response was lost is billed once.
        key = idempotency_key or new_idempotency_key()
        return await self._connection.send(ValidationResult, "/v1/emails/validate", query=query, idempotency_key=key)

    async def insight(
        self,
        email: str,
        *,
        policy: Optional[str] = None,
        allow: Iterable[str] = (),
        caution: Iterable[str] = (),
        refuse: Iterable[str] = (),
        validate_domain: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Insight:
        """Validates for a purpose: also returns a tier, the reasons and a suggestion.

        `policy` is sign-up, marketing, b2b or one that you saved. `allow`, `caution` and `refuse` change how single
        reasons count: `allow=["role"]`.
        """
        query = {
            "email": email,
            "policy": policy,
            "allow": ",".join(allow) or None,
            "caution": ",".join(caution) or None,
            "refuse": ",".join(refuse) or None,
            "validate_domain": int(validate_domain),
        }
        key = idempotency_key or new_idempotency_key()
        return await self._connection.send(Insight, "/insight/emails/validate", query=query, idempotency_key=key)

    async def domain(self, domain: str) -> DomainReport:
        """Mail hosts, registration and mail posture of a domain; uses no credit."""
        return await self._connection.send(DomainReport, f"/insight/domains/{segment(domain)}")

    async def aclose(self) -> None:
        """Closes idle connections."""
        await self._transport.aclose()

    async def __aenter__(self: Client) -> Client:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()
